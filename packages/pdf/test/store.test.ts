import { appendUpdate, documentObjects, streamBody, writePdf, type XrefKind } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { securityStore } from '../src/index.ts';
import { STORE_LIMITS } from '../src/revisions/store.ts';
import { latin1, open } from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm', 'hybrid'];

/** What the store holds, as text with the end of its revision. */
function stored(bytes: Uint8Array) {
  const store = securityStore(open(bytes));
  const told = (list: { der: Uint8Array; end: number }[]) =>
    list.map(({ der, end }) => [latin1(der), end] as const);
  return { certificates: told(store.certificates), ocsps: told(store.ocsps), crls: told(store.crls) };
}

const NONE = { certificates: [], ocsps: [], crls: [] };
const catalog = (dss: string) => `<</Type/Catalog/Pages 2 0 R/DSS ${dss}>>`;

describe('securityStore', () => {
  test.each(KINDS)('%s: every object with the end of the revision that brought it', (kind) => {
    const more = [{ number: 90, body: '(aside)' }];
    const first = writePdf({ objects: documentObjects({ more }), kind, hidden: [90] });
    const later = kind === 'hybrid' ? 'table' : kind;
    const one = appendUpdate(first, {
      kind: later,
      objects: [
        { number: 1, body: catalog('100 0 R') },
        { number: 100, body: '<</Certs[101 0 R]/OCSPs 102 0 R>>' },
        { number: 101, body: streamBody('cert A', '', 'flate') },
        { number: 102, body: '[103 0 R]' },
        { number: 103, body: streamBody('ocsp') },
      ],
    });
    const two = appendUpdate(one, {
      kind: later,
      objects: [
        { number: 100, body: '<</Certs[101 0 R 110 0 R]/OCSPs 102 0 R/CRLs[111 0 R]>>' },
        { number: 110, body: streamBody('cert B') },
        { number: 111, body: streamBody('crl') },
      ],
    });
    const three = appendUpdate(two, { kind: later, objects: [{ number: 3, body: '<</Type/Font>>' }] });
    expect(stored(first)).toEqual(NONE);
    expect(stored(three)).toEqual({
      certificates: [
        ['cert A', one.length],
        ['cert B', two.length],
      ],
      ocsps: [['ocsp', one.length]],
      crls: [['crl', two.length]],
    });
  });

  test('an object that an update takes out, and one that it replaces under its number, are both told', () => {
    const one = writePdf({
      kind: 'table',
      objects: documentObjects({
        catalog: '/DSS<</Certs[100 0 R 101 0 R]>>',
        more: [
          { number: 100, body: streamBody('gone') },
          { number: 101, body: streamBody('before') },
        ],
      }),
    });
    const two = appendUpdate(one, {
      kind: 'table',
      objects: [
        { number: 1, body: catalog('<</Certs[101 0 R]>>') },
        { number: 101, body: streamBody('after') },
      ],
    });
    expect(stored(two).certificates).toEqual([
      ['gone', one.length],
      ['before', one.length],
      ['after', two.length],
    ]);
  });

  test('an object that a revision names and a later one brings is of the later one', () => {
    const first = writePdf({
      kind: 'table',
      objects: documentObjects({
        catalog: '/DSS<</Certs[100 0 R]>>',
        more: [{ number: 100, body: streamBody('cert') }],
      }),
    });
    const forged = 'forged'.repeat(200);
    const text = latin1(first);
    const real = String(text.indexOf('100 0 obj')).padStart(10, '0');
    expect(text).toContain(`${real} 00000 n`);
    const update = { kind: 'table' as const, objects: [{ number: 101, body: streamBody(forged) }] };
    const later = latin1(appendUpdate(first, update)).indexOf('101 0 obj', first.length);
    const named = text.replace(`${real} 00000 n`, `${String(later).padStart(10, '0')} 00000 n`);
    const grown = latin1(appendUpdate(Buffer.from(named, 'latin1'), update));
    const two = Buffer.from(grown.replace('101 0 obj', '100 0 obj'), 'latin1');
    expect(stored(two).certificates).toEqual([[forged, two.length]]);
    const three = appendUpdate(two, { kind: 'table', objects: [{ number: 3, body: '<</Type/Font>>' }] });
    expect(stored(three).certificates).toEqual([[forged, two.length]]);
  });

  test('the entries of /VRI are read, and what stands in both places is told once', () => {
    const key = 'A'.repeat(40);
    const file = writePdf({
      kind: 'table',
      objects: documentObjects({
        catalog: `/DSS<</Certs[100 0 R]/VRI<</${key}<</Cert[100 0 R 101 0 R]/OCSP[102 0 R]/CRL[103 0 R]>>>>>>`,
        more: ['same', 'same', 'ocsp', 'crl'].map((body, i) => ({ number: 100 + i, body: streamBody(body) })),
      }),
    });
    expect(stored(file)).toEqual({
      certificates: [['same', file.length]],
      ocsps: [['ocsp', file.length]],
      crls: [['crl', file.length]],
    });
  });

  test('what is no store, or cannot be read, is left out and hides nothing else', () => {
    const broken = '<</Filter/FlateDecode/Length 4>>\nstream\nabcd\nendstream';
    const lists = '/Certs[4 0 R 999 0 R 100 0 R null 7 101 0 R]/OCSPs 3/CRLs<<>>/VRI[1 2]';
    const file = writePdf({
      kind: 'table',
      objects: documentObjects({
        catalog: `/DSS<<${lists}>>`,
        more: [
          { number: 100, body: broken },
          { number: 101, body: streamBody('whole') },
        ],
      }),
    });
    expect(stored(file)).toEqual({ ...NONE, certificates: [['whole', file.length]] });
    for (const dss of ['[]', '1 0 R', '2 0 R', '999 0 R', '(text)']) {
      expect(
        stored(writePdf({ kind: 'table', objects: documentObjects({ catalog: `/DSS ${dss}` }) })),
      ).toEqual(NONE);
    }
  });

  test('a store of more objects, or of more bytes, than are read is cut there', () => {
    const count = STORE_LIMITS.objects + 50;
    const more = Array.from({ length: count }, (_, i) => ({ number: 100 + i, body: streamBody(`c${i}`) }));
    const list = more.map(({ number }) => `${number} 0 R`).join(' ');
    const many = writePdf({
      kind: 'stream',
      objects: documentObjects({ catalog: `/DSS<</Certs[${list}]>>`, more }),
    });
    expect(securityStore(open(many)).certificates).toHaveLength(STORE_LIMITS.objects);

    const large = [0, 1, 2].map((i) => ({
      number: 100 + i,
      body: streamBody(Buffer.alloc(30 * 1024 * 1024, i), '', 'flate'),
    }));
    const bombs = writePdf({
      kind: 'stream',
      objects: documentObjects({ catalog: '/DSS<</CRLs[100 0 R 101 0 R 102 0 R]>>', more: large }),
    });
    expect(securityStore(open(bombs)).crls).toHaveLength(2);
  });

  test('revisions that leave the store alone cost nothing: hundreds of them are no hang', () => {
    const objects = documentObjects({
      catalog: '/DSS<</Certs[100 0 R]>>',
      more: Array.from({ length: 20_000 }, (_, i) => ({ number: 100 + i, body: streamBody(`c${i}`) })),
    });
    let file = writePdf({ kind: 'stream', objects });
    const end = file.length;
    for (let i = 0; i < 300; i++) {
      file = appendUpdate(file, { kind: 'stream', objects: [{ number: 3, body: `<</Type/Font/N ${i}>>` }] });
    }
    expect(stored(file)).toEqual({ ...NONE, certificates: [['c0', end]] });
  });
});
