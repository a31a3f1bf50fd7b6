import { Navigate } from '@tanstack/react-router';
import { NoPermission } from '../parts/page/error-notice.tsx';
import { useSession } from '../session/session.ts';
import { navigationFor } from './navigation.ts';

/** Without a place in the address: the first work that the person has. */
export function HomeRedirect() {
  const [first] = navigationFor(useSession());
  return first === undefined ? <NoPermission /> : <Navigate to={first.to} replace />;
}
