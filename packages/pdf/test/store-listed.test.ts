import { createHash } from 'node:crypto';
import {
  appendUpdate,
  documentObjects,
  streamBody,
  type TestObject,
  updated,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Pdf, securityStore } from '../src/index.ts';
import { listed, STORE_LIMITS, sharedLists } from '../src/revisions/store.ts';
import type { PdfDict } from '../src/syntax/values.ts';
import { latin1, open } from './support.ts';

const KEY = 'A'.repeat(40);
const made = (catalog: string, bodies: readonly (string | Uint8Array)[] = []): Uint8Array =>
  writePdf({
    kind: 'table',
    objects: documentObjects({ catalog, more: bodies.map((body, at) => ({ number: 100 + at, body })) }),
  });
const digest = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** The store of a file, as the catalog names it. */
function storeOf(file: Uint8Array): [Pdf, PdfDict] {
  const pdf = open(file);
  const dss = pdf.dict(pdf.catalog.entries.get('DSS'));
  if (dss === undefined) throw new Error('no store');
  return [pdf, dss];
}

describe('what the current store lists', () => {
  it('is told by kind, each by its digest, but for what is no stream or cannot be read', () => {
    const broken = '<</Filter/FlateDecode/Length 4>>\nstream\nabcd\nendstream';
    const lists = '/Certs[100 0 R 103 0 R 104 0 R 999 0 R 7 105 0 R]/OCSPs[101 0 R]/CRLs[102 0 R 102 0 R]';
    const file = made(`/DSS<<${lists}/VRI<</${KEY}<</Cert[106 0 R]>>>>>>`, [
      ...['cert', 'ocsp', 'crl'].map((body) => streamBody(body)),
      '<<>>',
      broken,
      streamBody('other', '', 'flate'),
      streamBody('aside'),
    ]);
    const [pdf, dss] = storeOf(file);
    expect([...listed(pdf, dss, 'certificates')]).toEqual([digest('cert'), digest('other')]);
    expect([...listed(pdf, dss, 'ocsps')]).toEqual([digest('ocsp')]);
    expect([...listed(pdf, dss, 'crls')]).toEqual([digest('crl')]);
    const [none, empty] = storeOf(made('/DSS<</Certs 7>>'));
    expect([...listed(none, empty, 'certificates'), ...listed(none, empty, 'crls')]).toEqual([]);
  });

  it('is bounded in number and in bytes', () => {
    const many = Array.from(
      { length: STORE_LIMITS.objects + 1 },
      (_, at) => `${at < 4095 ? 100 : at - 3994} 0 R`,
    );
    const [pdf, dss] = storeOf(
      made(`/DSS<</Certs[${many.join(' ')}]>>`, [streamBody('a'), streamBody('b'), streamBody('c')]),
    );
    expect([...listed(pdf, dss, 'certificates')]).toEqual([digest('a'), digest('b')]);
    const large = [1, 2, 3].map((fill) => Buffer.alloc(31 * 1024 * 1024, fill));
    const small = Buffer.alloc(1024, 4);
    const file = writePdf({
      kind: 'table',
      objects: documentObjects({
        catalog: '/DSS<</CRLs[100 0 R 101 0 R 102 0 R 103 0 R]>>',
        more: [...large, small].map((data, at) => ({
          number: 100 + at,
          body: streamBody(data, '', 'flate'),
        })),
      }),
    });
    const told = [...listed(...storeOf(file), 'crls')];
    expect(told).toEqual([...large.slice(0, 2), small].map(digest));
  });
});

describe('arrays that several lists of a store share', () => {
  const shared = (dss: string, bodies: readonly string[] = ['[]', '[]', '[]']): number[] => [
    ...sharedLists(...storeOf(made(`/DSS<<${dss}>>`, bodies))),
  ];

  it.each<[string, string, number[]]>([
    ['none', '/Certs 100 0 R/OCSPs 101 0 R/CRLs 102 0 R', []],
    ['two lists of the store', '/Certs 100 0 R/OCSPs 101 0 R/CRLs 100 0 R', [100]],
    ['all of them', '/Certs 100 0 R/OCSPs 100 0 R/CRLs 100 0 R', [100]],
    ['two of an entry', `/VRI<</${KEY}<</Cert 100 0 R/OCSP 101 0 R/CRL 101 0 R>>>>`, [101]],
    ['one of an entry and one of the store', `/Certs 100 0 R/VRI<</${KEY}<</Cert 100 0 R>>>>`, [100]],
    ['two entries', `/VRI<</${KEY}<</CRL 102 0 R>>/B<</OCSP 102 0 R>>>>`, [102]],
    ['an entry that is none', `/Certs 100 0 R/VRI<</${KEY} 7/B 100 0 R>>`, []],
    ['what is no list', '/Certs 100 0 R/Other 100 0 R', []],
    ['what stands in place', '/Certs[]/OCSPs[]', []],
  ])('are told: %s', (_, dss, expected) => {
    expect(shared(dss)).toEqual(expected);
  });
});

describe('a store over several revisions', () => {
  const base = made(`/DSS 100 0 R`, [
    '<</Certs 101 0 R/VRI 102 0 R>>',
    '[103 0 R]',
    `<</${KEY} 104 0 R>>`,
    streamBody('first'),
    '<</CRL 105 0 R>>',
    '[103 0 R]',
    streamBody('second'),
  ]);
  const stored = (file: Uint8Array) => {
    const { certificates, ocsps, crls } = securityStore(open(file));
    return [certificates, ocsps, crls].map((list) => list.map(({ der, end }) => [latin1(der), end]));
  };
  const FIRST = ['first', base.length];

  it.each<[string, TestObject, number]>([
    ['its list', { number: 101, body: '[106 0 R]' }, 0],
    ['the list of an entry', { number: 105, body: '[106 0 R]' }, 2],
    ['an entry', { number: 104, body: '<</CRL[106 0 R]>>' }, 2],
    ['its entries', { number: 102, body: '<</B<</OCSP[106 0 R]>>>>' }, 1],
    ['the store itself', { number: 100, body: '<</OCSPs[106 0 R]>>' }, 1],
    ['the catalog', { number: 1, body: '<</Type/Catalog/Pages 2 0 R/DSS<</Certs[106 0 R]>>>>' }, 0],
  ])('is read again where %s changes', (_, object, at) => {
    for (const kind of ['table', 'stream', 'objstm'] as const) {
      const later = appendUpdate(base, { kind, objects: [object] });
      const expected = [[FIRST], [], [FIRST]];
      expected[at]?.push(['second', later.length]);
      expect(stored(later)).toEqual(expected);
    }
  });

  it('is read again where what it lists changes, and where it comes back', () => {
    const changed = updated(base, [{ number: 103, body: streamBody('third') }]);
    expect(stored(changed)[0]).toEqual([FIRST, ['third', changed.length]]);
    const back = updated(changed, [{ number: 103, body: streamBody('first') }]);
    expect(stored(back)[0]).toEqual([FIRST, ['third', changed.length]]);
    const gone = updated(base, [{ number: 1, body: '<</Type/Catalog/Pages 2 0 R>>' }]);
    const again = updated(gone, [
      { number: 1, body: '<</Type/Catalog/Pages 2 0 R/DSS<</Certs[106 0 R]>>>>' },
    ]);
    expect(stored(gone)[0]).toEqual([FIRST]);
    expect(stored(again)[0]).toEqual([FIRST, ['second', again.length]]);
  });

  it.each(['table', 'stream', 'objstm'] as const)(
    'is not read again where nothing of it changes: %s',
    (kind) => {
      const list = `[${'103 0 R '.repeat(20_000)}]`;
      let file = updated(base, [{ number: 101, body: list }]);
      for (let at = 0; at < 180; at++)
        file = appendUpdate(file, { kind, objects: [{ number: 3, body: `<</N ${at}>>` }] });
      const pdf = open(file, { readBytes: 0 });
      expect(securityStore(pdf).certificates.map(({ der }) => latin1(der))).toEqual(['first']);
    },
  );

  it('is read again where another catalog is named', () => {
    const catalog = { number: 120, body: '<</Type/Catalog/Pages 2 0 R/DSS<</Certs[106 0 R]>>>>' };
    const later = latin1(updated(base, [catalog]));
    const at = later.lastIndexOf('/Root 1 0 R');
    const file = Buffer.from(`${later.slice(0, at)}/Root 120 0 R${later.slice(at + 11)}`, 'latin1');
    expect(stored(file)[0]).toEqual([FIRST, ['second', file.length]]);
  });

  it('holds what references lead to, and nothing where they lead nowhere or to a reference', () => {
    const through = updated(base, [
      { number: 101, body: '[107 0 R]' },
      { number: 107, body: '106 0 R' },
    ]);
    expect(stored(through)[0]).toEqual([FIRST]);
    const other = updated(base, [{ number: 101, body: '[106 1 R]' }]);
    expect(stored(other)[0]).toEqual([FIRST]);
    const empty = updated(base, [{ number: 103, body: streamBody('') }]);
    expect(stored(empty)[0]).toEqual([FIRST]);
  });

  it('holds an object of two kinds under each of them', () => {
    const file = made('/DSS<</Certs[100 0 R 101 0 R]/OCSPs[100 0 R]>>', [
      streamBody('same'),
      streamBody('same'),
    ]);
    expect(stored(file)).toEqual([[['same', file.length]], [['same', file.length]], []]);
  });

  it('holds what lies in object streams', () => {
    const objects = documentObjects({
      catalog: '/DSS 100 0 R',
      more: [
        { number: 100, body: '<</Certs 101 0 R>>' },
        { number: 101, body: '[103 0 R]' },
        { number: 103, body: streamBody('first') },
        { number: 106, body: streamBody('second') },
      ],
    });
    const file = writePdf({ kind: 'objstm', objects });
    const later = appendUpdate(file, { kind: 'objstm', objects: [{ number: 101, body: '[106 0 R]' }] });
    expect(stored(later)[0]).toEqual([
      ['first', file.length],
      ['second', later.length],
    ]);
  });
  it('is read again where the stream is written anew that its objects lie in', () => {
    const objects = documentObjects({
      catalog: '/DSS 100 0 R',
      more: [
        { number: 100, body: '<</Certs 101 0 R>>' },
        { number: 101, body: '[103 0 R]' },
        { number: 103, body: streamBody('first') },
        { number: 106, body: streamBody('second') },
      ],
    });
    const file = writePdf({ kind: 'objstm', objects });
    const [, container] = /(\d+) 0 obj\s*<<[^>]*\/ObjStm/.exec(latin1(file)) ?? [];
    const pdf = open(file);
    const stream = pdf.object(Number(container))?.value;
    if (stream?.type !== 'stream') throw new Error('no object stream');
    const [count, first] = ['N', 'First'].map((key) => pdf.number(stream.dict.entries.get(key)));
    const body = latin1(pdf.decoded(stream)).replace('[103 0 R]', '[106 0 R]');
    const later = updated(file, [
      { number: Number(container), body: streamBody(body, `/Type/ObjStm/N ${count}/First ${first}`) },
    ]);
    expect(stored(later)[0]).toEqual([
      ['first', file.length],
      ['second', later.length],
    ]);
  });
});
