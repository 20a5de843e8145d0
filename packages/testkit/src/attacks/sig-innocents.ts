import { streamBody, type TestObject } from '../pdf/index.ts';
import {
  annotated,
  bodyOf,
  edited,
  metadata,
  more,
  type SignedChange,
  type SigningWish,
  saying,
  updated,
  withFields,
} from './sig-document.ts';

type Level = 'none' | 'lta' | 'form-filling' | 'annotations';

const change = (
  name: string,
  level: Level,
  objects: (signed: Uint8Array) => TestObject[],
  wish: SigningWish = {},
): SignedChange => ({
  name,
  class: 'sig-diff-allowed',
  wish,
  make: (signed) => updated(signed, objects(signed)),
  expect: { level },
});

const stream = (number: number): TestObject => ({ number, body: streamBody('0', '', 'flate') });
const store = (signed: Uint8Array): TestObject[] => [
  more(signed, 1, '/DSS 300 0 R'),
  {
    number: 300,
    body: `<</Type/DSS/Certs 301 0 R/OCSPs[303 0 R]/CRLs[]/VRI<</${'0A'.repeat(20)} 304 0 R>>>>`,
  },
  { number: 301, body: '[302 0 R]' },
  stream(302),
  stream(303),
  { number: 304, body: '<</Type/VRI/Cert[302 0 R]/OCSP[303 0 R]/TU(D:20260101000000Z)>>' },
];
const filled = (signed: Uint8Array): TestObject[] => [
  more(signed, 100, '/V(9)/AP<</N 300 0 R>>/M(D:20260101000000Z)'),
  { number: 300, body: saying('9') },
];
const note = (entries = ''): string =>
  `<</Type/Annot/Subtype/Text/Rect[400 400 420 420]/Contents(Well)/F 4${entries}>>`;

/** What people and their programs do behind a signature, and are permitted to. */
export const signatureInnocents: readonly SignedChange[] = [
  { name: 'nothing', class: 'sig-valid', wish: {}, make: (signed) => signed, expect: { level: 'none' } },
  change('objects are written again as they were', 'none', (signed) =>
    [3, 5, 103, 104].map((number) => ({ number, body: bodyOf(signed, number) })),
  ),
  change('a note of the writer and its date', 'lta', () => [
    { number: 160, body: '<</Producer(Another)/ModDate(D:20260202000000Z)/Title(Contract)>>' },
  ]),
  change('an extension', 'lta', (signed) => [
    edited(signed, 1, (body) =>
      body.replace(/\/Extensions ?<</, '$&/ADBE<</BaseVersion/1.7/ExtensionLevel 8>>'),
    ),
  ]),
  ...([undefined, 1, 2, 3] as const).map((certify) =>
    change(`validation data, P=${certify ?? 'none'}`, 'lta', store, certify === undefined ? {} : { certify }),
  ),
  change('a field is filled', 'form-filling', filled),
  change('a field is filled, P=2', 'form-filling', filled, { certify: 2 }),
  change('a field of a group is filled', 'form-filling', (signed) => [
    more(signed, 107, '/V(Athens)/AP<</N 300 0 R>>'),
    { number: 300, body: saying('Athens') },
  ]),
  change('a value is changed with what shows it', 'form-filling', (signed) => [
    edited(signed, 103, (body) => body.replace('Eleni', 'Maria').replace('104 0 R', '300 0 R')),
    { number: 300, body: saying('Maria') },
  ]),
  change('a value is changed, and what shows it in its place', 'form-filling', (signed) => [
    edited(signed, 103, (body) => body.replace('Eleni', 'Maria')),
    { number: 104, body: saying('Maria') },
  ]),
  change('a box is ticked', 'form-filling', (signed) => [
    edited(signed, 105, (body) => body.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes')),
  ]),
  change(
    'a field that no lock names is filled',
    'form-filling',
    (signed) => [edited(signed, 105, (body) => body.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes'))],
    { field: 'approval' },
  ),
  change('metadata', 'form-filling', () => [{ number: 120, body: metadata('<b c="d">&amp;</b>') }]),
  change('metadata, P=2', 'form-filling', () => [{ number: 120, body: metadata('<!-- b --><b/>') }], {
    certify: 2,
  }),
  change('an empty signature field', 'form-filling', (signed) => [
    annotated(signed, 300),
    withFields(signed, 300),
    { number: 300, body: '<</Type/Annot/Subtype/Widget/FT/Sig/T(new)/Rect[400 9 499 99]/F 4/P 4 0 R>>' },
  ]),
  change('a note', 'annotations', (signed) => [annotated(signed, 300), { number: 300, body: note() }]),
  change('a note, P=3', 'annotations', (signed) => [annotated(signed, 300), { number: 300, body: note() }], {
    certify: 3,
  }),
  change(
    'a highlight, P=3',
    'annotations',
    (signed) => [
      annotated(signed, 300),
      {
        number: 300,
        body: '<</Type/Annot/Subtype/Highlight/Rect[70 690 300 730]/C[1 1 0]/QuadPoints[70 730 300 730 70 690 300 690]/F 4>>',
      },
    ],
    { certify: 3 },
  ),
  change(
    'a note with its place in the structure',
    'annotations',
    (signed) => [
      annotated(signed, 300),
      { number: 300, body: note('/StructParent 1') },
      { number: 301, body: '<</Type/StructElem/S/Annot/P 141 0 R/K<</Type/OBJR/Obj 300 0 R/Pg 4 0 R>>>>' },
      edited(signed, 141, (body) => body.replace('[0]', '[0 301 0 R]')),
      edited(signed, 142, (body) => body.replace(/\]>>$/, ' 1 301 0 R]>>')),
      edited(signed, 140, (body) => body.replace('NextKey 1', 'NextKey 2')),
    ],
    { certify: 3 },
  ),
];
