import { Navigate, Outlet, useLocation } from 'react-router';
import { signedOut, useSession } from '../common/session/store.ts';
import { targetFrom } from './targets.ts';

/** NAV-2: without a session one signs in first, and is led back afterwards. */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  if (session) return <Outlet />;
  const from = location.pathname + location.search;
  return <Navigate to="/login" replace state={signedOut() ? null : { from }} />;
}

/** NAV-3: who is signed in has no business on the login page. */
export function RequireNoSession() {
  const session = useSession();
  const location = useLocation();
  if (!session) return <Outlet />;
  return <Navigate to={targetFrom(location.state)} replace />;
}
