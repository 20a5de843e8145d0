import { appendUpdate, streamBody, type TestObject } from '../pdf/index.ts';
import { bytes, change, innocent, type Objects } from './sig-change.ts';
import {
  annotated,
  bodyOf,
  edited,
  metadata,
  more,
  type SignedChange,
  saying,
  updated,
  withFields,
} from './sig-document.ts';
import { signature, signatureBody } from './sig-forged.ts';

const FIELD = '/Type/Annot/Subtype/Widget/FT/Sig/F 4/P 4 0 R';
const titled = (title: string): Uint8Array =>
  metadata(
    `<rdf:RDF xmlns:rdf="r" xmlns:dc="d"><rdf:Description><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}` +
      '</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF>',
  );
const tagged =
  (element: string): Objects =>
  (signed) => [
    edited(signed, 141, (body) => body.replace('[0]', '[0 301 0 R]')),
    { number: 301, body: `<</Type/StructElem/P 141 0 R/Pg 4 0 R${element}>>` },
  ];

/** Signatures that anybody can give a field: nothing of them is new. */
const borrowed: readonly SignedChange[] = ([undefined, 2, 3] as const).flatMap((certify) => {
  const wish = certify === undefined ? {} : { certify };
  const behind = certify === undefined ? '' : `, P=${certify}`;
  return [
    change(
      'sig-borrowed',
      `the empty field is given the signature that is there${behind}`,
      'signature',
      (signed) => [
        more(signed, 102, `/V ${signature(signed)} 0 R/AP<</N 301 0 R>>`),
        { number: 301, body: saying('Signed by the director') },
      ],
      wish,
    ),
    change(
      'sig-borrowed',
      `a new field is given the signature that is there${behind}`,
      'signature',
      (signed) => [
        annotated(signed, 300),
        withFields(signed, 300),
        { number: 300, body: `<<${FIELD}/T(new)/Rect[0 0 0 0]/V ${signature(signed)} 0 R>>` },
      ],
      wish,
    ),
    bytes(
      'sig-borrowed',
      `a copy of the signature that is there${behind}`,
      { broken: true },
      (signed) =>
        updated(signed, [more(signed, 102, '/V 300 0 R'), { number: 300, body: signatureBody(signed) }]),
      wish,
    ),
  ];
});

/** What the tags, the title and the form say of pages that stay as they were. */
export const structuralAttacks: readonly SignedChange[] = [
  ...borrowed,
  change('sig-structure', 'the parent tree leads elsewhere', 'structure', (signed) => [
    edited(signed, 142, (body) => body.replace('[141 0 R]', '[301 0 R]')),
    { number: 301, body: '<</Type/StructElem/S/P/P 140 0 R/Pg 4 0 R/ActualText(Pay 1)/K 0>>' },
  ]),
  change('sig-structure', 'an element is told of other content', 'structure', (signed) => [
    edited(signed, 141, (body) => body.replace('[0]', '[1]')),
  ]),
  change('sig-structure', 'an element gets another text', 'structure', (signed) => [
    more(signed, 141, '/ActualText(Pay 1)'),
  ]),
  change(
    'sig-structure',
    'tabs in another order behind P=2',
    'not_permitted',
    (signed) => [edited(signed, 4, (body) => body.replace('/Tabs/S', '/Tabs/R'))],
    { certify: 2 },
  ),
  change('sig-structure', 'a node of the page tree with resources', 'page_tree', (signed) => [
    more(signed, 2, '/Resources<</Font<<>>>>'),
  ]),
  change('sig-structure', 'a font of the form that is exchanged', 'content', () => [
    { number: 3, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' },
  ]),
];

const store = (inside: string): TestObject[] => [{ number: 300, body: `<</Type/DSS${inside}>>` }];
/** A file with validation data in it, before they are written anew. */
const stored = (signed: Uint8Array): Uint8Array =>
  updated(signed, [
    edited(signed, 1, (body) =>
      body.replace(/\/Extensions ?<<(?:[^<>]|<<[^<>]*>>)*>>/, '/DSS 300 0 R/Extensions 305 0 R'),
    ),
    ...store(`/Certs[302 0 R 303 0 R]/VRI<</${'0A'.repeat(20)}<</Cert[302 0 R]>>>>`),
    { number: 302, body: streamBody('0') },
    { number: 303, body: streamBody('1') },
    { number: 305, body: '<</ESIC<</BaseVersion/1.7/ExtensionLevel 8>>>>' },
  ]);

const behindStore = (name: string, objects: Objects): SignedChange => ({
  name,
  class: 'sig-diff-allowed',
  wish: {},
  make: (signed) => {
    const file = stored(signed);
    return updated(file, objects(file));
  },
  expect: { level: 'lta' },
});

/** What writers do in files that are signed, though nothing in what is shown asks for it. */
export const structuralInnocents: readonly SignedChange[] = [
  behindStore('validation data written anew, fewer of them', () => store('/Certs[303 0 R]')),
  behindStore('validation data under a longer name, and some that are not there', () =>
    store(`/Certs[302 0 R 390 0 R]/VRI<</${'0b'.repeat(32)}<</Cert[302 0 R]>>>>`),
  ),
  behindStore('an extension that is an object of its own', (file) => [
    edited(file, 305, (body) => body.replace('Level 8', 'Level 9')),
  ]),
  innocent('the writer leaves its name in the page tree', 'lta', (signed) => [
    more(signed, 2, '/ITXT(5.5.13)'),
  ]),
  innocent('resources under another number', 'none', (signed) => [
    edited(signed, 110, (body) => body.replace('/F1 3 0 R', '/F1 300 0 R')),
    { number: 300, body: bodyOf(signed, 3) },
  ]),
  {
    name: 'the catalog under another number',
    class: 'sig-diff-allowed',
    wish: {},
    make: (signed) => {
      const file = appendUpdate(signed, {
        kind: 'table',
        objects: [{ number: 300, body: bodyOf(signed, 1) }],
        trailer: '/Info 160 0 R/ID[<01><02>]',
      });
      return Buffer.from(
        Buffer.from(file)
          .toString('latin1')
          .replace(/\/Root 1 0 R(?![\s\S]*\/Root)/, '/Root 300 0 R'),
        'latin1',
      );
    },
    expect: { level: 'none' },
  },
  innocent('a field is filled, its colour spelled otherwise', 'form-filling', (signed) => [
    more(signed, 100, '/V(9)/AP<</N 300 0 R>>/DA(/Helv 9 Tf 0 0 0 rg)'),
    { number: 300, body: saying('9') },
  ]),
  innocent('a title, told', 'form-filling', () => [{ number: 120, body: titled('Another contract') }]),
  innocent('a tag for what was signed, told', 'form-filling', tagged('/S/P/K[7]')),
  innocent('a text for nothing that is there, told', 'form-filling', tagged('/S/Span/ActualText(NOT)')),
];
