import { api } from '@websign/contract';
import { bodies, type Call, get, long, post, put, wrong } from './asked.ts';

const passwords = { oldPassword: wrong, newPassword: 'N3w!password', confirmPassword: 'N3w!password' };
const place = { page: 'last', corner: 'bottomRight', dx: 36, dy: 36, width: 210, height: 72 };
const remembered = { visible: true, title: '', reason: '', place };

/** What is the signer’s own. */
export const accountCalls: Record<string, Call> = {
  'GET /api/certificates': { session: 'header', ask: () => get(api.certificates), own: [200] },
  'GET /api/preferences': { session: 'header', ask: () => get(api.preferences), own: [200] },
  'PUT /api/preferences': {
    session: 'header',
    ask: () => put(api.preferences, remembered),
    own: [204],
    malformed: () =>
      [
        ...[{ visible: 'yes' }, { title: long }, { reason: long }, { title: undefined }, { reason: null }],
        ...[{ place: undefined }, { place: 'bottomRight' }, { place: { ...place, page: 0 } }],
        ...[{ place: { ...place, page: 'second' } }, { place: { ...place, page: 1.5 } }],
        ...[{ place: { ...place, corner: 'middle' } }, { place: { ...place, width: 0 } }],
        ...[{ place: { ...place, dx: '36' } }, { place: { ...place, dy: null } }],
        ...[{ place: { ...place, height: 20_001 } }, { place: { ...place, dx: -20_001 } }],
      ].map((part) => put(api.preferences, { ...remembered, ...part })),
  },
  'DELETE /api/preferences': {
    session: 'header',
    ask: () => ({ method: 'DELETE', path: api.preferences }),
    own: [204],
  },
  'POST /api/change_password': {
    session: 'header if any',
    ask: () => post(api.changePassword, passwords),
    own: [400, 'wrong_credentials'],
    stranger: [400, 'bad_request'],
    malformed: () =>
      bodies(
        api.changePassword,
        passwords,
        ...[{ oldPassword: '' }, { oldPassword: long }, { newPassword: 1 }, { confirmPassword: undefined }],
        ...[{ username: '' }, { username: long }, { username: {} }],
      ),
  },
  'POST /api/request_otp': { session: 'header', ask: () => post(api.requestOtp), own: [202] },
  'POST /api/resync_otp': {
    session: 'header',
    ask: () => post(api.resyncOtp, { password: wrong, otp1: '000000', otp2: '000001' }),
    own: [400, 'wrong_credentials'],
    malformed: () =>
      bodies(
        api.resyncOtp,
        { password: wrong, otp1: '000000', otp2: '000001' },
        ...[{ otp1: '' }, { otp2: 123456 }, { otp1: '1'.repeat(33) }, { password: '' }, { otp2: undefined }],
      ),
  },
};
