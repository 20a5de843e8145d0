import { readdirSync, readFileSync } from 'node:fs';
import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { Cff } from '../src/content/font/program/cff.ts';
import type { GlyphOutline } from '../src/content/font/program/outline.ts';
import { shapeOf } from '../src/content/font/program/raster.ts';
import { TrueType } from '../src/content/font/program/truetype.ts';
import { clusterLetters } from '../src/inspect/hidden/clusters.ts';
import { exchangedLetters } from '../src/inspect/hidden/exchangedletters.ts';
import type { Letter } from '../src/inspect/hidden/lettershapes.ts';
import { font, open } from './support.ts';

/** Faces of another package: serif, sans-serif and typewriter, upright, slanted and bold; a face of dingbats, and one of symbols. */
const FOLDER = new URL('../../../node_modules/pdfjs-dist/standard_fonts/', import.meta.url);
const empty = open(writePdf({ kind: 'table', objects: documentObjects() }));

type Face = (letter: string) => GlyphOutline | undefined;

function faceOf(name: string, bytes: Uint8Array): Face {
  const program = name.endsWith('.pfb') ? new Cff(empty, bytes) : new TrueType(empty, bytes);
  return (letter) => {
    const outline =
      program instanceof Cff
        ? program.outline(program.glyphNamed(letter))
        : program.outline(program.unicodeGlyphs(letter.codePointAt(0) ?? 0)[0] ?? 0);
    return outline === 'unread' ? undefined : outline;
  };
}

const files = readdirSync(FOLDER).filter((name) => /\.pfb$/.test(name));
const faces = files.map((name): [string, Face] => [name, faceOf(name, readFileSync(new URL(name, FOLDER)))]);
const texts = faces.filter(([name]) => !/Dingbats|Symbol/.test(name));
const own = faceOf('own', font);

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const GREEK = [...'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψω'];

/** What is told of letters that a face draws as others. */
function told(face: Face, letters: readonly string[], draw: (letter: string) => string): string[] {
  const shown = letters.flatMap((text): Letter[] => {
    const outline = face(draw(text));
    return outline === undefined ? [] : [{ text, shape: shapeOf(outline, () => {}) }];
  });
  expect(shown.length).toBeGreaterThan(0);
  return exchangedLetters(shown, () => {});
}

const SHARED_WORDS: [string, Record<string, string>, string[]][] = [
  ['to Mr. bob', { b: 'd' }, ['b']],
  ['the sale', { l: 'm' }, ['l']],
  ['VAT of Sofia', { V: 'X' }, ['V']],
];

describe('UP-6: Greek capitals that are drawn as other ones, of those that Latin shares, too', () => {
  const letters = [...'ΛΑΚΗΣΙ'];

  it.each([
    [{ Κ: 'Λ', Λ: 'Κ' }, ['Λ', 'Κ']],
    [{ Η: 'Κ' }, ['Η']],
    [{}, []],
  ])('%j', (drawn: Record<string, string>, expected) =>
    expect(told(own, letters, (letter) => drawn[letter] ?? letter).sort()).toEqual([...expected].sort()),
  );
});

describe.each([
  ['FoxitSerif.pfb', [...SHARED_WORDS, ['not', { t: 'w' }, ['t']], ['in part one', { o: 'n' }, ['o']]]],
  ['FoxitSerifBold.pfb', SHARED_WORDS],
  ['FoxitSerifItalic.pfb', SHARED_WORDS],
] as [string, typeof SHARED_WORDS][])('UP-6: a letter that %s draws as another one', (name, words) => {
  it.each(words)('%s', (text, drawn, letters) => {
    const [, face] = texts.find(([file]) => file === name) ?? [];
    if (face === undefined) throw new Error('The face is missing');
    const shown = [...new Set(text.replace(/[ .]/g, ''))];
    expect(told(face, shown, (letter) => drawn[letter] ?? letter)).toEqual(letters);
  });
});

describe.each(texts)('SGN-7: no warning of %s', (_, face) => {
  it('that draws its letters', () => {
    expect(told(face, ALPHABET, (letter) => letter)).toEqual([]);
    for (const word of ['not', 'bid', 'quay', 'WAX', 'Jolly'])
      expect(told(face, [...new Set(word)], (letter) => letter)).toEqual([]);
  });

  it.each([0.2, 0.35])('that draws them narrower, and slanted by %s', (lean) => {
    const slanted: Face = (letter) =>
      face(letter)?.map((contour) =>
        contour.map((value, at) => (at % 2 === 0 ? 0.7 * value + lean * (contour[at + 1] ?? 0) : value)),
      );
    expect(told(slanted, ALPHABET, (letter) => letter)).toEqual([]);
    expect(told(slanted, [...'morn'], (letter) => letter)).toEqual([]);
  });

  it('of small capitals', () => {
    expect(told(face, ALPHABET, (letter) => letter.toUpperCase())).toEqual([]);
  });

  it('that draws all letters otherwise, as one of secrets does', () => {
    expect(told(face, ALPHABET, (letter) => ALPHABET[(ALPHABET.indexOf(letter) + 13) % 52] ?? '')).toEqual(
      [],
    );
  });
});

const upright = texts.filter(([name]) => /^FoxitS(?:ans|erif)(?:Bold)?\.pfb$/.test(name));

describe.each(upright)('UP-6: what %s draws as another word', (_, face) => {
  it.each([
    ['dog', 'son'],
    ['Anna', 'Bert'],
    ['finished', 'repaired'],
  ])('%s', (text, drawn) => {
    const shown = [...text].flatMap((letter, at): Letter[] => {
      const outline = face(drawn[at] ?? '');
      return outline === undefined ? [] : [{ text: letter, shape: shapeOf(outline, () => {}) }];
    });
    expect(exchangedLetters(shown, () => {}).length).toBeGreaterThan(1);
  });
});

const one = (face: Face, text: string, name: string): string[] => {
  const outline = face(name);
  return outline === undefined
    ? []
    : exchangedLetters(
        clusterLetters(text, outline, () => {}),
        () => {},
      );
};

describe.each(upright)('UP-6: several letters of one glyph of %s', (_, face) => {
  it('that is one letter', () => {
    for (const [text, drawn] of [
      ['kg', 'g'],
      ['not', 'n'],
      ['st', 'y'],
    ] as const)
      expect([text, ...one(face, text, drawn)]).toEqual([text, text]);
  });
});

describe.each(texts)('SGN-7: no warning of letters of one glyph of %s', (_, face) => {
  it('that is a ligature, or of one that stands for the others as well', () => {
    for (const [text, name] of [
      ['fi', 'fi'],
      ['fl', 'fl'],
      ['ffi', 'ffi'],
      ['ae', 'ae'],
      ['OE', 'OE'],
      ['ss', 'germandbls'],
    ] as const)
      expect([text, ...one(face, text, name)]).toEqual([text]);
    const ring = face('o');
    expect(exchangedLetters([{ text: 'm', shape: shapeOf(ring ?? [], () => {}) }], () => {})).toEqual([]);
  });
});

it('UP-6: the letters of one glyph that stand side by side are looked at one by one', () => {
  const side = (letters: string): GlyphOutline =>
    [...letters].flatMap((letter, at) =>
      (own(letter) ?? []).map((contour) => contour.map((value, index) => value + (index % 2 === 0 ? at : 0))),
    );
  const read = (text: string, drawn: string): string[] =>
    exchangedLetters(
      clusterLetters(text, side(drawn), () => {}),
      () => {},
    );
  expect(read('son', 'dog')).toEqual(['s', 'n']);
  expect(read('dog', 'dog')).toEqual([]);
  expect(read('dog', 'no')).toEqual([]);
  expect(clusterLetters('no', Array(61).fill([0, 0, 1, 0, 1, 1]), () => {})).toEqual([]);
});

it('UP-6: Greek letters of a word of which all are others', () => {
  const shown = [...'απορρπτεται'].map((text, at): Letter => {
    const outline = own([...'εγκρνεταιος'][at] ?? '') ?? [];
    return { text, shape: shapeOf(outline, () => {}) };
  });
  expect(exchangedLetters(shown, () => {})).toEqual(expect.arrayContaining(['α', 'π', 'ε']));
});

it('SGN-7: no warning of a face that draws Greek letters', () => {
  expect(told(own, GREEK, (letter) => letter)).toEqual([]);
  expect(told(own, [...'οχι'], (letter) => letter)).toEqual([]);
});

it('UP-6: Greek letters that are drawn as others', () => {
  expect(
    told(
      own,
      [...'δεν οφίλ'].filter((letter) => letter !== ' '),
      (letter) => (letter === 'δ' ? 'μ' : letter),
    ),
  ).toEqual(['δ']);
});

it('SGN-7: no warning of letters that are dingbats or symbols', () => {
  const [, dingbats] = faces.find(([name]) => name.includes('Dingbats')) ?? [];
  const [, symbols] = faces.find(([name]) => name.includes('Symbol')) ?? [];
  if (dingbats === undefined || symbols === undefined) throw new Error('The faces are missing');
  expect(told(dingbats, ALPHABET, (letter) => `a${ALPHABET.indexOf(letter) + 1}`)).toEqual([]);
  const names =
    'alpha beta chi delta epsilon phi gamma eta iota phi1 kappa lambda mu nu omicron pi theta rho sigma tau upsilon omega1 omega xi psi zeta';
  const small = ALPHABET.slice(26);
  expect(told(symbols, small, (letter) => names.split(' ')[small.indexOf(letter)] ?? '')).toEqual([]);
});

it('UP-6: letters are paid for one by one', () => {
  const cost = (count: number): number => {
    let units = 0;
    const shape = shapeOf(own('n') ?? [], () => {});
    exchangedLetters(
      Array.from({ length: count }, () => ({ text: 'n', shape })),
      (more) => {
        units += more;
      },
    );
    return units;
  };
  expect(cost(1)).toBeGreaterThan(100);
  expect(cost(50)).toBe(50 * cost(1));
});
