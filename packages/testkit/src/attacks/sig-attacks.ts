import { streamBody } from '../pdf/index.ts';
import { bytes, change, type Objects } from './sig-change.ts';
import { concealed } from './sig-concealed.ts';
import {
  annotated,
  edited,
  look,
  metadata,
  more,
  type SignedChange,
  saying,
  updated,
  withFields,
} from './sig-document.ts';
import { forgedSignatures, savingAttacks, signature, signatureBody } from './sig-forged.ts';
import { freshAttacks } from './sig-fresh.ts';
import { remarkAttacks } from './sig-remarks.ts';
import { sightAttacks } from './sig-sight.ts';
import { structuralAttacks } from './sig-structure.ts';

const asText = (file: Uint8Array): string => Buffer.from(file).toString('latin1');
/** Shadow attacks: what was prepared before signing is brought to light, or covered, behind it. */
const shadow: readonly SignedChange[] = [
  change('sig-shadow-hide', 'a cover that is taken away', 'covers_content', (signed) => [
    edited(signed, 4, (body) => body.replace(' 150 0 R', '')),
  ]),
  change('sig-shadow-hide', 'a cover that is made clear', 'covers_content', () => [
    { number: 151, body: look('') },
  ]),
  change('sig-shadow-replace', 'a font that is exchanged', 'content', () => [
    { number: 3, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding<</Differences[49/nine]>>>>' },
  ]),
  change('sig-shadow-replace', 'a field that shows another value', 'appearance', () => [
    { number: 104, body: saying('Maria') },
  ]),
  change('sig-shadow-replace', 'a tick that looks like none', 'appearance', () => [
    { number: 109, body: look('f') },
  ]),
  change('sig-shadow-hide-replace', 'another catalog', 'catalog', (signed) => [
    more(signed, 1, '/OpenAction[4 0 R/Fit]'),
  ]),
  bytes('sig-shadow-hide-replace', 'another root', { reason: 'catalog' }, (signed) =>
    Buffer.from(
      asText(updated(signed, [{ ...more(signed, 1, '/OpenAction[4 0 R/Fit]'), number: 300 }])).replace(
        /\/Root 1 0 R(?![\s\S]*\/Root)/,
        '/Root 300 0 R',
      ),
      'latin1',
    ),
  ),
  change('sig-shadow-hide-replace', 'contents that nothing led to', 'page', (signed) => [
    edited(signed, 4, (body) => body.replace('/Contents 5 0 R', '/Contents 170 0 R')),
  ]),
  change('sig-shadow-hide-replace', 'a number that was named and not there', 'dangling_defined', () => [
    { number: 400, body: streamBody('x') },
  ]),
  change('sig-shadow-hide-replace', 'a font that nothing leads to yet', 'unused_content', () => [
    { number: 300, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>' },
  ]),
  change('sig-shadow-hide-replace', 'a catalog that nothing leads to yet', 'unused_content', () => [
    { number: 300, body: '<</Type/Catalog/Pages 2 0 R>>' },
  ]),
  change('sig-shadow-hide-replace', 'a layer', 'content', () => [
    { number: 130, body: '<</Type/OCG/Name(Other)>>' },
  ]),
  change('sig-shadow-hide-replace', 'metadata that are contents, too', 'page', (signed) => [
    edited(signed, 4, (body) => body.replace('/Contents 5 0 R', '/Contents[5 0 R 120 0 R]')),
  ]),
];

const OVER = '/Rect[70 690 300 730]/F 4';
const drawn =
  (subtype: string, entries: string, painted?: string): Objects =>
  (signed) => [
    annotated(signed, 300),
    {
      number: 300,
      body: `<</Type/Annot/Subtype/${subtype}${OVER}${entries}${painted === undefined ? '' : '/AP<</N 301 0 R>>'}>>`,
    },
    ...(painted === undefined ? [] : [{ number: 301, body: look(painted) }]),
  ];

/** Evil annotations over what was certified with P=3; sneaky signatures. */
const annotations: readonly SignedChange[] = [
  ...(
    [
      ['a text box', 'FreeText', '/DA(/F1 9 Tf)/Contents(Pay 1)', undefined],
      ['a filled square', 'Square', '/IC[1 1 1]', undefined],
      ['a square with a look that is filled', 'Square', '', '1 g 0 0 90 20 re f'],
      ['a redaction', 'Redact', '/IC[0 0 0]', undefined],
      ['a broad stroke', 'Ink', '/BS<</W 40>>/InkList[[70 710 300 710]]/C[1 1 1]', undefined],
      ['a broad stroke with a look', 'Ink', '', '1 G 20 w 0 10 m 90 10 l S'],
      ['a stamp', 'Stamp', '', 'BT /F1 9 Tf (Paid) Tj ET'],
      ['a note whose icon is as large as the text', 'Text', '', '0 0 90 20 re f'],
      [
        'a highlight that hides',
        'Highlight',
        '/QuadPoints[70 730 300 730 70 690 300 690]',
        '1 g 0 0 90 20 re f',
      ],
      ['a link with a look', 'Link', '', '1 g 0 0 90 20 re f'],
    ] as const
  ).map(([name, subtype, entries, painted]) =>
    change('sig-cert-eaa', name, 'covers_content', drawn(subtype, entries, painted), { certify: 3 }),
  ),
  change(
    'sig-cert-eaa',
    'a note with a script',
    'action',
    drawn('Text', '/A<</S/JavaScript/JS(app.alert)>>'),
    { certify: 3 },
  ),
  change('sig-cert-eaa', 'a note behind P=2', 'not_permitted', drawn('Text', ''), { certify: 2 }),
  change('sig-cert-eaa', 'a note behind P=1', 'not_permitted', drawn('Text', ''), { certify: 1 }),
  change('sig-cert-ssa', 'an empty signature field that shows something', 'unsigned_field', (signed) => [
    annotated(signed, 300),
    withFields(signed, 300),
    { number: 300, body: `<</Type/Annot/Subtype/Widget/FT/Sig/T(new)${OVER}/AP<</N 301 0 R>>>>` },
    { number: 301, body: saying('Paid') },
  ]),
  change(
    'sig-cert-ssa',
    'a signature field that is there and begins to show something',
    'unsigned_field',
    (signed) => [more(signed, 102, '/AP<</N 301 0 R>>'), { number: 301, body: saying('Paid') }],
    { certify: 2 },
  ),
  change(
    'sig-cert-codeinject',
    'a script that opens',
    'catalog',
    (signed) => [more(signed, 1, '/OpenAction<</S/JavaScript/JS(app.alert)>>')],
    { certify: 2 },
  ),
];

/** The form, its locks and the signatures themselves. */
const forms: readonly SignedChange[] = [
  change(
    'sig-diff-forbidden',
    'a locked field is filled',
    'field_locked',
    (signed) => [more(signed, 100, '/V(9)/AP<</N 300 0 R>>'), { number: 300, body: saying('9') }],
    { field: 'approval' },
  ),
  change(
    'sig-diff-forbidden',
    'a field below a locked name is filled',
    'field_locked',
    (signed) => [more(signed, 107, '/V(Athens)')],
    {
      field: 'approval',
    },
  ),
  change(
    'sig-diff-forbidden',
    'a field is filled behind P=1',
    'not_permitted',
    (signed) => [more(signed, 100, '/V(9)')],
    {
      certify: 1,
    },
  ),
  change(
    'sig-diff-forbidden',
    'a field is filled where all is locked',
    'not_permitted',
    (signed) => [more(signed, 100, '/V(9)')],
    {
      lock: true,
    },
  ),
  change(
    'sig-diff-forbidden',
    'the lock is taken away',
    'signature',
    (signed) => [edited(signed, 102, (body) => body.replace('/Lock 101 0 R', ''))],
    { field: 'approval' },
  ),
  change(
    'sig-diff-forbidden',
    'the lock names less',
    'content',
    () => [{ number: 101, body: '<</Type/SigFieldLock/Action/Include/Fields[]>>' }],
    { field: 'approval' },
  ),
  change('sig-diff-forbidden', 'a field is moved', 'field', (signed) => [
    edited(signed, 103, (body) => body.replace('[9 39', '[9 700')),
  ]),
  change('sig-diff-forbidden', 'a field loses its type', 'field', (signed) => [
    edited(signed, 103, (body) => body.replace('/Type/Annot', '')),
  ]),
  change('sig-diff-forbidden', 'a field gets a script', 'field', (signed) => [
    more(signed, 103, '/AA<</K<</S/JavaScript/JS(app.alert)>>>>'),
  ]),
  change('sig-diff-forbidden', 'a field that comes', 'field_added', (signed) => [
    annotated(signed, 300),
    withFields(signed, 300),
    { number: 300, body: `<</Type/Annot/Subtype/Widget/FT/Tx/T(new)/V(Paid)${OVER}>>` },
  ]),
  change('sig-diff-forbidden', 'a field that is listed once more', 'field_added', (signed) => [
    edited(signed, 110, (body) => body.replace('103 0 R', '103 0 R 103 0 R')),
  ]),
  change('sig-diff-forbidden', 'a field that goes', 'field_removed', (signed) => [
    edited(signed, 110, (body) => body.replace('103 0 R', '')),
  ]),
  change('sig-diff-forbidden', 'kids that are no fields', 'field_added', () => [
    { number: 106, body: '<</T(person)/Kids[107 0 R 300 0 R]>>' },
    { number: 300, body: '(no field)' },
  ]),
  change('sig-diff-forbidden', 'a kid that goes', 'field_removed', () => [
    { number: 106, body: '<</T(person)/Kids[]>>' },
  ]),
  change('sig-diff-forbidden', 'readers shall draw the fields anew', 'form', (signed) => [
    more(signed, 110, '/NeedAppearances true'),
  ]),
  change('sig-diff-forbidden', 'another font for the fields', 'form', (signed) => [
    edited(signed, 110, (body) => body.replace('/F1 3 0 R', '/F1 300 0 R')),
    { number: 300, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' },
  ]),
  bytes('sig-diff-forbidden', 'the reason in the signature is rewritten', { broken: true }, (signed) =>
    updated(signed, [
      { number: Number(signature(signed)), body: signatureBody(signed).replace(/>>$/, '/Reason(none)>>') },
    ]),
  ),
  change('sig-diff-forbidden', 'the document is freed', 'freed', () => [{ number: 5, body: 'null' }]),
];

/** Validation data, metadata and structure that are not what they must be. */
const malformed: readonly SignedChange[] = [
  ...(
    [
      ['a store that is a string', '(Hi there)'],
      ['a list that is a dictionary', '<</Certs<<>>>>'],
      ['a list of strings', '<</OCSPs[(x)]>>'],
      ['validation data under a bad key', '<</VRI<</Bleh<<>>>>>>'],
      ['validation data that are no dictionary', `<</VRI<</${'A'.repeat(40)} 5 0 R/${'B'.repeat(40)}(x)>>>>`],
    ] as const
  ).map(([name, store]) =>
    change('sig-diff-forbidden', name, 'validation_data', (signed) => [
      more(signed, 1, '/DSS 300 0 R'),
      { number: 300, body: store },
    ]),
  ),
  ...(
    [
      ['metadata that are words', streamBody('words', '/Type/Metadata')],
      [
        'metadata with a document type',
        streamBody('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', '/Type/Metadata'),
      ],
      [
        'metadata from elsewhere',
        streamBody('<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>', '/Type/Metadata'),
      ],
      ['metadata that do not end', streamBody('<x><y></x>', '/Type/Metadata')],
      ['metadata with an entity', metadata('&lol;')],
      ['metadata that are no stream', '<</Type/Metadata>>'],
    ] as const
  ).map(([name, body]) => change('sig-diff-forbidden', name, 'metadata', () => [{ number: 120, body }])),
  change(
    'sig-diff-forbidden',
    'metadata behind P=1',
    'not_permitted',
    () => [{ number: 120, body: metadata('<b/>') }],
    {
      certify: 1,
    },
  ),
  change('sig-diff-forbidden', 'another meaning of what is read aloud', 'structure', (signed) => [
    more(signed, 141, '/ActualText(Pay 1 euro)'),
  ]),
  change('sig-diff-forbidden', 'contents that are no longer read aloud', 'structure', (signed) => [
    edited(signed, 141, (body) => body.replace('[0]', '[]')),
  ]),
  change('sig-diff-forbidden', 'another element in the place of one', 'structure', (signed) => [
    edited(signed, 140, (body) => body.replace('/K 141 0 R', '/K 300 0 R')),
    { number: 300, body: '<</Type/StructElem/S/Document/P 140 0 R/ActualText(Pay 1 euro)>>' },
  ]),
  change('sig-diff-forbidden', 'another page box', 'page', (signed) => [
    more(signed, 4, '/CropBox[0 0 99 99]'),
  ]),
  change('sig-diff-forbidden', 'a tree of names', 'catalog', (signed) => [
    more(signed, 1, '/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(app.alert)>>]>>>>'),
  ]),
];

/** Changes behind a signature that nobody may take for unchanged. */
export const signatureAttacks: readonly SignedChange[] = [
  ...structuralAttacks,
  ...remarkAttacks,
  ...sightAttacks,
  ...freshAttacks,
  ...savingAttacks,
  ...forgedSignatures,
  ...shadow,
  ...annotations,
  ...forms,
  ...malformed,
  ...concealed,
];
