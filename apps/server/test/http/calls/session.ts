import { api } from '@websign/contract';
import { bodies, type Call, get, long, post, queries, wrong } from './asked.ts';

/** What a session begins and ends with. */
export const sessionCalls: Record<string, Call> = {
  'GET /api/config': { session: 'none', ask: () => get(api.config), own: [200] },
  'POST /api/login': {
    session: 'none',
    ask: () => post(api.login, { username: 'nobody', password: wrong }),
    own: [400, 'wrong_credentials'],
    malformed: () =>
      bodies(
        api.login,
        { username: 'nobody', password: wrong },
        ...[{ username: 1 }, { username: '' }, { username: long }, { password: '' }, { password: long }],
        ...[{ password: [wrong] }, { username: { $ne: null } }, { password: undefined }],
      ),
  },
  'POST /api/logout': { session: 'header', ask: () => post(api.logout), own: [204] },
  'GET /api/ping': {
    session: 'query',
    ask: (_, { sessionId }) => get(`${api.ping}?sessionId=${sessionId}`),
    own: [204],
    malformed: () => [
      ...queries(api.ping, 'sessionId=a&sessionId=b'),
      [get(`${api.ping}?sessionId=%00`), [401, 'session_required']],
    ],
  },
};
