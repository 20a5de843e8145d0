import { streamBody, type TestObject } from '../pdf/index.ts';
import { innocent } from './sig-change.ts';
import {
  annotated,
  bodyOf,
  edited,
  metadata,
  more,
  type SignedChange,
  saying,
  withFields,
} from './sig-document.ts';
import { remarkInnocents } from './sig-remarks.ts';
import { sightInnocents } from './sig-sight.ts';
import { structuralInnocents } from './sig-structure.ts';

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
  innocent('objects are written again as they were', 'none', (signed) =>
    [3, 5, 103, 104].map((number) => ({ number, body: bodyOf(signed, number) })),
  ),
  innocent('a note of the writer and its date', 'lta', () => [
    { number: 160, body: '<</Producer(Another)/ModDate(D:20260202000000Z)/Title(Contract)>>' },
  ]),
  innocent('an extension', 'lta', (signed) => [
    edited(signed, 1, (body) =>
      body.replace(/\/Extensions ?<</, '$&/ADBE<</BaseVersion/1.7/ExtensionLevel 8>>'),
    ),
  ]),
  ...([undefined, 1, 2, 3] as const).map((certify) =>
    innocent(
      `validation data, P=${certify ?? 'none'}`,
      'lta',
      store,
      certify === undefined ? {} : { certify },
    ),
  ),
  innocent('a field is filled', 'form-filling', filled),
  innocent('a field is filled, P=2', 'form-filling', filled, { certify: 2 }),
  innocent('a field of a group is filled', 'form-filling', (signed) => [
    more(signed, 107, '/V(Athens)/AP<</N 300 0 R>>'),
    { number: 300, body: saying('Athens') },
  ]),
  innocent('a value is changed with what shows it', 'form-filling', (signed) => [
    edited(signed, 103, (body) => body.replace('Eleni', 'Maria').replace('104 0 R', '300 0 R')),
    { number: 300, body: saying('Maria') },
  ]),
  innocent('a value is changed, and what shows it in its place', 'form-filling', (signed) => [
    edited(signed, 103, (body) => body.replace('Eleni', 'Maria')),
    { number: 104, body: saying('Maria') },
  ]),
  innocent('a box is ticked', 'form-filling', (signed) => [
    edited(signed, 105, (body) => body.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes')),
  ]),
  innocent(
    'a field that no lock names is filled',
    'form-filling',
    (signed) => [edited(signed, 105, (body) => body.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes'))],
    { field: 'approval' },
  ),
  innocent('metadata', 'form-filling', () => [{ number: 120, body: metadata('<b c="d">&amp;</b>') }]),
  innocent('metadata, P=2', 'form-filling', () => [{ number: 120, body: metadata('<!-- b --><b/>') }], {
    certify: 2,
  }),
  innocent('an empty signature field', 'form-filling', (signed) => [
    annotated(signed, 300),
    withFields(signed, 300),
    { number: 300, body: '<</Type/Annot/Subtype/Widget/FT/Sig/T(new)/Rect[400 9 499 99]/F 4/P 4 0 R>>' },
  ]),
  innocent('a note', 'annotations', (signed) => [annotated(signed, 300), { number: 300, body: note() }]),
  innocent(
    'a note, P=3',
    'annotations',
    (signed) => [annotated(signed, 300), { number: 300, body: note() }],
    {
      certify: 3,
    },
  ),
  innocent(
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
  innocent(
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
  ...structuralInnocents,
  ...remarkInnocents,
  ...sightInnocents,
];
