import { nodePorts } from '@websign/ports';
import { listText, makeTestPki, signList, TEST_NOW } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTrustedList, TrustError } from '../src/index.ts';
import { fromBase64, utf8 } from '../src/text.ts';
import { canonicalElement } from '../src/xml/canonical.ts';
import { readXml } from '../src/xml/read.ts';

const name = fc.constantFrom('a', 'b', 'p:a', 'q:b', 'long-name.1');
const text = fc.string({
  unit: fc.constantFrom('x', ' ', '\n', '\t', '&amp;', '&lt;', '&#13;', '&#9;', '"', "'", 'ῥ', '𐀀', ']]&gt;'),
});
const attribute = fc.tuple(
  fc.constantFrom('z', 'a', 'p:z', 'q:a', 'xml:lang'),
  text.map((value) => value.replaceAll('"', '&quot;')),
);
const declaration = fc.constantFrom(
  'xmlns="urn:d"',
  'xmlns=""',
  'xmlns:p="urn:p"',
  'xmlns:p="urn:other"',
  'xmlns:q="urn:q"',
);
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .record({
      name,
      attributes: fc.uniqueArray(attribute, { maxLength: 3, selector: ([key]) => key.replace(/^[pq]:/, '') }),
      declarations: fc.uniqueArray(declaration, { maxLength: 2, selector: (one) => one.split('=')[0] }),
      members: fc.array(
        fc.oneof(
          { depthSize: 'small' },
          text,
          fc.constantFrom('<!-- note -->', '<![CDATA[<&]]>', '<?do it?>', '<?do?>'),
          tie('element'),
        ),
        { maxLength: 4 },
      ),
    })
    .map(({ name, attributes, declarations, members }) => {
      const written = [...declarations, ...attributes.map(([key, value]) => `${key}="${value}"`)].map(
        (one) => ` ${one}`,
      );
      return `<${name}${written.join('')}>${members.join('')}</${name}>`;
    }),
}));
const document = element.map((inner) => `<root xmlns:p="urn:p" xmlns:q="urn:q">${inner}</root>`);

describe('canonicalisation', () => {
  test.each(['exclusive', 'inclusive'] as const)(
    '%s: the canonical form is its own canonical form',
    (kind) => {
      fc.assert(
        fc.property(document, (xml) => {
          const canonical = (source: string) =>
            canonicalElement(readXml(utf8(source)).root, { kind, prefixes: [] });
          const once = canonical(xml);
          expect(canonical(once)).toBe(once);
        }),
      );
    },
  );

  test('examples of the standard: order, namespaces, white space and references', () => {
    const of = (xml: string, kind: 'exclusive' | 'inclusive') => {
      const { root } = readXml(utf8(xml));
      const inner = root.children.find((node) => typeof node !== 'string');
      if (inner === undefined || !('children' in inner)) throw new Error('no element');
      return canonicalElement(inner, { kind, prefixes: [] });
    };
    const xml = `<o xmlns="urn:o" xmlns:u="urn:unused" xmlns:p="urn:p" xml:lang="el"><p:e b='1' p:a="2" a="3"\r\n/></o>`;
    expect(of(xml, 'exclusive')).toBe('<p:e xmlns:p="urn:p" a="3" b="1" p:a="2"></p:e>');
    expect(of(xml, 'inclusive')).toBe(
      '<p:e xmlns="urn:o" xmlns:p="urn:p" xmlns:u="urn:unused" a="3" b="1" xml:lang="el" p:a="2"></p:e>',
    );
  });
});

describe('base64', () => {
  test('of any octets is read, with white space anywhere', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(50), (octets, at) => {
        const encoded = Buffer.from(octets).toString('base64');
        const spaced = `${encoded.slice(0, at)}\r\n ${encoded.slice(at)}\t`;
        expect(fromBase64(spaced)).toEqual(new Uint8Array(octets));
      }),
    );
  });

  test.each(['A', 'AA=', '====', 'AA==AA==', 'A*==', 'AAAA='])('%s is none', (wrong) => {
    expect(fromBase64(wrong)).toBeUndefined();
  });
});

describe('changed lists', () => {
  test('are taken as they were signed, or refused with a code', async () => {
    const { p256 } = makeTestPki().signers;
    const list = Buffer.from(
      signList(listText({ kind: 'national', territory: 'EL', issued: TEST_NOW }), p256),
    );
    const expected = { kind: 'national', territory: 'EL', signers: [p256.certificate] } as const;
    const whole = await readTrustedList(list, expected, nodePorts());
    const change = fc.record({
      at: fc.nat(list.length),
      cut: fc.nat(8),
      put: fc.uint8Array({ maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, cut, put }) => {
        const changed = Buffer.concat([list.subarray(0, at), put, list.subarray(at + cut)]);
        const read = await readTrustedList(changed, expected, nodePorts()).catch((error: unknown) => error);
        if (!(read instanceof TrustError)) expect(read).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });
});
