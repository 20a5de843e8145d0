import { api } from '@websign/contract';
import { type Asker, bodies, type Call, get, long, placement, post } from './asked.ts';

const signOf = (document: string, { username, password, otp }: Asker, part: object = {}) =>
  post(api.sign, {
    ...{ documents: [document], username, password },
    otp: otp(),
    visibility: false,
    ...part,
  });

/** Signing, and what becomes of it. */
export const signingCalls: Record<string, Call> = {
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
