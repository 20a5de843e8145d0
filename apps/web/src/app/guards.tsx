import { routes } from '@websign/contract';
import { Navigate, Outlet, useLocation } from 'react-router';
import { carried } from '../common/handed.ts';
import { endingOf } from '../common/session/ending.ts';
import { sessionEnding, useSession } from '../common/session/store.ts';
import { targetFrom } from '../common/session/targets.ts';

/**
 * NAV-2: without a session one signs in first, and is led back afterwards; not who signed out, so that the next
 * person does not land where this one was. PWD-3: with a password that an operator gave one chooses another first.
 */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  if (session && !session.passwordChangeRequired) return <Outlet />;
  const from = location.pathname + location.search;
  if (session)
    return <Navigate to={routes.change_password.path} replace state={{ from, ...carried(location.state) }} />;
  const ending = sessionEnding() ?? endingOf(location.state);
  const state = ending === 'left' ? { ending } : { from, ending, ...carried(location.state) };
  return <Navigate to="/login" replace state={state} />;
}

/** NAV-3: who is signed in has no business on the login page. */
export function RequireNoSession() {
  const session = useSession();
  const location = useLocation();
  if (!session) return <Outlet />;
  return <Navigate to={targetFrom(location.state)} replace state={carried(location.state)} />;
}
