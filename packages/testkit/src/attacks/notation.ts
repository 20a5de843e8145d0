import { deflateSync } from 'node:zlib';
import { bytesOf, documentObjects, streamBody, writePdf } from '../pdf/index.ts';
import type { Attack } from './attack.ts';

/** A page whose content is written in parts, each a stream's body; `resources` and `more` as they stand in the file. */
interface Written {
  parts: Uint8Array[];
  resources?: string;
  more?: { number: number; body: Uint8Array | string }[];
}

const HEAD = 'BT /F1 12 Tf 72 760 Td (Agreement) Tj ET\n';
const PRICE = 'BT /F1 16 Tf 36 380 Td (PRICE: 9000) Tj ET';

function written(name: string, expect: string[], { parts, resources = '', more = [] }: Written): Attack {
  const contents = parts.map((_, at) => `${100 + at} 0 R`).join(' ');
  const objects = documentObjects({
    more: [...parts.map((body, at) => ({ number: 100 + at, body })), ...more],
  }).map((object) => {
    if (object.number !== 4 || typeof object.body !== 'string') return object;
    const body = object.body
      .replace('/Contents 5 0 R', `/Contents[${contents}]`)
      .replace('/Resources<<', `/Resources<<${resources}`);
    return { number: 4, body };
  });
  const used = objects.filter(({ number }) => number !== 5);
  return { name, expect, bytes: (kind = 'table') => writePdf({ kind, objects: used, hidden: [] }) };
}

const content = (name: string, text: string): Attack =>
  written(name, ['ambiguous_syntax'], { parts: [streamBody(HEAD + text)] });
const number = (name: string, digits: string): Attack =>
  content(`a number with ${name}`, `BT /F1 16 Tf 36 ${digits} Td (PRICE: 9000) Tj ET`);
const parts = (name: string, first: string, second: string): Attack =>
  written(name, ['ambiguous_syntax'], { parts: [streamBody(HEAD + first), streamBody(second)] });
const shown = (name: string, operand: string): Attack =>
  content(name, `BT /F1 16 Tf 36 380 Td ${operand} ET`);
const filtered = (name: string, entries: string, data: Uint8Array): Attack =>
  written(name, ['unreadable_object'], { parts: [streamBody(HEAD), streamBody(data, entries)] });
const form = (name: string, expect: string[], entries: string, drawing: string, around = ''): Attack =>
  written(name, expect, {
    parts: [streamBody(`${HEAD}/X Do`)],
    resources: `/XObject<</X 110 0 R/Y 111 0 R>>${around}`,
    more: [
      { number: 110, body: streamBody(drawing, `/Type/XObject${entries}`) },
      { number: 111, body: streamBody(PRICE, '/Type/XObject/Subtype/Form/BBox[0 0 595 842]') },
    ],
  });
const image = (name: string, text: string): Attack => content(name, `q 9 0 0 9 36 330 cm ${text}`);

/** Enough that is no content for data to be cut in. */
const noise = Array.from({ length: 900 }, (_, at) => `${(at * 7919) % 1009} w`).join('\n');
const deflated = deflateSync(`${PRICE}\n${noise}`);
/** Of a stored block: its bytes, and their complement (RFC 1951 §3.2.4). */
const length = ({ length: bytes }: string): string => String.fromCharCode(bytes, 0, 255 - bytes, 255);
const FORM = '/Subtype/Form/BBox[0 0 595 842]';

/** Content that readers split into words, numbers and parts differently (ISO 32000-2 §7.2, §7.3, §7.8). */
export const notationAttacks: readonly Attack[] = [
  content('a colour with more numbers than its space has', `/DeviceRGB cs 1 1 1 0 0 0 scn ${PRICE}`),
  content('a dash that is shorter than nothing', `[-5 100] 0 d ${PRICE}`),
  written('a font that a state dictionary sets', ['ambiguous_syntax'], {
    parts: [streamBody(`${HEAD}BT /F1 12 Tf /G gs 36 380 Td (PRICE: 9000) Tj ET`)],
    resources: '/ExtGState<</G<</Font[3 0 R 16]>>>>',
  }),
  number('an exponent', '3.8e2'),
  number('a radix', '16#17C'),
  number('a comma', '380,5'),
  number('two signs', '+-380'),
  number('two minus signs', '--380'),
  number('a minus within', '3-80'),
  number('two points', '380..5'),
  number('a low line', '3_80'),
  number('more than 32 bits', '4294967676'),
  content('a number that is a sign alone', 'BT /F1 16 Tf 36 380 Td 0 - Td (PRICE: 9000) Tj ET'),
  content('a number and an operator without a space', 'BT /F1 16 Tf 36 380Td (PRICE: 9000) Tj ET'),
  content('two operators without a space', `q Qq ${PRICE} Q`),
  content('an operator that lacks an operand', 'BT /F1 16 Tf 36 380 Td 50 Td (PRICE: 9000) Tj ET'),
  content('an operator with an operand too many', 'BT /F1 16 Tf 1 36 380 Td (PRICE: 9000) Tj ET'),
  content('operands in the wrong order', 'BT 16 /F1 Tf 36 380 Td (PRICE: 9000) Tj ET'),
  content('a text rendering mode that does not exist', `8 Tr ${PRICE}`),
  shown('a name among strings', '[(PRICE: ) /x (9000)] TJ'),
  shown('an array for a string', '[(PRICE: 9000)] Tj'),
  shown('a bracket that closes nothing', '(PRICE: 9000) ] Tj'),
  shown('a string that does not end', '(PRICE: 9000 Tj'),
  shown('an escape that is not octal', '(PRICE: \\9000) Tj'),
  shown('letters in hexadecimal digits', '<50 52 zz 39 30> Tj'),
  shown('a comment in hexadecimal digits', '<5052494345 %2039\n 3A20> Tj'),
  content('a comment with a form feed', `% note\f${PRICE}\n`),
  content('a comment that a lone CR ends', `% note\r${PRICE}\n`),
  content('text after a Q within a text object', 'BT /F1 16 Tf q 1 0 0 1 36 380 Tm (1000) Tj Q (9000) Tj ET'),
  content('a Q within a text object of a q before it', 'q BT /F1 16 Tf 36 380 Td Q (9000) Tj ET'),
  content('a Q without a q', `Q ${PRICE}`),
  content('a font that is not in the resources', 'BT /F9 16 Tf 36 380 Td (PRICE: 9000) Tj ET'),
  content('an escape of a name that is none', 'BT /F1 16 Tf 36 380 Td (a) Tj ET /Artifact#2 BMC EMC'),
  written('a part that is no stream', ['unreadable_object'], { parts: [streamBody(HEAD), bytesOf('7')] }),
  written('a part that is several', ['unreadable_object'], {
    parts: [streamBody(HEAD), bytesOf('[110 0 R]')],
    more: [{ number: 110, body: streamBody(PRICE) }],
  }),
  image(
    'a length of an inline image that is wrong',
    `BI /W 2 /H 2 /CS /G /BPC 8 /L 90 ID abcd\nEI Q ${PRICE}`,
  ),
  image('fewer data than an inline image has samples', `BI /W 9 /H 9 /CS /G /BPC 8 ID abcd\nEI Q ${PRICE}`),
  image(
    'a second end of an inline image',
    `BI /W 2 /H 2 /CS /G /BPC 8 /F /RL ID abcd\nEI Q ${PRICE} q\nEI Q`,
  ),
  parts('a part that ends within a number', 'BT /F1 16 Tf 36 3', '80 Td (PRICE: 9000) Tj ET'),
  parts('a part that ends within an operator', 'BT /F1 16 Tf 36 380 Td (PRICE: 9000) T', 'j ET'),
  parts('a part that ends within a string', 'BT /F1 16 Tf 36 380 Td (PRICE: 9', '000) Tj ET'),
  parts('a part that ends within hexadecimal digits', 'BT /F1 16 Tf 36 380 Td <50524', '93030> Tj ET'),
  parts('a part that ends within a name', 'BT /F', '1 16 Tf 36 380 Td (PRICE: 9000) Tj ET'),
  parts('a part that ends within a comment', '% note', PRICE),
  parts(
    'a part that ends within an inline image',
    'q 9 0 0 9 36 330 cm BI /W 2 /H 2 /CS /G /BPC 8 ID a',
    `bc\nEI Q ${PRICE}`,
  ),
  form('a form that is drawn by a name of the page', ['ambiguous_syntax'], `${FORM}/Resources<<>>`, '/Y Do'),
  form(
    'a form in a state that only the page names',
    ['ambiguous_syntax'],
    `${FORM}/Resources<</Font<</F1 3 0 R>>>>`,
    `/G gs ${PRICE}`,
    '/ExtGState<</G<</ca 1>>>>',
  ),
  form('a form without its subtype', ['ambiguous_syntax'], '/BBox[0 0 595 842]', PRICE),
  form('a form without a box', ['unreadable_object'], '/Subtype/Form', PRICE),
  filtered('deflated data that are cut', '/Filter/FlateDecode', deflated.subarray(0, -300)),
  filtered(
    'deflated data that break midway',
    '/Filter/FlateDecode',
    // A block as it is, and one of a kind that does not exist.
    Buffer.from(`\x78\x9c\0${length(PRICE)}${PRICE}\x07${PRICE}`, 'latin1'),
  ),
  filtered('a run that goes over the end', '/Filter/RunLengthDecode', Buffer.from(`\x7f${PRICE}`, 'latin1')),
  filtered(
    'letters in data of hexadecimal digits',
    '/Filter/ASCIIHexDecode',
    Buffer.from(`20zz${Buffer.from(PRICE).toString('hex')}>`),
  ),
  filtered(
    'parameters under their short name',
    '/Filter/FlateDecode/DP<</Predictor 12>>',
    deflateSync(PRICE),
  ),
];

const plain = (name: string, text: string): Attack => ({ ...content(name, text), expect: [] });

/** What everyday writers write, and every reader reads alike. */
export const notationInnocents: readonly Attack[] = [
  plain('numbers as writers write them', 'q 1.0 -0 0. .5 +1 00012 cm Q 0 0 0 rg -.5 w'),
  plain('a bound of real numbers', `-34${'0'.repeat(37)} 0 9 9 re n`),
  plain('many digits behind the point', `0.${'1'.repeat(400)} w`),
  plain('no space around delimiters', 'BT/F1 16 Tf 36 380 Td[(PRICE)-200(: 9000)]TJ(x)Tj<20>Tj ET'),
  plain('an odd number of hexadecimal digits', 'BT /F1 16 Tf 36 380 Td <50 52\n4> Tj ET'),
  plain('an escape in a name', `/Span#41 BMC ${PRICE} EMC`),
  plain('escapes', 'BT /F1 16 Tf 36 380 Td (\\(a\\) \\\\ \\101 \\7 b\\\nc \\n) Tj ET'),
  plain('a colour with the same numbers twice', `/DeviceRGB cs 0 0 0 0 0 0 scn ${PRICE}`),
  {
    ...written('a font that a state dictionary sets, and another one before text', [], {
      parts: [streamBody(`${HEAD}/G gs ${PRICE}`)],
      resources: '/ExtGState<</G<</Font[3 0 R 16]>>>>',
    }),
  },
  plain('a comment', '% DSBlank\n'),
  plain('a saved state around text', `q BT /F1 16 Tf 36 380 Td (a) Tj ET Q q ${PRICE} Q`),
  plain('a state saved within text, which is set anew', 'BT /F1 9 Tf q (a) Tj Q 1 0 0 1 9 9 Tm (b) Tj ET'),
  plain('compatibility', `BX /None sh EX ${PRICE}`),
  plain('an inline image', 'q 9 0 0 9 36 330 cm BI /W 2 /H 2 /CS /G /BPC 8 /L 4 ID abcd\nEI Q'),
  plain('a colour space of the page in an inline image', 'BI /W 2 /H 2 /CS /C0 /BPC 8 ID abcdabcdabcd\nEI'),
  { ...parts('parts that end with operators', 'q Q', `q ${PRICE} Q`), expect: [] },
  { ...parts('parts that end between operands', 'BT /F1 16 Tf 36 ', ' 380 Td (a) Tj ET'), expect: [] },
  form('a form that has no resources', [], FORM, PRICE),
  {
    ...filtered('deflated data without a checksum', '/Filter/FlateDecode', deflated.subarray(0, -4)),
    expect: [],
  },
  { ...filtered('no data', '/Filter/FlateDecode', new Uint8Array(0)), expect: [] },
];
