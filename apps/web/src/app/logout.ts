import { api } from '@websign/contract';
import { useNavigate } from 'react-router';
import { send } from '../common/api/call.ts';
import { queryClient } from '../common/api/client.ts';
import { configQuery } from '../common/api/queries.ts';
import { forgetDrafts } from '../common/drafts.ts';
import { closeSession } from '../common/session/store.ts';

/**
 * HDR-3: ends the session here and on the server and goes to the login page. The browser's part never waits
 * for the server: a person who leaves a shared computer is out even when the network is not there.
 */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    send(api.logout, { method: 'POST' }).catch((error: unknown) => console.warn('logout', error));
    closeSession(true);
    forgetDrafts();
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== configQuery.queryKey[0] });
    void navigate('/login', { replace: true, state: { ending: 'left' } });
  };
}
