import { api } from '@websign/contract';

/** What a call is about; each call takes those that it has a place for. */
export interface Ids {
  /** Accepted, not signed. */
  document: string;
  signed: string;
  group: string;
  signing: string;
}

/** Who asks, and what only they know. */
export interface Asker {
  sessionId: string;
  username: string;
  password: string;
  otp(): string;
}

export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** JSON unless it is a form. */
  body?: unknown;
}

/** A status and a code; of a success the status alone. */
export type Expected = readonly [number, (string | undefined)?];

export interface Call {
  /** Where the session is told, and whether the call needs one. */
  session: 'header' | 'header if any' | 'query' | 'form' | 'none';
  ask(ids: Ids, asker: Asker): Asked;
  /** What the owner is answered while everything is kept. */
  own: Expected;
  /** What a stranger is answered: a call without a session says what it is. */
  stranger?: Expected;
  /** Further requests that name ids in other places. */
  alsoNaming?(named: Ids, own: Ids, asker: Asker): Asked[];
  /** Where ids go: with another's, or with unknown ones, all of these answer 404. */
  names?: 'path' | 'body';
  /** What the owner is answered when the documents are no longer kept. */
  expired?: Expected;
  /** Requests that are not of the call's form, and their answer where it is not 400 `bad_request`. */
  malformed?(ids: Ids, asker: Asker): (Asked | readonly [Asked, Expected])[];
}

const get = (path: string): Asked => ({ method: 'GET', path });
const post = (path: string, body?: unknown): Asked => ({ method: 'POST', path, body });
const put = (path: string, body: unknown): Asked => ({ method: 'PUT', path, body });
const queries = (path: string, ...all: string[]) => all.map((query) => get(`${path}?${query}`));
const bodies = (path: string, good: object, ...parts: object[]) =>
  parts.map((part) => post(path, { ...good, ...part }));

export function uploadForm(fields: [string, string][], file = 'document'): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  if (file !== '') form.append(file, new Blob(['%PDF-x'], { type: 'application/pdf' }), 'a.pdf');
  return form;
}

const placement = { page: 1, x: 10, y: 10, width: 200, height: 60 };
const signOf = (document: string, { username, password, otp }: Asker, part: object = {}) =>
  post(api.sign, {
    ...{ documents: [document], username, password },
    otp: otp(),
    visibility: false,
    ...part,
  });
const wrong = 'Wr0ng!password';
const passwords = { oldPassword: wrong, newPassword: 'N3w!password', confirmPassword: 'N3w!password' };
const long = 'x'.repeat(300);
const place = { page: 'last', corner: 'bottomRight', dx: 36, dy: 36, width: 210, height: 72 };
const remembered = { visible: true, title: '', reason: '', place };

/** Every call of the API, by method and path as OpenAPI writes it; a call that is not here fails the test. */
export const calls: Record<string, Call> = {
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
  'POST /api/upload_document': {
    session: 'form',
    ask: (_, { sessionId }) =>
      post(
        api.upload,
        uploadForm([
          ['sessionId', sessionId],
          ['groupId', '77'],
        ]),
      ),
    own: [200],
    malformed: (_, { sessionId }) =>
      [
        uploadForm([['sessionId', sessionId]]),
        uploadForm([['groupId', '1']]),
        ...['', 'x', '-1', '1'.repeat(21), '1\0', '../1'].map((groupId) =>
          uploadForm([
            ['sessionId', sessionId],
            ['groupId', groupId],
          ]),
        ),
        uploadForm(
          [
            ['sessionId', sessionId],
            ['groupId', '1'],
          ],
          'other',
        ),
        uploadForm(
          [
            ['sessionId', sessionId],
            ['groupId', '1'],
          ],
          '',
        ),
        { sessionId, groupId: '1' },
      ].map((body) => post(api.upload, body)),
  },
  'POST /api/verify_document': {
    session: 'header',
    ask: () => post(api.verify, uploadForm([])),
    own: [200],
    malformed: () => [
      ...[uploadForm([], ''), uploadForm([], 'other'), { document: 'x' }].map((body) =>
        post(api.verify, body),
      ),
      ...['format=html', 'format=', 'format=pdf&format=xml', 'locale=fr'].map((query) =>
        post(`${api.verify}?${query}`, uploadForm([])),
      ),
    ],
  },
  'GET /api/documents/{id}': {
    session: 'header',
    names: 'path',
    ask: ({ document }) => get(api.document(document)),
    ...{ own: [200], expired: [200] },
  },
  'GET /api/documents/{id}/evidence': {
    session: 'header',
    names: 'path',
    ask: ({ signed }) => get(api.evidence(signed)),
    ...{ own: [200], expired: [200] },
    alsoNaming: ({ signed }) => queries(api.evidence(signed), 'format=json', 'format=pdf'),
    malformed: ({ signed }) =>
      queries(api.evidence(signed), 'format=xml', 'format=', 'format=pdf&format=json', 'format=%00'),
  },
  'GET /api/documents/{id}/findings': {
    session: 'header',
    names: 'path',
    ask: ({ document }) => get(api.findings(document)),
    ...{ own: [200], expired: [200] },
    alsoNaming: ({ document }) => queries(api.findings(document), 'format=json', 'format=pdf'),
    malformed: ({ document }) => [
      ...queries(api.findings(document), 'format=xml', 'format=', 'format=pdf&format=json', 'format=%00'),
      [get(`${api.findings(document)}?unknown=1`), [200]],
    ],
  },
  'GET /api/documents/{id}/file': {
    session: 'header',
    names: 'path',
    ask: ({ signed }) => get(api.file(signed)),
    ...{ own: [200], expired: [410, 'expired'] },
    alsoNaming: ({ signed }) => queries(api.file(signed), 'revision=original', 'revision=1', 'revision=9'),
    malformed: ({ signed }) => [
      ...queries(
        api.file(signed),
        ...['revision=x', 'revision=0', 'revision=-1', 'revision=1e3', 'revision=', 'revision=1&revision=2'],
        ...[`revision=${'9'.repeat(40)}`, 'revision=%00'],
      ),
      [get(`${api.file(signed)}?revision=999999999`), [404, 'not_found']],
    ],
  },
  'GET /api/documents/{id}/occupied': {
    session: 'header',
    names: 'path',
    ask: ({ document }) => get(`${api.occupied(document)}?page=1`),
    ...{ own: [200], expired: [410, 'expired'] },
    malformed: ({ document }) => [
      get(api.occupied(document)),
      ...queries(api.occupied(document), 'page=0', 'page=-1', 'page=x', 'page=1.5', 'page=', 'page=1&page=2'),
      [get(`${api.occupied(document)}?page=999999999`), [200]],
    ],
  },
  'POST /api/free_places': {
    session: 'header',
    names: 'body',
    ask: ({ document }) => post(api.freePlaces, { places: [{ document }] }),
    ...{ own: [200], expired: [200] },
    alsoNaming: (named, own) => [
      post(api.freePlaces, { places: [{ document: own.document }, { document: named.document, placement }] }),
    ],
    malformed: ({ document }) => [
      ...bodies(
        api.freePlaces,
        {},
        ...[{}, { places: [] }, { places: document }, { places: [document] }, { places: [{}] }],
        { places: Array.from({ length: 1001 }, () => ({ document })) },
        { places: [{ document }, { document }] },
        ...[{ page: 0 }, { page: 1.5 }, { width: 0 }, { height: -1 }, { x: null }].map((part) => ({
          places: [{ document, placement: { ...placement, ...part } }],
        })),
      ),
      ...[{ page: 2 ** 31 }, { x: -20 }, { y: 1e9 }].map((part): [Asked, Expected] => [
        post(api.freePlaces, { places: [{ document, placement: { ...placement, ...part } }] }),
        [400, 'position_out_of_bounds'],
      ]),
    ],
  },
  'GET /api/groups/{id}': {
    session: 'header',
    names: 'path',
    ask: ({ group }) => get(api.group(group)),
    ...{ own: [200], expired: [200] },
  },
  'GET /api/groups/{id}/zip': {
    session: 'header',
    names: 'path',
    ask: ({ group }) => get(api.zip(group)),
    ...{ own: [200], expired: [410, 'expired'] },
  },
  'GET /api/history': {
    session: 'header',
    ask: () => get(api.history),
    own: [200],
    malformed: () => [
      ...queries(
        api.history,
        ...['page=0', 'page=-1', 'page=x', 'page=1.5', 'page=1e9', 'page=', 'size=0', 'size=101', 'size=x'],
        ...['signed=maybe', 'signed=1', 'signed=', `q=${long}`, 'q=a&q=b', 'page=1&page=2'],
      ),
      [get(`${api.history}?q=%00&unknown=1`), [200]],
    ],
  },
  'GET /api/history/{id}': {
    session: 'header',
    names: 'path',
    ask: ({ signed }) => get(api.historyRow(signed)),
    ...{ own: [200], expired: [200] },
  },
  'GET /api/history.csv': {
    session: 'header',
    ask: () => get(api.historyCsv),
    own: [200],
    malformed: () =>
      queries(api.historyCsv, 'locale=fr', 'separator=%3B', 'separator=', 'signed=x', `q=${long}`),
  },
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
  'POST /api/sign_document': {
    session: 'header',
    names: 'body',
    ask: ({ signed }, asker) => signOf(signed, asker),
    ...{ own: [200], expired: [410, 'expired'] },
    alsoNaming: ({ document, signed }, own, asker) => [
      signOf(own.signed, asker, { documents: [own.signed, document] }),
      signOf(own.signed, asker, { documents: [signed, own.signed] }),
      signOf(own.signed, asker, { visibility: true, placements: { [document]: placement } }),
      signOf(own.signed, asker, { checksums: { [signed]: '0'.repeat(64) } }),
    ],
    malformed: ({ signed }, asker) =>
      [
        ...[{ documents: [] }, { documents: [signed, signed] }, { documents: 'x' }, { documents: ['../x'] }],
        ...[{ documents: [`${'a'.repeat(30)}\0`] }, { otp: '' }, { otp: 123456 }, { otp: '1'.repeat(33) }],
        ...[{ password: '' }, { username: long }, { visibility: 'yes' }, { reason: long }, { title: long }],
        ...[{ placement: { ...placement, page: 0 } }, { placement: { ...placement, width: -1 } }],
        ...[{ placement: { ...placement, x: '1' } }, { placement: { ...placement, x: null } }],
        ...[{ placements: { x: placement } }, { checksums: { [signed]: 'x' } }, { locale: 'fr' }],
        ...[{ lock: 'no' }, { confirmed: [1] }, { documents: Array(1001).fill(signed) }],
        ...[{ invisible: Array(1001).fill(signed) }, { confirmedPlaces: Array(1001).fill(signed) }],
      ].map((part) => signOf(signed, asker, part)),
  },
  'GET /api/signings/{id}': {
    session: 'header',
    names: 'path',
    ask: ({ signing }) => get(api.signing(signing)),
    own: [200],
  },
  'POST /api/signings/{id}/complete': {
    session: 'header',
    names: 'path',
    ask: ({ signing }) => post(api.completeSigning(signing), { state: 'x', code: 'y' }),
    own: [410, 'authorization_expired'],
    malformed: ({ signing }) =>
      [
        ...[{}, { state: 'x' }, { code: 'y' }, { state: '', code: 'y' }, { state: 'x', code: '' }],
        ...[
          { state: 1, code: 'y' },
          { state: 'x', code: ['y'] },
          { state: 'x', error: '' },
        ],
        ...[
          { state: 'x'.repeat(4097), code: 'y' },
          { state: 'x', code: 'y'.repeat(4097) },
        ],
      ].map((body) => post(api.completeSigning(signing), body)),
  },
  'POST /api/send_document': {
    session: 'header',
    names: 'body',
    ask: ({ signed }) => post(api.send, { document: signed, to: 'someone@example.test' }),
    ...{ own: [202], expired: [410, 'expired'] },
    malformed: ({ signed, document }) => [
      ...bodies(
        api.send,
        { document: signed, to: 'someone@example.test' },
        ...[{ document: 'x' }, { document: [signed] }, { to: '' }, { to: long }, { to: 1 }, { copy: 'yes' }],
      ),
      ...bodies(
        api.send,
        { document: signed },
        ...[{ to: 'no address' }, { to: 'a@b.test, c@d.test' }, { to: 'a@b.test\r\nBcc: c@d.test' }],
      ).map((asked) => [asked, [400, 'address_invalid']] as const),
      [post(api.send, { document, to: 'someone@example.test' }), [409, 'not_signed']],
    ],
  },
};
