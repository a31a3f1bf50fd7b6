import { Navigate } from '@tanstack/react-router';
import { NoPermission } from '../parts/page/failure.tsx';
import { useSession } from '../session/session.ts';
import { workOf } from './work.ts';

/** Without a place in the address: the first work that the person has. */
export function Arrival() {
  const [first] = workOf(useSession());
  return first === undefined ? <NoPermission /> : <Navigate to={first.to} replace />;
}
