import { Navigate } from '@tanstack/react-router';
import { NoPermission } from '../parts/page/error-notice.tsx';
import { navigationFor } from '../session/navigation.ts';
import { useSession } from '../session/session.ts';

/** Redirects an address without a path to the first screen that the person can open. */
export function HomeRedirect() {
  const [first] = navigationFor(useSession());
  return first === undefined ? <NoPermission /> : <Navigate to={first.to} replace />;
}
