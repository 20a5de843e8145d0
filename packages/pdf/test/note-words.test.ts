import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** Of Courier of 12 points, in which all is written. */
const WIDE = 7.2;
const START = 72;
/** A line of text that begins so many characters from the edge, and somewhat further. */
const line = (text: string, column: number, { more = 0, y = 700, size = 12 } = {}): string =>
  `BT /F1 ${size} Tf ${START + column * WIDE + more} ${y} Td (${text}) Tj ET\n`;
/** So, from the foot of the page to its head. */
const upwards = (text: string, column: number): string =>
  `BT /F1 12 Tf 0 1 -1 0 90 ${620 + column * WIDE} Tm (${text}) Tj ET\n`;
/** Two letters `n` that are drawn, as high as small letters. */
const drawn = (column: number): string => {
  const places = [0, 6].flatMap((x) =>
    ['0 0 m', '0 6 l', '5 6 l', '5 0 l', '4 0 l', '4 5 l', '1 5 l', '1 0 l'].map((point) => {
      const [dx, dy, operator] = point.split(' ');
      return `${START + column * WIDE + x + Number(dx)} ${700 + Number(dy)} ${operator}`;
    }),
  );
  return `0 g ${places.join(' ')} f`;
};

/** The same, drawn with a pen. */
const pen = (column: number): string => {
  const at = (x: number, y: number): string => `${START + column * WIDE + x} ${700 + y}`;
  return [0, 8].map((x) => `0 G ${at(x, 0)} m ${at(x, 6)} l ${at(x + 5, 6)} l ${at(x + 5, 0)} l S`).join(' ');
};

const COURIER = { number: 3, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' };

/** What is told of words that a note shows on a page. */
function told(content: string, look: string, entries = '/Subtype/Stamp'): string[] {
  const form = `/Type/XObject/Subtype/Form/BBox[60 600 400 760]/Resources<</Font<</F1 3 0 R>>>>`;
  const objects = documentObjects({
    pages: [{ content, entries: `/Annots[100 0 R]` }],
    ...(entries.includes('/FT') ? { catalog: '/AcroForm<</Fields[100 0 R]>>' } : {}),
    more: [
      { number: 100, body: `<</Type/Annot/F 4/Rect[60 600 400 760]/AP<</N 101 0 R>>${entries}>>` },
      { number: 101, body: streamBody(look, form) },
    ],
  });
  const inCourier = objects.map((one) => (one.number === COURIER.number ? COURIER : one));
  return inspect(open(writePdf({ kind: 'table', objects: inCourier }))).findings.map(
    ({ kind, excerpt }) => `${kind}: ${excerpt}`,
  );
}

/** The entries of a field that holds a text. */
const field = (value: string, flags: number): string => `/Subtype/Widget/FT/Tx/T(a)/V(${value})/Ff ${flags}`;

describe('UP-6: what a note shows within a line of the page', () => {
  it.each<[string, string, string, string]>([
    ['the beginning of a word', line('has   limited use', 0), line('un', 4), 'has unlimited use'],
    ['the end of a word', line('It is use', 0), line('less', 9), 'It is useless'],
    ['a part within a word', line('can   be', 0), line('not', 3), 'cannotbe'],
    ['a word that says no', line('may     raise the rate', 0), line('not', 4), 'may not raise the rate'],
    [
      'a word that says no at the end of a line',
      line('It shall', 0),
      line('not', 8, { more: 5 }),
      'It shall not',
    ],
    [
      'a word that says no at its beginning',
      line('to be paid', 4),
      line('not', 0, { more: 5 }),
      'not to be paid',
    ],
    [
      'a word that says no, letter by letter and from its end',
      line('may     raise', 0),
      line('t', 6) + line('n', 4) + line('o', 5),
      'may not raise',
    ],
    [
      'a word that says no, with many blanks behind it',
      line('may     raise', 0),
      line(`not${' '.repeat(60)}`, 4),
      'may not raise',
    ],
    [
      'several words that say no',
      line('shall pay', 0),
      line('only what is not otherwise agreed upon', 10),
      'shall pay only what is not otherwise agreed upon',
    ],
    [
      'a word that makes millions of a number',
      line('costs 5         euro', 0),
      line('million', 8),
      'costs 5 million euro',
    ],
    [
      'a word that makes thousands of a word',
      line('five          euro', 0),
      line('thousand', 5),
      'five thousand euro',
    ],
    ['a word that says nothing', line('owes         to A', 0), line('nothing', 5), 'owes nothing to A'],
    ['a word that says no, upwards', upwards('may     raise', 0), upwards('not', 4), 'may not raise'],
    ['two words of which one says no', line('He is         due', 0), line('not yet', 6), 'He is not yet due'],
  ])('%s', (_, content, look, read) => expect(told(content, look)).toEqual([`text_map_mismatch: ${read}`]));

  it('a word of a field that nobody fills in', () => {
    expect(told(line('may     raise', 0), line('not', 4), field('not', 1))).toEqual([
      'text_map_mismatch: may not raise',
    ]);
  });

  it('a word that is drawn', () => {
    expect(told(line('may     raise', 0), drawn(4))).toEqual(['text_map_mismatch: may … raise']);
  });

  it.each<[string, string, string]>([
    ['a word that says nothing else', line('paid on        at once', 0), line('Monday', 8)],
    ['a word that says no elsewhere', line('may     raise', 0), line('not', 4, { y: 680 })],
    ['a word that says no further on', line('may', 0), line('not', 7)],
    ['a small word that says no', line('may     raise', 0), line('not', 4, { size: 6 })],
    [
      'a sentence beside a line',
      line('Approved:', 0),
      line('not without what is said in the letter of May', 10),
    ],
    ['letters behind a sign', line('Name:', 0), line('Anna', 5)],
    ['an answer to a question', line('Married?', 0), line('no', 9, { more: -2 })],
    ['an answer behind a colon', line('Married:', 0), line('no', 9, { more: -2 })],
    ['a digit behind a word', line('Article', 0), line('7', 7)],
  ])('SGN-7: none of %s', (_, content, look) => expect(told(content, look)).toEqual([]));

  it('a word that a pen draws between two others', () => {
    expect(told(line('may    raise', 0), pen(4), '/Subtype/Ink/InkList[[0 0 1 1]]')).toEqual([
      'text_map_mismatch: may … raise',
    ]);
  });

  it('a word that the page draws in lines between two others', () => {
    expect(told(`${line('may    raise', 0)}${pen(4)}`, line('x', 30))).toEqual([
      'text_map_mismatch: may … raise',
    ]);
  });

  it('SGN-7: none of a curve that the page draws between two words', () => {
    const curve = '0 G 101 700 m 104 706 l 107 700 l 110 706 l 113 700 l S';
    expect(told(`${line('may    raise', 0)}${curve}`, line('x', 30))).toEqual([]);
  });

  it.each([
    ['a word that a pen draws at the end of a line', pen(4)],
    ['a mark of a pen', pen(4).replace(/ 0 6 l| 5 6 l/g, '')],
  ])('SGN-7: none of %s', (_, look) =>
    expect(told(line('may', 0), look, '/Subtype/Ink/InkList[[0 0 1 1]]')).toEqual([]),
  );

  it('SGN-7: none of what somebody fills in', () => {
    expect(told(line('may     raise', 0), line('not', 4), field('not', 0))).toEqual([]);
  });

  it('SGN-7: none of what it draws further on', () => {
    expect(told(line('may raise', 0), drawn(12))).toEqual([]);
  });
});

describe('a text box without a look within a line of the page', () => {
  const box = (text: string, from: number, to: number): string[] => {
    const rect = `${START + from * WIDE} 696 ${START + to * WIDE} 713`;
    const objects = documentObjects({
      pages: [{ content: line('may     raise 5         euro', 0), entries: '/Annots[100 0 R]' }],
      more: [
        {
          number: 100,
          body: `<</Type/Annot/Subtype/FreeText/F 4/Rect[${rect}]/Contents(${text})/DA(/F1 12 Tf)>>`,
        },
      ],
    });
    const inCourier = objects.map((one) => (one.number === COURIER.number ? COURIER : one));
    return inspect(open(writePdf({ kind: 'table', objects: inCourier }))).findings.map(
      ({ kind, excerpt }) => `${kind}: ${excerpt}`,
    );
  };

  it.each<[string, number, number, string]>([
    ['not', 3.5, 7.8, 'may not raise5euro'],
    ['million', 15.5, 23.8, 'mayraise5 million euro'],
  ])('UP-6: %s', (text, from, to, read) =>
    expect(box(text, from, to)).toEqual([`text_map_mismatch: ${read}`]),
  );

  it.each<[string, number, number]>([
    ['soon', 3.5, 7.8],
    ['million', 3.5, 7.8],
    ['not', 32, 36],
  ])('SGN-7: none of %s from %f to %f', (text, from, to) => expect(box(text, from, to)).toEqual([]));
});

it('UP-6: a text box whose words stand in another order than it says them', () => {
  const look = `BT /F1 12 Tf 1 0 0 1 200 700 Tm (Tom ) Tj 1 0 0 1 120 700 Tm (pays ) Tj 1 0 0 1 72 700 Tm (Ann) Tj ET`;
  expect(told('', look, '/Subtype/FreeText/Contents(Tom pays Ann)')).toEqual([
    'field_value_differs: Ann pays Tom ≠ Tom pays Ann',
  ]);
});

it.each([
  ['(<p>Pay 900</p>)', ['field_value_differs: Pay 900 ≠ Pay 100']],
  ['(<p>Pay</p><p>100</p>)', []],
])('UP-6, SGN-7: a text box of 100 whose rich text is %s', (rich, findings) => {
  const entries = `/Subtype/FreeText/Contents(Pay 100)/RC${rich}`;
  expect(told('', line('Pay 100', 0), entries)).toEqual(findings);
});
