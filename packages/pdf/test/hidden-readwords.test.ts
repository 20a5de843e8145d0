import { describe, expect, it } from 'vitest';
import { areOtherWords } from '../src/inspect/hidden/reading/otherwords.ts';
import { misreadWords } from '../src/inspect/hidden/readwords.ts';
import { draw } from './content/drawing.ts';
import {
  AGREEMENT,
  type Face,
  type Print,
  type Printed,
  toldOfPages,
  toldOfPrinted,
} from './hidden-printed.ts';
import { wordAt } from './hidden-scans.ts';

const CONTRACT = [
  ...AGREEMENT,
  'The rent of 1.450,00 is due on the first day of the month',
  'into account 0110 1250 0000 2300 695 at the local branch',
  'The contract begins on 15/03/2026 and ends on 31/12/2028',
  'All notices are sent to the address that is written above',
  'and the parties have read this text and agree to all of it',
];
const GREEK = [
  'Το συμφωνητικό αυτό υπογράφεται μεταξύ του εκμισθωτή και',
  'του μισθωτή ο οποίος θα χρησιμοποιεί το ακίνητο από σήμερα',
  'Η αίτηση του ενδιαφερομένου εγκρίνεται με την απόφαση αυτή',
  'και ο μισθωτής καταβάλλει το μίσθωμα την πρώτη του μηνός',
  'στον λογαριασμό που αναγράφεται στο τέλος του κειμένου',
  'Το μίσθωμα ορίζεται σε 1.450,00 ευρώ και καταβάλλεται εκεί',
  'Η μίσθωση αρχίζει στις 15/03/2026 και λήγει στις 31/12/2028',
  'Οι ειδοποιήσεις αποστέλλονται στη διεύθυνση των μερών',
  'τα οποία διάβασαν το κείμενο και συμφωνούν με όλους τους όρους',
];

/** The lines of a text, of which one is said to be another. */
function saying(text: readonly string[], shown: string, said: string): Printed[] {
  const lines = text.map((line): Printed => ({ shown: line, said: line.replace(shown, said) }));
  expect(lines.filter((line) => line.shown !== line.said)).toHaveLength(1);
  return lines;
}
const told = (text: readonly string[], shown: string, said: string, print?: Print): string[] =>
  toldOfPrinted(saying(text, shown, said), print);
const honest = (text: readonly string[], print?: Print): string[] =>
  toldOfPrinted(
    text.map((shown) => ({ shown })),
    print,
  );

/** A text in which other words stand behind the first one of some. */
const having = (text: readonly string[], before: string, words: string): readonly string[] =>
  text.map((line) => line.replace(before, `${before.split(' ')[0]} ${words}`));

const FACES: readonly Face[] = ['sans', 'bold sans', 'serif', 'slanted serif', 'typewriter'];

describe('UP-6: recognised words that are others than a scan shows', () => {
  it.each<[string, string]>([
    ['repay', 'never'],
    ['tenant shall', 'nurses shall'],
    ['deposit', 'charges'],
    ['months', 'decade'],
  ])('%s: %s', (shown, said) => {
    const [word = ''] = said.split(' ');
    expect(told(CONTRACT, shown, said)).toEqual([word]);
  });

  it.each<[string, string]>([
    ['εγκρίνεται', 'απορρίπτει'],
    ['καταβάλλει', 'εισπράττει'],
    ['πρώτη', 'κάθε'],
  ])('in Greek, %s: %s', (shown, said) => expect(told(GREEK, shown, said, { face: 'own' })).toEqual([said]));

  it.each(FACES)('in a face that is %s', (face) =>
    expect(told(CONTRACT, 'repay', 'never', { face })).toEqual(['never']),
  );

  it('in noise and in a JPEG', () => {
    expect(told(CONTRACT, 'repay', 'never', { noise: 0.1 })).toEqual(['never']);
    expect(told(CONTRACT, 'repay', 'never', { isJpeg: true })).toEqual(['never']);
  });

  it.each(['behind', 'within'] as const)('each with a blank, %s the breadth of its ink', (blanks) =>
    expect(told(CONTRACT, 'repay', 'never', { blanks })).toEqual(['never']),
  );

  it('in a line that is said in one string', () => {
    const line = CONTRACT[2] ?? '';
    const said = line.replace('deposit', 'charges');
    expect(told(CONTRACT, line, said, { byLine: true })).toEqual([said]);
  });
});

describe('UP-6: recognised words of a scan that shows a word that turns their sentence', () => {
  /** A text in which a line has these words, whose blanks are within one place. */
  it.each<[text: readonly string[], before: string, shown: string, said: string]>([
    [CONTRACT, 'shall return', 'not\u00a0return,', 'return.'],
    [CONTRACT, 'tenant shall', 'shall\u00a0not', 'shall'],
    [CONTRACT, 'who is', 'is\u00a0not', 'is'],
    [CONTRACT, 'shall return', 'not\u00a0return', 're-turn.'],
    [CONTRACT, 'tenant shall', 'shall\u00a0\u00a0\u00a0not', 'shall'],
    [GREEK, 'μισθωτής καταβάλλει', 'δεν\u00a0καταβάλλει,', 'καταβάλλει.'],
  ])('beside them: %#', (text, before, shown, said) => {
    const face = text === GREEK ? 'own' : 'sans';
    expect(told(having(text, before, shown), shown, said, { face })).toEqual([said]);
  });

  it.each<[shown: string, said: string]>([
    ['not', 'now'],
    ['now', 'not'],
  ])('in their place: %s, %s', (shown, said) =>
    expect(
      told(having(CONTRACT, 'shall repay', `${shown} repay`), `shall ${shown}`, `shall ${said}`),
    ).toEqual([said]),
  );

  it.each(['hof', 'hoi'])('SGN-7: none that was recognised by letters which print alike: %s', (said) =>
    expect(
      told(having(CONTRACT, 'shall repay', 'not repay'), 'shall not', `shall ${said}`, { face: 'serif' }),
    ).toEqual([]),
  );

  it.each<[text: readonly string[], before: string, shown: string, said: string]>([
    [CONTRACT, 'shall return', 'then\u00a0return,', 'return.'],
    [GREEK, 'μισθωτής καταβάλλει', 'θα\u00a0καταβάλλει,', 'καταβάλλει.'],
  ])('SGN-7: none of another word that was left out: %#', (text, before, shown, said) => {
    const face = text === GREEK ? 'own' : 'sans';
    expect(told(having(text, before, shown), shown, said, { face })).toEqual([]);
  });
});

describe('UP-6: recognised words that are a part of the one that a scan shows', () => {
  // Said as broad as all of it, or where the part is.
  it.each<[text: readonly string[], before: string, shown: string, said: string, face?: Face]>([
    [CONTRACT, 'between', 'unlimited', 'Zlimited'],
    [GREEK, 'εγκρίνεται', 'εκμισθωτής', 'Zμισθωτής', 'own'],
    [CONTRACT, 'between', 'unlimited', 'limited'],
    [CONTRACT, 'between', 'invalid', 'valid'],
    [CONTRACT, 'between', 'dishonest', 'honest'],
    [GREEK, 'εγκρίνεται', 'εκμισθωτής', 'μισθωτής', 'own'],
  ])('%#', (text, before, shown, said, face = 'sans') => {
    const part = said.replace('Z', '');
    const whole = having(text, before, shown);
    const lines = whole.map((line): Printed => ({ shown: line, said: line.replace(shown, part) }));
    const found = toldOfPrinted(lines, { face, isWide: said !== part });
    expect(found).toEqual([part]);
    expect(honest(whole, { face })).toEqual([]);
  });
});

describe('UP-6: recognised numbers whose digits are others than a scan shows', () => {
  it.each<[string, string]>([
    ['1.450,00', '4.150,00'],
    ['1.450,00', '1.950,00'],
    ['31/12/2028', '31/12/2082'],
    ['1250', '1520'],
    ['695', '235'],
    ['1.450,00', '7.450,00'],
    ['1.450,00', '-1.450,00'],
  ])('%s: %s', (shown, said) => expect(told(CONTRACT, shown, said)).toEqual([said]));

  it.each<Face>(['sans', 'serif', 'bold sans'])(
    'in brackets that nothing says, in a face that is %s',
    (face) => {
      const text = CONTRACT.map((line) => line.replace('1.450,00', '(1.450,00)'));
      expect(told(text, '(1.450,00)', '1.450,00', { face })).toEqual(['1.450,00']);
      expect(honest(text, { face })).toEqual([]);
    },
  );

  it('SGN-7: none between two rules that nothing says', () => {
    const text = CONTRACT.map((line) => line.replace('1.450,00', '|1.450,00|'));
    expect(told(text, '|1.450,00|', '1.450,00')).toEqual([]);
  });

  it('SGN-7: none with a minus that is there', () => {
    const text = CONTRACT.map((line) => line.replace('1.450,00', '-1.450,00'));
    expect(honest(text)).toEqual([]);
  });

  it.each(FACES)('in a face that is %s', (face) =>
    expect(told(CONTRACT, '1.450,00', '4.150,00', { face })).toEqual(['4.150,00']),
  );

  it.each<[face: Face, shown: string, said: string]>([
    ['sans', '9.237,00', '9.287,00'],
    ['bold sans', '9.257,00', '9.237,00'],
    ['serif', '9.207,00', '9.297,00'],
    ['slanted serif', '12/54/2026', '12/34/2026'],
    ['typewriter', '12/84/2026', '12/64/2026'],
  ])('of which one digit looks a little like another, in a face that is %s', (face, shown, said) => {
    const text = CONTRACT.map((line) => line.replace('1.450,00', shown));
    expect(told(text, shown, said, { face })).toEqual([said]);
  });

  it('whose digits stand elsewhere', () => {
    const text = CONTRACT.map((line) => line.replace('1.450,00', '2.10'));
    expect(told(text, '2.10', '12.0')).toEqual(['12.0']);
  });

  it('among Greek words, in noise and in a JPEG', () => {
    expect(told(GREEK, '1.450,00', '4.150,00', { face: 'own' })).toEqual(['4.150,00']);
    expect(told(CONTRACT, '1.450,00', '4.150,00', { noise: 0.1 })).toEqual(['4.150,00']);
    expect(told(CONTRACT, '1.450,00', '4.150,00', { isJpeg: true })).toEqual(['4.150,00']);
  });
});

describe('UP-6: recognised numbers whose points are elsewhere than a scan shows', () => {
  it.each<[what: string, shown: string, said: string]>([
    ['left out', '1.450,00', '1.45000'],
    ['left out of a short number', '12,50', '1250'],
    ['in another place', '14,500', '1,4500'],
    ['left out of one with another', '1.450,00', '1450,00'],
  ])('%s: %s, %s', (_, shown, said) => {
    const text = CONTRACT.map((line) => line.replace('1.450,00', shown));
    expect(told(text, shown, said)).toEqual([said]);
  });

  // Points of a typewriter are as broad as its digits.
  it.each(FACES.filter((face) => face !== 'typewriter'))('in a face that is %s', (face) =>
    expect(told(CONTRACT, '1.450,00', '145.000', { face })).toEqual(['145.000']),
  );

  it('left out altogether, so that the number is broader than its digits', () => {
    const text = CONTRACT.map((line) => line.replace('1.450,00', '2500,00'));
    expect(told(text, '2500,00', '250000', { face: 'bold sans' })).toEqual(['250000']);
  });

  it('in noise and in a JPEG', () => {
    expect(told(CONTRACT, '1.450,00', '145.000', { noise: 0.1 })).toEqual(['145.000']);
    expect(told(CONTRACT, '1.450,00', '145.000', { isJpeg: true })).toEqual(['145.000']);
  });
});

describe('UP-6: recognised words of a document of several pages', () => {
  const lines = CONTRACT.map((shown): Printed => ({ shown }));
  const lies = saying(CONTRACT, 'repay', 'never').map((line): Printed => {
    return { ...line, said: (line.said ?? line.shown).replace('1.450,00', '4.150,00') };
  });
  const pagesOf = (faces: readonly Face[], lying: number): Parameters<typeof toldOfPages>[0] =>
    faces.map((face, at) => ({ lines: at === lying ? lies : lines, print: { face } }));

  it('behind as many words as a letter of several pages has', () => {
    expect(toldOfPages(pagesOf(Array<Face>(8).fill('sans'), 7))).toEqual([
      { page: 8, said: 'never' },
      { page: 8, said: '4.150,00' },
    ]);
  });

  it.each([0, 3])('that are printed in two faces by turns, on page %i', (lying) => {
    const pages = pagesOf(['sans', 'serif', 'sans', 'serif'], lying);
    expect(toldOfPages(pages)).toEqual([
      { page: lying + 1, said: 'never' },
      { page: lying + 1, said: '4.150,00' },
    ]);
  });
});

describe('SGN-7: no warning of recognised words that a scan shows', () => {
  it.each<[string, Print]>([
    ...FACES.map((face): [string, Print] => [face, { face }]),
    ['in noise', { noise: 0.1 }],
    ['in more noise', { noise: 0.2, face: 'serif' }],
    ['in a JPEG', { isJpeg: true }],
    ['line by line', { byLine: true }],
  ])('%s', (_, print) => expect(honest(CONTRACT, print)).toEqual([]));

  it('in Greek', () => expect(honest(GREEK, { face: 'own' })).toEqual([]));

  it.each<[string, string]>([
    ['modern', 'modem'],
    ['and', 'ancl'],
    ['will', 'wiII'],
    ['garden', 'gorden'],
    ['tenant', 'tenaut'],
    ['address', 'addres'],
  ])('with a mistake that recognising makes: %s for %s', (shown, said) => {
    const text = CONTRACT.map((line) => line.replace('the local branch', 'a modern branch or will'));
    const at = text.findIndex((line) => ` ${line} `.includes(` ${shown} `));
    const lines = text.map((line, which): Printed => {
      return which === at
        ? { shown: line, said: ` ${line} `.replace(` ${shown} `, ` ${said} `).trim() }
        : { shown: line };
    });
    expect(at).toBeGreaterThanOrEqual(0);
    expect(toldOfPrinted(lines)).toEqual([]);
  });

  it('with a digit less of two that are equal, as broad as both', () => {
    const text = CONTRACT.map((line) => line.replace('the local branch', 'bank 2026/11422'));
    expect(told(text, '2026/11422', '2026/1422')).toEqual([]);
  });

  it('with a Greek word that was taken for a Latin one', () => {
    const text = GREEK.map((line) => line.replace('και λήγει', 'και τέλος και λήγει'));
    expect(told(text, 'και τέλος', 'Kat τέλος', { face: 'own' })).toEqual([]);
  });
});

/** Some that were read off honest pages, and that look alike in the folded way only. */
it.each<[said: string, read: string]>([
  ['Μετά', 'ιιίετα'],
  ['amd', 'απο'],
  ['modern', 'modem'],
  ['and', 'ancl'],
  ['will', 'wiII'],
  ['Υπουργείο', 'Ymoupyeio'],
])('SGN-7: %s that is read as %s is the same word', (said, read) =>
  expect(areOtherWords(said, read)).toBe(false),
);

it.each<[said: string, read: string]>([
  ['never', 'repay'],
  ['Orlov', 'Okafor'],
  ['εγκρίνεται', 'απορρίπτεται'],
])('UP-6: %s that is read as %s is another word', (said, read) =>
  expect(areOtherWords(said, read)).toBe(true),
);

describe('SEC-3: what reading words costs is bounded', () => {
  it('of a document of any number of words so many places are looked at, and these and what is compared are counted', () => {
    const page = Array.from({ length: 1500 }, (_, at) =>
      wordAt(at % 2 === 0 ? 'contract' : '1000000', 10, 20, 60),
    );
    const words = draw(page.join('')).texts.map((run) => ({ run }));
    const document = {};
    let [places, spent] = [0, 0];
    const spend = (units: number): void => {
      spent += units;
    };
    const shade = (x: number, y: number): number => {
      places++;
      return x % 7 < 3 && y > 20 && y < 28 ? 0 : 255;
    };
    const seen = {
      ...{ document, spend, isBlank: () => false, shadeUnder: () => shade },
      ...{ middleUnder: () => undefined, finenessUnder: () => 4, stringsAt: () => [] },
    };
    const each = Array.from({ length: 6 }, () => {
      misreadWords(words, seen);
      return places;
    });
    expect(words).toHaveLength(1500);
    expect(each.at(-1)).toBeGreaterThan(3_900_000);
    expect(each.at(-1)).toBeLessThan(4_100_000);
    expect(spent).toBeGreaterThan(places / 4);
    const before = places;
    misreadWords(words, seen);
    expect(places - before).toBeLessThan(10_000);
  });
});
