import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a field that stands alone on its page. */
function told(entries: string, look: string): string[] {
  const fonts = '/Resources<</Font<</Helv 102 0 R>>>>';
  const form = `/Type/XObject/Subtype/Form/BBox[0 0 200 40]${fonts}`;
  const objects = documentObjects({
    pages: [{ entries: '/Annots[100 0 R]' }],
    catalog: '/AcroForm<</Fields[100 0 R]>>',
    more: [
      {
        number: 100,
        body: `<</Type/Annot/Subtype/Widget/F 4/T(Sum)/Rect[72 600 272 640]/AP<</N 101 0 R>>${entries}>>`,
      },
      { number: 101, body: streamBody(look, form) },
      { number: 102, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>' },
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(
    ({ kind, excerpt }) => `${kind} ${excerpt}`,
  );
}

const holds = (value: string, more = ''): string => `/FT/Tx/V(${value})${more}`;
const LINES = '/Ff 4096';
const COMB = '/Ff 16777216/MaxLen 10';
/** Strings of a look of 12 points, each with its place. */
const strings = (...all: readonly (readonly [x: number, y: number, text: string])[]): string =>
  `BT /Helv 12 Tf ${all.map(([x, y, text]) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`).join(' ')} ET`;
/** One character to a cell. */
const comb = (text: string, cell: number): string =>
  strings(...Array.from(text, (one, at) => [2 + at * cell, 6, one] as const));

describe('UP-6: the letters of a field say something else by their places than by their order', () => {
  it.each<[string, string, string, string]>([
    [
      'a digit that stands before those that are painted first',
      holds('1500'),
      strings([9, 6, '1'], [2, 6, '5'], [16, 6, '00']),
      '5100 ≠ 1500',
    ],
    ['a sign behind its number', holds('-500'), strings([40, 6, '-'], [2, 6, '500']), '500 - ≠ -500'],
    [
      'lines in another order',
      holds('pays 900 or', LINES),
      strings([2, 6, 'pays '], [2, 20, '900 or']),
      '900 or pays ≠ pays 900 or',
    ],
    ['a digit of a comb in another cell', holds('1500', COMB), comb('1   500', 20), '1 5 0 0 ≠ 1500'],
    [
      'a comb whose other digits stand in one cell',
      holds('1500', COMB),
      strings([2, 6, '1'], [62, 6, '500']),
      '1 500 ≠ 1500',
    ],
    ['digits that blanks keep apart', holds('15.00'), strings([2, 6, '15.     00']), '15. 00 ≠ 15.00'],
    [
      'a point that stands far behind its digits',
      holds('15.000'),
      strings([2, 6, '15'], [40, 6, '.000']),
      '15 .000 ≠ 15.000',
    ],
    [
      'digits on one place',
      holds('1500'),
      strings([2, 6, '1'], [2, 6, '5'], [2, 6, '0'], [2, 6, '0']),
      '1500 ≠ 1500',
    ],
    [
      'a digit of an option that stands before those that are painted first',
      '/FT/Ch/Ff 131072/Opt[(1500)(900)]/V(1500)',
      strings([9, 6, '1'], [2, 6, '5'], [16, 6, '00']),
      '5100 ≠ 1500',
    ],
    [
      'a sign behind its number, written upwards',
      holds('-500'),
      'BT /Helv 12 Tf 0 1 -1 0 20 30 Tm (-) Tj 0 1 -1 0 20 2 Tm (500) Tj ET',
      '500 - ≠ -500',
    ],
    ['numbers in a row as one', holds('5 10 15'), strings([2, 6, '51015']), '51015 ≠ 5 10 15'],
    ['numbers of two lines as one', holds('12\\n500', LINES), strings([2, 6, '12500']), '12500 ≠ 12 500'],
    ['a power as digits of its number', '/FT/Tx/V(10\\262)', strings([2, 6, '102']), '102 ≠ 10²'],
    ['what is turned', '/FT/Tx/V<FEFF202E0030003000350031>', strings([2, 6, '0051']), '0051 ≠ \u202e0051'],
    [
      'a digit elsewhere, beside a point that is turned',
      holds('1.500'),
      strings([40, 6, '1'], [34, 6, '.'], [2, 6, '500']).replace('1 0 0 1 34', '.99 .12 -.12 .99 34'),
      '500 . 1 ≠ 1.500',
    ],
    [
      'a digit in another cell, beside a sign that is not seen',
      '/FT/Tx/V<FEFF0031003500300030200B>',
      comb('1   500', 20),
      '1 5 0 0 ≠ 1500\u200b',
    ],
  ])('%s', (_, entries, look, excerpt) =>
    expect(told(entries, look)).toContain(`field_value_differs ${excerpt}`),
  );

  it.each<[string, string, string]>([
    ['a comb', holds('150000', COMB), comb('150000', 30)],
    ['a comb with a point', holds('15.000', COMB), comb('15.000', 30)],
    ['a comb whose digits are written without cells', holds('1500', COMB), strings([2, 6, '1500'])],
    ['groups of digits', holds('1 500 000'), strings([2, 6, '1 500 000'])],
    ['groups of digits that the value does not have', holds('1500000'), strings([2, 6, '1 500 000'])],
    ['a power', '/FT/Tx/V(85 m\\262)', strings([2, 6, '85 m\\262'])],
    [
      'a power that is drawn small',
      '/FT/Tx/V(10\\262)',
      'BT /Helv 12 Tf 2 6 Td (10) Tj 5 Ts /Helv 7 Tf (2) Tj ET',
    ],
    ['groups that are drawn without blanks', holds('1 500 000'), strings([2, 6, '1500000'])],
    ['several numbers', holds('210 123 4567, 5 10 15'), strings([2, 6, '210 123 4567, 5 10 15'])],
    ['dates', holds('28.11.2026 - 1.12.2026'), strings([2, 6, '28.11.2026 - 1.12.2026'])],
    ['numbers with blanks of any width', holds('15 00'), strings([2, 6, '15'], [90, 6, '00'])],
    ['a number over two lines', holds('1500', LINES), strings([2, 20, '15'], [2, 6, '00'])],
    [
      'letters that are painted twice at one place of a word',
      holds('of fice'),
      strings([2, 6, 'of'], [16, 6, 'fice']),
    ],
    [
      'letters that are raised',
      holds('100 m2'),
      'BT /Helv 12 Tf 2 6 Td (100 m) Tj 5 Ts /Helv 7 Tf (2) Tj ET',
    ],
    [
      'a list of options',
      '/FT/Ch/Opt[(900)(1500)(2000)]/V(1500)',
      strings([2, 24, '900'], [2, 14, '1500'], [2, 4, '2000']),
    ],
    ['words far apart', holds('Athens 1'), strings([2, 6, 'Athens'], [120, 6, '1'])],
    ['two directions', holds('Up on'), 'BT /Helv 12 Tf 0 1 -1 0 20 2 Tm (Up) Tj 1 0 0 1 30 6 Tm (on) Tj ET'],
    [
      'a slanted line',
      holds('1.500'),
      'BT /Helv 12 Tf 1 .1 -.1 1 2 6 Tm (1.) Tj 1 .1 -.1 1 12.1 7.01 Tm (500) Tj ET',
    ],
  ])('SGN-7: none of %s', (_, entries, look) => expect(told(entries, look)).toEqual([]));

  it('SGN-7: of digits in the cells of a comb just that is told which is read in another order', () => {
    const places = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(places, fc.integer({ min: 8, max: 30 }), (order, cell) => {
        const digits = order.map((place, at) => [2 + place * cell, 6, String(at + 1)] as const);
        const read = order.map((_, place) => order.indexOf(place) + 1).join('');
        const [finding] = told(holds('123456', COMB), strings(...digits));
        expect(finding?.replace(/(?<=\d) (?=\d)/g, '')).toBe(
          read === '123456' ? undefined : `field_value_differs ${read} ≠ 123456`,
        );
      }),
    );
  });
});

describe('UP-6: a button whose look says something else than its caption', () => {
  const push = '/FT/Btn/Ff 65536';
  const caption = (words: string): string => `${push}/MK<</CA(${words})>>`;

  it('is told with both', () => {
    expect(told(caption('Cancel the contract'), strings([2, 6, 'I agree']))).toEqual([
      'field_value_differs I agree ≠ Cancel the contract',
    ]);
    expect(told(caption('Pay 900'), strings([2, 6, 'Pay 100']))).toEqual([
      'field_value_differs Pay 100 ≠ Pay 900',
    ]);
  });

  it.each<[string, string, string, string]>([
    ['more digits', caption('Pay 90'), strings([2, 6, 'Pay 900']), 'Pay 900 ≠ Pay 90'],
    ['a word more that says no', caption('I agree'), strings([2, 6, 'not I agree']), 'not I agree ≠ I agree'],
    [
      'it where nobody sees it',
      caption('Cancel'),
      strings([2, 6, 'Agree'], [2, 90, 'Cancel']),
      'Agree ≠ Cancel',
    ],
  ])('is told where the look says %s', (_, entries, look, excerpt) => {
    expect(told(entries, look)).toContain(`field_value_differs ${excerpt}`);
  });

  it.each<[string, string, string]>([
    ['the same', caption('I agree'), strings([2, 6, 'I agree'])],
    ['the same in two lines', caption('I agree'), strings([2, 20, 'I'], [2, 6, 'agree'])],
    ['a part of it', caption('Send by post'), strings([2, 6, 'Send'])],
    ['it, and more', caption('Send'), strings([2, 6, 'Send ...'])],
    ['an arrow for it', caption('Next'), strings([2, 6, '>'])],
    ['a picture', caption('Next'), `0 g 2 2 m 8 2 9 9 4 9 c h f ${strings([20, 6, 'Go on'])}`],
    ['its own, without a caption', push, strings([2, 6, 'Go on'])],
  ])('SGN-7: none where it says %s', (_, entries, look) => expect(told(entries, look)).toEqual([]));
});

describe('fields that readers are told to draw anew', () => {
  /** What is told of a field of 1000 that shows it. */
  function drawnAnew(style: string, entries = '', need = '/NeedAppearances true'): string[] {
    const objects = documentObjects({
      pages: [{ entries: '/Annots[100 0 R]' }],
      catalog: `/AcroForm<</Fields[100 0 R]${need}/DR<</Font<</Helv 102 0 R/Other 103 0 R>>>>>>`,
      more: [
        {
          number: 100,
          body: `<</Type/Annot/Subtype/Widget/F 4/FT/Tx/T(Sum)/V(1000)/Rect[72 600 112 620]/AP<</N 101 0 R>>/DA(${style})${entries}>>`,
        },
        {
          number: 101,
          body: streamBody(
            'BT /Helv 12 Tf 2 6 Td (1000) Tj ET',
            '/Type/XObject/Subtype/Form/BBox[0 0 40 20]/Resources<</Font<</Helv 102 0 R>>>>',
          ),
        },
        { number: 102, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>' },
        {
          number: 103,
          body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[49/nine]>>>>',
        },
      ],
    });
    return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(
      ({ kind, excerpt }) => `${kind} ${excerpt}`,
    );
  }

  it.each<[string, string, string]>([
    ['in white', '/Helv 12 Tf 1 g', ''],
    ['in white, before a comment', '/Helv 12 Tf 1 g % 0 g', ''],
    ['in white, without blanks', '/Helv 12 Tf[]1 g', ''],
    ['in a font that shows other digits, by a name in other letters', '/Oth#65r 12 Tf 0 g', ''],
    ['in the colour of their ground', '0 0 .4 rg /Helv 12 Tf', '/MK<</BG[0 0 .4]>>'],
    ['in a font that shows other digits', '/Other 12 Tf 0 g', ''],
    ['so large that they are cut off', '/Helv 40 Tf 0 g', ''],
    ['too small', '/Helv .5 Tf 0 g', ''],
    ['without what exceeds its cells', '/Helv 12 Tf 0 g', '/Ff 16777216/MaxLen 2'],
  ])('UP-6: %s', (_, style, entries) => expect(drawnAnew(style, entries)).toEqual(['stale_appearances Sum']));

  it.each<[string, string, string, string]>([
    ['as they are', '/Helv 12 Tf 0 g', '', '/NeedAppearances true'],
    ['in a size that fits', '/Helv 0 Tf 0 0 1 rg', '', '/NeedAppearances true'],
    ['in white on blue', '/Helv 12 Tf 1 g', '/MK<</BG[0 0 .4]>>', '/NeedAppearances true'],
    ['in cells enough', '/Helv 12 Tf 0 0 0 1 k', '/Ff 16777216/MaxLen 4', '/NeedAppearances true'],
    ['in no font that is known', '/None 12 Tf', '', '/NeedAppearances true'],
    ['by nobody', '/Helv 12 Tf 1 g', '', ''],
  ])('SGN-7: none that are drawn %s', (_, style, entries, need) =>
    expect(drawnAnew(style, entries, need)).toEqual([]),
  );
});

describe('a place to sign that nobody signed', () => {
  it.each([
    ['with a name', strings([2, 20, 'Digitally signed by Maria'])],
    ['in two lines', strings([2, 20, 'Digitally'], [2, 6, 'signed by Maria'])],
    ['with a date', strings([2, 20, 'Maria P., 20.11.2026'])],
    ['with a sentence', strings([2, 20, 'Approved by the director'])],
  ])('UP-6: is told where it looks signed %s', (_, look) =>
    expect(told('/FT/Sig', look)).toEqual([expect.stringMatching(/^field_value_differs .* ≠ —$/)]),
  );

  it.each([
    ['empty', ''],
    ['with a frame and a hint', `0 G 1 1 198 38 re S ${strings([2, 20, 'Sign here'])}`],
    ['with who is to sign', strings([2, 20, 'To be signed by the tenant'])],
    ['with what to do', strings([2, 20, 'Click here to sign'])],
    ['with a line', `0 G 1 w 2 2 m 198 2 l S ${strings([2, 6, '____'])}`],
  ])('SGN-7: none that is %s', (_, look) => expect(told('/FT/Sig', look)).toEqual([]));
});

describe('the options of a list', () => {
  const list = '/FT/Ch/Opt[(Accept)(Refuse)(Later)]';
  const texts = strings([2, 30, 'Accept'], [2, 16, 'Refuse'], [2, 2, 'Later']);
  const bar = (at: number, colour = '0.6 0.75 0.85'): string =>
    `${colour} rg 0 ${27 - 14 * at} 200 13 re f 0 g `;

  it.each<[string, string, string, string]>([
    ['another one is marked', `${list}/V(Refuse)`, bar(0) + texts, 'Accept ≠ Refuse'],
    ['one is marked, and none is held', list, bar(0) + texts, 'Accept ≠ —'],
    ['one of two is marked', `${list}/Ff 2097152/V[(Accept)(Later)]`, bar(2) + texts, 'Later ≠ Accept Later'],
    [
      'another one is marked in dark',
      `${list}/V(Later)`,
      `1 g 0 0 200 40 re f ${bar(1, '0 0 .4')}${texts}`,
      'Refuse ≠ Later',
    ],
    [
      'another one is marked, the only one in sight',
      `${list}/TI 1/V(Later)`,
      `0.6 0.75 0.85 rg 0 0 200 40 re f 0 g ${strings([2, 12, 'Refuse'])}`,
      'Refuse ≠ Later',
    ],
  ])('UP-6: %s', (_, entries, look, excerpt) =>
    expect(told(entries, look)).toContain(`field_value_differs ${excerpt}`),
  );

  const only = (ground: string): string => `${ground} rg 0 0 200 40 re f 0 g ${strings([2, 12, 'Refuse'])}`;
  it.each<[string, string, string]>([
    ['the one that is held', `${list}/V(Refuse)`, bar(1) + texts],
    ['the only one in sight, which is held', `${list}/TI 1/V(Refuse)`, only('.6 .75 .85')],
    ['none, and one is in sight on white', `${list}/TI 1/V(Later)`, only('1 1 1')],
    [
      'none, on a background that the field says',
      `${list}/TI 1/V(Later)/MK<</BG[.9 .9 .8]>>`,
      only('.9 .9 .8'),
    ],
    ['both that are held', `${list}/Ff 2097152/V[(Refuse)(Later)]`, bar(1) + bar(2) + texts],
    ['the one that is held, upside down', `${list}/V(Refuse)`, `-1 0 0 -1 200 40 cm ${bar(1)}${texts}`],
    ['none', `${list}/V(Refuse)`, texts],
    ['none, on a ground of its own', `${list}/V(Refuse)`, `.9 g 0 0 200 40 re f 0 g ${texts}`],
    ['each by stripes of three colours', `${list}/V(Refuse)`, bar(0, '1 0 0') + bar(1, '0 1 0') + texts],
  ])('SGN-7: none where a list marks %s', (_, entries, look) => expect(told(entries, look)).toEqual([]));

  it('UP-6: two that are sent as the same', () =>
    expect(
      told('/FT/Ch/Ff 131072/V(A)/Opt[[(A)(I refuse)][(A)(I accept)]]', strings([2, 6, 'I accept'])),
    ).toEqual(['field_value_differs I refuse ≠ A']));
});

it('UP-6: a password that the file holds is told without what it is', () => {
  const findings = told(holds('open sesame', '/Ff 8192'), strings([2, 6, '***********']));
  expect(findings).toEqual(['hidden_field Sum']);
});
