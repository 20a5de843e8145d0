import { change, type Objects } from './sig-change.ts';
import { annotated, bodyOf, look, more, type SignedChange, saying, withFields } from './sig-document.ts';

const FIELD = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4/FT/Sig/T(more)/Rect[70 690 300 730]';
/** Longer than an appearance whose beginning tells what it paints. */
const LONG = ' '.repeat(1024 * 1024 + 1);

/** A new field for a signature, empty, with a look. */
const emptyField =
  (entries: string, ...painted: string[]): Objects =>
  (signed) => [
    annotated(signed, 300),
    withFields(signed, 300),
    { number: 300, body: `<<${FIELD}${entries}>>` },
    ...painted.map((content) => ({ number: 301, body: look(content) })),
  ];

/** A mark beside the text, with a look. */
const mark =
  (looks: string, painted: Uint8Array): Objects =>
  (signed) => [
    annotated(signed, 300),
    { number: 300, body: `<</Type/Annot/Subtype/Highlight/Rect[40 600 70 630]${looks}>>` },
    { number: 301, body: painted },
  ];

/** What shows something while it looks like what may be added. */
export const concealed: readonly SignedChange[] = [
  change(
    'sig-usf',
    'an empty field with a look for a state',
    'unsigned_field',
    emptyField('/AS/On/AP<</N<</On 301 0 R>>>>', '1 g 0 0 90 20 re f'),
  ),
  change(
    'sig-usf',
    'an empty field whose look begins late',
    'unsigned_field',
    emptyField('/AP<</N 301 0 R>>', `${LONG}1 g 0 0 90 20 re f`),
  ),
  change(
    'sig-usf',
    'an empty field with a background over the text',
    'covers_content',
    emptyField('/MK<</BG[1 1 1]>>'),
  ),
  change(
    'sig-eaa',
    'a mark that shows text for a state',
    'covers_content',
    mark('/AS/On/AP<</N<</On 301 0 R>>>>', saying('9')),
  ),
  change(
    'sig-eaa',
    'a mark that shows text by a quotation mark',
    'covers_content',
    mark('/AP<</N 301 0 R>>', look("BT /F1 9 Tf 2 4 Td (9) ' ET")),
  ),
  change(
    'sig-eaa',
    'a mark that shows an image of its own',
    'covers_content',
    mark('/AP<</N 301 0 R>>', look('BI /W 1 /H 1 /BPC 8 /CS /G ID x EI')),
  ),
  change(
    'sig-eaa',
    'a mark that shows text late',
    'covers_content',
    mark('/AP<</N 301 0 R>>', look(`${LONG}BT /F1 9 Tf (9) Tj ET`)),
  ),
  change(
    'sig-fieldmdp',
    'a value above a locked field',
    'field_locked',
    (signed) => [more(signed, 106, '/V(Athens)')],
    { field: 'approval' },
  ),
  change('sig-shadow-replace', 'an object under another generation', 'content', (signed) => [
    { number: 5, generation: 1, body: bodyOf(signed, 5) },
  ]),
];
