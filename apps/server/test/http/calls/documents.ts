import { api } from '@websign/contract';
import {
  type Asked,
  bodies,
  type Call,
  type Expected,
  get,
  long,
  placement,
  post,
  queries,
  uploadForm,
} from './asked.ts';

/** What is uploaded, looked at and kept. */
export const documentCalls: Record<string, Call> = {
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
  'POST /api/documents/{id}/safe_copy': {
    session: 'header',
    names: 'path',
    ask: ({ document }) => post(api.safeCopy(document), {}),
    ...{ own: [409, 'not_ready'], expired: [410, 'expired'] },
    malformed: ({ document }) =>
      bodies(
        api.safeCopy(document),
        {},
        ...[null, 'x', {}, [1], [long], Array.from({ length: 1001 }, () => 'x')].map((withoutSignatures) => ({
          withoutSignatures,
        })),
      ),
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
};
