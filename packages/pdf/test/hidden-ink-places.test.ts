import { describe, expect, it } from 'vitest';
import { wordsInstead } from '../src/inspect/hidden/reading/wordkinds.ts';
import { AGREEMENT, type Print, type Printed, toldOfPrinted } from './hidden-printed.ts';

const CONTRACT = [
  ...AGREEMENT,
  'The rent of 1.450,00 is due on the first day of the month',
  'into account 0110 1250 0000 2300 695 at the local branch',
  'The contract begins on 15/03/2026 and ends on 31/12/2028',
  'The tenant pays a deposit of 12 rents within ninety days',
  'and the parties have read this text and agree to all of it',
];
const lines = (change: (line: string) => string = (line) => line): Printed[] =>
  CONTRACT.map((shown) => ({ shown, said: change(shown) }));
const told = (shown: string, said: string, print: Print = {}): string[] =>
  toldOfPrinted(
    lines((line) => line.replace(shown, said)),
    print,
  );

/** Pages with headings in capitals, and with words that turn a sentence beside short ones that resemble them. */
const GREEK = [
  'ΠΕΡΙΦΕΡΕΙΑ ΠΕΛΟΠΟΝΝΗΣΟΥ',
  'ΣΥΜΒΑΣΗ ΠΑΡΟΧΗΣ ΥΠΗΡΕΣΙΩΝ',
  'Το συμφωνητικό αυτό υπογράφεται μεταξύ του εκμισθωτή και',
  'του μισθωτή ο οποίος θα χρησιμοποιεί το ακίνητο από σήμερα',
  'Τα τιμολόγια υποβάλλονται κάθε μήνα και εξοφλούνται σύντομα',
  'και ο μισθωτής καταβάλλει το μίσθωμα την πρώτη του μηνός',
  'στον λογαριασμό που αναγράφεται στο τέλος του κειμένου',
  'Το μίσθωμα ορίζεται σε 1.450,00 ευρώ και καταβάλλεται εκεί',
  'Η μίσθωση αρχίζει στις 15/03/2026 και λήγει στις 31/12/2028',
  'Οι ειδοποιήσεις αποστέλλονται στη διεύθυνση των μερών',
];
const ENGLISH = [
  'MINISTRY OF INFRASTRUCTURE',
  'TENDER EVALUATION REPORT',
  'This agreement is made between the landlord and the tenant',
  'who is entitled to use the house and the garden from today',
  'The tenant shall note now that the rest is paid in months',
  'The tenant shall repay the deposit at the end of the contract',
  'and the landlord shall return the rest within three months',
  'of the day on which the house is handed over in good order',
  'The rent of 1.450,00 is due on the first day of the month',
  'note that nobody pays with or without a notice not due',
];
const shownAsSaid = (text: readonly string[]): Printed[] => text.map((shown) => ({ shown }));
const FACES = ['own', 'serif', 'sans', 'typewriter'] as const;
const PRINTS: readonly Print[] = [
  { byLine: true, widths: 'serif' },
  { byLine: true, widths: 'typewriter' },
  { byLine: true, widths: 'typewriter', noise: 0.1 },
  { byLine: true, widths: 'serif', noise: 0.1 },
  { byLine: true, widths: 'slanted serif' },
  { byLine: true, noise: 0.1 },
  { byLine: true, isJpeg: true },
  { broad: 0.72 },
  { broad: 0.72, noise: 0.1 },
  { broad: 0.85 },
  { broad: 1.15 },
  { noise: 0.15 },
];

describe('UP-6: words recognised on pages that are stored turned', () => {
  it.each([1, 2, 3] as const)('by %d quarters', (turned) => {
    expect(told('repay', 'never', { turned })).toEqual(['never']);
    expect(told('15/03/2026', '15/03/2024', { turned })).toEqual(['15/03/2024']);
  });

  it('beside strings of blanks that run another way', () => {
    const blanks = Array.from(
      { length: 300 },
      (_, at) => `BT 3 Tr /F1 12 Tf 0 1 -1 0 ${80 + at} 700 Tm ( ) Tj ET\n`,
    );
    expect(told('repay', 'never', { more: blanks.join('') })).toEqual(['never']);
  });

  it.each([1, 2, 3] as const)('SGN-7: none of what is shown: by %d quarters', (turned) =>
    expect(toldOfPrinted(lines(), { turned })).toEqual([]),
  );
});

describe('UP-6: words that are said in a typeface of other widths than their ink', () => {
  it.each([0.72, 0.85])('%d times as broad', (broad) => {
    expect(told('repay', 'never', { broad })).toEqual(['never']);
  });

  it('a number', () => {
    expect(told('15/03/2026', '15/03/2024', { broad: 0.72 })).toEqual(['15/03/2024']);
  });

  it.each([0.72, 0.85, 1.1])('SGN-7: none of what is shown: %d times as broad', (broad) =>
    expect(toldOfPrinted(lines(), { broad })).toEqual([]),
  );

  it.each(PRINTS)('SGN-7: none of what is shown: %j', (print) => {
    const isGreekDrawn = print.widths === undefined;
    expect([
      ...(isGreekDrawn ? toldOfPrinted(shownAsSaid(GREEK), { ...print, face: 'own' }) : []),
      ...FACES.flatMap((face) => toldOfPrinted(shownAsSaid(ENGLISH), { ...print, face })),
    ]).toEqual([]);
  });

  it('SGN-7: none of a number that goes on behind its end', () =>
    expect(toldOfPrinted([...lines().slice(1), { shown: 'EUR 094512378' }], { broad: 0.72 })).toEqual([]));
});

describe('UP-6: recognised words of which one excludes the other', () => {
  it.each([
    ['ninety', 'nine'],
    ['ninety', 'thirty'],
    ['days', 'weeks'],
    ['first day of the month', 'first day of the year'],
  ])('%s: %s', (shown, said) => expect(told(shown, said)).toEqual([said.split(' ').at(-1)]));
});

describe('UP-6: words that exclude others', () => {
  it.each([
    ['nine', 'ninety'],
    ['Days', 'Weeks'],
    ['πέντε', 'δεκαπέντε'],
    ['Μαρτίου', 'Μάιος'],
    ['ΔΕΚΑ', 'ΕΙΚΟΣΙ'],
    ['ΗΜΕΡΕΣ', 'ΜΗΝΕΣ'],
    ['δέκα,'.normalize('NFD'), 'είκοσι'],
  ])('%s, of which %s is one', (said, other) => expect(wordsInstead(said)).toContain(other));

  it.each(['ninth', 'ΝΟΜΟΣ', 'days2x'])('SGN-7: none of %s', (said) =>
    expect(wordsInstead(said)).toEqual([]),
  );
});

describe('UP-6: words that turn a sentence, beside others of it', () => {
  const having = (shown: string, said: string): string[] =>
    toldOfPrinted(CONTRACT.map((line, at) => (at === 2 ? { shown, said } : { shown: line })));

  it('one is no excuse for another one that is said in its place', () =>
    expect(
      having(
        'The tenant may pay all not all of the deposit at the end',
        'The tenant may pay all all all of the deposit at the end',
      ),
    ).toEqual(['all']));
});

describe('UP-6: a word of which many letters are left out, or not shown', () => {
  it('within its line', () => {
    expect(told('contract begins', 'subcontract begins')).toEqual(['subcontract']);
    expect(told('entitled to', 'titled to')).toEqual([]);
  });
});

describe('UP-6: digits of a number that are not said', () => {
  it.each([
    ['12 rents', '2 rents'],
    ['1.450,00', '1.50,00'],
  ])('%s: %s', (shown, said) => expect(told(shown, said)).toEqual([said.split(' ')[0]]));

  it.each(['£180,000.00.', '£48,600.00', '$180,000.00', '(4,800)'])(
    'SGN-7: none beside a sign that is read as one: %s',
    (price) =>
      expect(
        FACES.flatMap((face) =>
          toldOfPrinted(
            shownAsSaid([...ENGLISH.slice(3), `The price of it all is ${price}`, `that is ${price} in all`]),
            { face },
          ),
        ),
      ).toEqual([]),
  );

  it('SGN-7: none where one of two equal digits is left out, as recognising does', () =>
    expect(told('2300', '230')).toEqual([]));
});

describe('UP-6: a line that nobody says', () => {
  /** Each line as it is shown, but for those that are not said. */
  const without = (...left: number[]): string[] =>
    toldOfPrinted(CONTRACT.map((shown, at) => (left.includes(at) ? { shown, said: '' } : { shown })));

  it.each([
    [[4], [3]],
    [[4, 5], [3]],
    [
      [2, 6],
      [1, 5],
    ],
  ])('lines %j, by the words above them', (left, above) =>
    expect(without(...left)).toEqual(above.flatMap((at) => CONTRACT[at] ?? [])),
  );

  it.each([
    ['a word that is too long to be read', 'https://www.example.org/a-long-address/of-a-page/that-says-all'],
    ['a string without blanks', 'alltheseletterstogetherarenowordthatisread'],
  ])('SGN-7: none of a line that is %s', (_, line) =>
    expect(toldOfPrinted(CONTRACT.map((shown, at) => ({ shown: at === 4 ? line : shown })))).toEqual([]),
  );

  it('SGN-7: none of a line that is said in sight, or along a slope', () => {
    const [line = ''] = CONTRACT.slice(4, 5);
    const said = (matrix: string, mode: number): string =>
      `BT ${mode} Tr /F1 12 Tf 72 Tz ${matrix} 72 700 Tm (${line}) Tj ET 3 Tr\n`;
    for (const more of [said('1 0 0 1', 0), said('1 .006 -.006 1', 3)])
      expect(
        toldOfPrinted(
          CONTRACT.map((shown, at) => (at === 4 ? { shown, said: '' } : { shown })),
          { more },
        ),
      ).toEqual([]);
  });

  it('SGN-7: none where there is none, or a rule', () => {
    expect(without()).toEqual([]);
    const apart: Printed[] = CONTRACT.slice(1).flatMap((shown, at) =>
      at === 4 ? [{ shown }, { shown: ' ', said: '' }] : [{ shown }],
    );
    expect(toldOfPrinted(apart)).toEqual([]);
  });
});
