import { streamBody, type TestObject } from '../pdf/index.ts';
import { bytes, change } from './sig-change.ts';
import {
  annotated,
  edited,
  look,
  more,
  type SignedChange,
  saying,
  updated,
  withFields,
} from './sig-document.ts';
import { sealed } from './sig-sight.ts';

const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4';
const OVER = '/Rect[70 690 300 730]';
const BESIDE = '/Rect[70 500 300 540]';
const LOOK = '/AP<</N 301 0 R>>';
const PLACE = `${' '.repeat(10)} ${' '.repeat(10)} ${' '.repeat(10)}`;
const PAID = saying('Paid');

const value = (type: 'Sig' | 'DocTimeStamp'): TestObject => ({
  number: 310,
  body: `<</Type/${type}/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 ${PLACE}]/Contents<3000>>>`,
});

/** The file with a further signature, or a time-stamp, of nobody, whose widget has these entries. */
const seal =
  (type: 'Sig' | 'DocTimeStamp', entries: string, ...objects: TestObject[]) =>
  (signed: Uint8Array): Uint8Array =>
    sealed(
      updated(signed, [
        annotated(signed, 300),
        withFields(signed, 300),
        { number: 300, body: `<<${WIDGET}/FT/Sig/T(further)/V 310 0 R${entries}>>` },
        value(type),
        ...objects,
      ]),
    );

/** A time-stamp whose field has a widget of its own, with these entries. */
const withKid =
  (entries: string) =>
  (signed: Uint8Array): Uint8Array =>
    sealed(
      updated(signed, [
        annotated(signed, 302),
        withFields(signed, 300),
        { number: 300, body: '<</FT/Sig/T(further)/V 310 0 R/Kids[302 0 R]>>' },
        { number: 302, body: `<<${WIDGET}/Parent 300 0 R${entries}>>` },
        { number: 301, body: PAID },
        value('DocTimeStamp'),
      ]),
    );

const painted = (content: string, resources: string): TestObject => ({
  number: 301,
  body: streamBody(content, `/Type/XObject/Subtype/Form/BBox[0 0 230 40]/Resources<<${resources}>>`),
});
const sized = (content: string, box: string): TestObject => ({
  number: 301,
  body: streamBody(content, `/Type/XObject/Subtype/Form/BBox[${box}]/Resources<<>>`),
});
const faint = painted(`/G gs 1 g ${'0 0 230 40 re f '.repeat(400)}`, '/ExtGState<</G<</ca .019>>>>');

const hides = { reason: 'covers_content' };

/** What readers show of a later signature or field, and a reader of the letter of the file does not see. */
export const freshAttacks: readonly SignedChange[] = [
  ...(
    [
      ['a state that nothing names', `${BESIDE}/AP<</N<</X 301 0 R>>>>`, { number: 301, body: PAID }],
      ['a ground', `${BESIDE}/MK<</BG[1 1 1]>>`],
      ['a border', `${BESIDE}/MK<</BC[0 0 0]>>`],
      ['four hundred veils that are too faint to be seen', `${BESIDE}${LOOK}`, faint],
      [
        'letters that have no width',
        `${BESIDE}${LOOK}`,
        painted(
          'BT /T 20 Tf 5 10 Td (99) Tj ET',
          '/Font<</T<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 57/LastChar 57/Widths[0]>>>>',
        ),
      ],
      ['a box of five numbers', `${BESIDE}${LOOK}`, sized('0 0 9 9 re f', '0 0 230 40 7')],
    ] as [string, string, TestObject?][]
  ).map(([name, entries, object]) =>
    bytes(
      'sig-fresh',
      `a document time-stamp: ${name}`,
      hides,
      seal('DocTimeStamp', entries, ...(object === undefined ? [] : [object])),
    ),
  ),
  bytes(
    'sig-fresh',
    'a look that stands there twice',
    { reason: 'ambiguous' },
    seal(
      'DocTimeStamp',
      `${BESIDE}/AP<</N 301 0 R/N 302 0 R>>`,
      { number: 301, body: PAID },
      { number: 302, body: look('') },
    ),
  ),
  bytes(
    'sig-fresh',
    'a widget with a value of its own',
    { reason: 'field' },
    withKid(`${BESIDE}/FT/Tx/V(9)`),
  ),
  bytes(
    'sig-fresh',
    'a widget with two places',
    { reason: 'field' },
    withKid(`${BESIDE}/Rect[0 0 0 0]${LOOK}`),
  ),
  bytes('sig-fresh', 'faint veils', hides, seal('Sig', `${OVER}${LOOK}`, faint)),
  change('sig-fresh', 'a widget above a new field', 'field_added', (signed) => [
    annotated(signed, 300, 305),
    withFields(signed, 300),
    { number: 300, body: `<<${WIDGET}/FT/Sig/T(further)/Rect[0 0 0 0]>>` },
    { number: 305, body: `<<${WIDGET}${BESIDE}${LOOK}/Kids[300 0 R]>>` },
    { number: 301, body: PAID },
  ]),
  change('sig-fresh', 'a rich value beside another look', 'appearance', (signed) => [
    more(signed, 100, `/V(9)/RV(<p>9</p>)${LOOK}`),
    { number: 301, body: saying('90000') },
  ]),
  change('sig-fresh', 'a box that is ticked, its value is not', 'appearance', (signed) => [
    edited(signed, 105, (body) => body.replace('/AS/Off', '/AS/Yes')),
  ]),
];
