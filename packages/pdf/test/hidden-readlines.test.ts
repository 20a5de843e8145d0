import { describe, expect, it } from 'vitest';
import type { ShadeOf } from '../src/inspect/hidden/inkgrid.ts';
import { misreadWords } from '../src/inspect/hidden/readwords.ts';
import { draw } from './content/drawing.ts';
import { AGREEMENT, type Print, type Printed, printedPage, toldOfPrinted } from './hidden-printed.ts';
import { wordAt } from './hidden-scans.ts';

const CONTRACT = [
  ...AGREEMENT,
  'All notices are sent to the address that is written above',
  'The balance of the account is -1.450,00 on the day of today',
  'and of 31 years of rent -5 per cent are not paid until now',
  'Not all parts of the house are handed over with the garden',
  'and the parties have read this text and agree to all of it',
];
const GREEK = [
  'Το συμφωνητικό αυτό υπογράφεται μεταξύ του εκμισθωτή και',
  'του μισθωτή ο οποίος θα χρησιμοποιεί το ακίνητο από σήμερα',
  'δεν καταβάλλεται προκαταβολή και το μίσθωμα την πρώτη του μηνός',
  'στον λογαριασμό που αναγράφεται στο τέλος του κειμένου',
  'Οι ειδοποιήσεις αποστέλλονται στη διεύθυνση των μερών',
  'τα οποία διάβασαν το κείμενο και συμφωνούν με όλους τους όρους',
];

/** What is told where one line of a text, that has some words, is said otherwise. */
function told(
  text: readonly string[],
  words: string,
  other: (line: string) => string,
  print?: Print,
): string[] {
  const lines = text.map(
    (line): Printed => ({ shown: line, said: line.includes(words) ? other(line) : line }),
  );
  expect(lines.filter((line) => line.shown !== line.said)).toHaveLength(1);
  return toldOfPrinted(lines, print);
}

describe('UP-6: recognised lines that are others than a scan shows', () => {
  const SHOWN = CONTRACT[5] ?? '';
  const more = `${SHOWN} and may be published there`;
  const twice = `${SHOWN.replace('above', 'below')} ${SHOWN}`;

  it.each<[string, string]>([
    ['that say more than there is room for', more],
    ['that say two texts', twice],
  ])('%s', (_, said) => expect(told(CONTRACT, SHOWN, () => said, { byLine: true })).toEqual([said]));

  it('whose words each lie on the ink of the one before', () => {
    const said = 'notices are sent to the address that is written above';
    expect(told(CONTRACT, SHOWN, () => said)).toEqual([said]);
  });
});

it('UP-6: a line that says very much more than there is ink for', () => {
  const said = Array.from({ length: 4 }, () => CONTRACT[5]).join(' ');
  expect(told(CONTRACT, CONTRACT[5] ?? '', () => said, { byLine: true })).toEqual([said.slice(0, 200)]);
});

describe('UP-6: what stands beside recognised words and is not recognised', () => {
  it('a word before them that turns the sentence', () => {
    expect(told(CONTRACT, 'Not all', (line) => line.replace('Not ', ' '))).toEqual(['all']);
    expect(told(GREEK, 'δεν', (line) => line.replace('δεν ', ' '), { face: 'own' })).toEqual([
      'καταβάλλεται',
    ]);
  });

  it.each(['Without', 'Never', 'Except'])('the word %s', (word) => {
    const text = CONTRACT.map((line) => line.replace('Not', word));
    expect(told(text, word, (line) => line.replace(`${word} `, ' '))).toEqual(['all']);
  });

  it.each(['.', '~'])('a word in whose place %s is said', (sign) =>
    expect(told(CONTRACT, 'Not all', (line) => line.replace('Not', sign))).toEqual(['all']),
  );

  it('the sign of an amount with a mark behind it, at the end of the page', () => {
    const text = [...CONTRACT.slice(0, -1), 'and the parties agree to the sum of -1.450,01;'];
    expect(told(text, '-1.450,01', (line) => line.replace('-', ''))).toEqual(['1.450,01;']);
  });

  it.each(['-1.450,00', '-5'])('the sign of %s', (number) =>
    expect(told(CONTRACT, number, (line) => line.replace(number, number.slice(1)))).toEqual([
      number.slice(1),
    ]),
  );
});

describe('SGN-7: no warning of recognised lines that a scan shows', () => {
  it.each<[string, Print]>([
    ['word by word', {}],
    ['line by line', { byLine: true }],
  ])('%s', (_, print) =>
    expect(
      toldOfPrinted(
        CONTRACT.map((shown) => ({ shown })),
        print,
      ),
    ).toEqual([]),
  );

  it('of which a word before them is not recognised that turns nothing', () => {
    expect(told(CONTRACT, 'and the parties', (line) => line.replace('and ', ' '))).toEqual([]);
    expect(told(GREEK, 'στον', (line) => line.replace('στον ', ' '), { face: 'own' })).toEqual([]);
  });

  it.each(['- 5', '– 5', '+5', '=5', '~5', '·5', '*5', '•5', '-5-', '|5'])(
    'of which a sign beside a number is not recognised: %s',
    (shown) => {
      const text = CONTRACT.map((line) => line.replace('-5', shown));
      const words = shown.split(' ').map((word) => word.replace(/[^5]/g, ''));
      expect(told(text, shown, (line) => line.replace(shown, words.join(' ')))).toEqual([]);
    },
  );
});

describe('SEC-3: what reading lines costs is bounded', () => {
  /** How many places of a page are looked at on which words were recognised. */
  function placesOf(content: string, shadeOf: ShadeOf): number {
    let places = 0;
    const shade: ShadeOf = (x, y) => {
      places++;
      return shadeOf(x, y);
    };
    const seen = {
      ...{ document: {}, spend: () => {}, isBlank: () => false, shadeUnder: () => shade },
      ...{ middleUnder: () => undefined, finenessUnder: () => 4, stringsAt: () => [] },
    };
    misreadWords(
      draw(content).texts.map((run) => ({ run })),
      seen,
    );
    return places;
  }

  it('beside words, where there is other ink beside each of them', () => {
    const ruled = CONTRACT.map((line) => line.replaceAll(' ', ' | '));
    const said = ruled.map((shown): Printed => ({ shown, said: shown.replaceAll('|', '') }));
    const [plain, beside] = [CONTRACT.map((shown) => ({ shown })), said].map((lines) => {
      const { shade, words } = printedPage(lines);
      return placesOf(words, shade);
    });
    expect(plain).toBeGreaterThan(100_000);
    expect(beside).toBeGreaterThan(plain ?? 0);
    expect(beside).toBeLessThan((plain ?? 0) + 150_000);
  });

  it('of words that each begin before the one before them', () => {
    const { shade, words } = printedPage(CONTRACT.map((shown) => ({ shown })));
    const back = Array.from({ length: 20 }, (_, at) => wordAt('ab', 400 - 3 * at, 780, 2.4));
    const far = [wordAt('abc', -9_000_000, 760, 2.4), wordAt('abc', 9_000_000, 760, 2.4)];
    expect(placesOf([words, ...back, ...far].join(''), shade)).toBeLessThan(1_100_000);
  });
});
