import { composite, descriptor, type FontPage, map, own, program, WIN } from './font-pages.ts';
import { type SfntOptions, type TestGlyph, testCff, testTrueType, testType1 } from './fontprograms.ts';

/** The same page with a program in each format: simple and composite TrueType, CFF of both, Type 1. */
const drawnPages = (glyphs: TestGlyph[], text: string): Record<string, FontPage> => {
  const cids = glyphs.map((_, index) => (index + 1).toString(16).padStart(4, '0'));
  const simple = glyphs.map(({ character = '' }): [string, string] => [
    character.charCodeAt(0).toString(16),
    character.charCodeAt(0).toString(16).padStart(4, '0'),
  ]);
  const wide = map(...simple.map(([, text], index): [string, string] => [cids[index] ?? '', text]));
  const shown = `<${[...text].map((one) => cids[glyphs.findIndex(({ character }) => character === one)]).join('')}>`;
  const font = (subtype: string): string =>
    own(subtype, `${WIN}/ToUnicode 101 0 R`).replace(
      /FirstChar.*Widths\[[^\]]*\]/,
      `FirstChar 32/LastChar 126/Widths[${'500 '.repeat(95)}]`,
    );
  const plain = { shown: `(${text})` };
  return {
    'simple TrueType': {
      ...plain,
      font: font('TrueType'),
      more: [map(...simple), descriptor('FontFile2', 32), program(testTrueType(glyphs))],
    },
    'composite TrueType': {
      font: composite('/CIDToGIDMap/Identity'),
      more: [
        wide,
        descriptor('FontFile2', 4),
        program(testTrueType(glyphs.map(({ name, drawn = 'box' }) => ({ name, drawn })))),
      ],
      shown,
    },
    'simple CFF': {
      ...plain,
      font: font('Type1'),
      more: [map(...simple), descriptor('FontFile3', 4), program(testCff(glyphs), '/Subtype/Type1C')],
    },
    'composite CFF': {
      font: composite('', 'CIDFontType0'),
      more: [wide, descriptor('FontFile3', 4), program(testCff(glyphs), '/Subtype/CIDFontType0C')],
      shown,
    },
    'Type 1': {
      ...plain,
      font: font('Type1'),
      more: [map(...simple), descriptor('FontFile', 4), program(testType1(glyphs))],
    },
  };
};

const named = (pages: Record<string, FontPage>, what: string): Record<string, FontPage> =>
  Object.fromEntries(Object.entries(pages).map(([format, page]) => [`${what}, ${format}`, page]));

const ZERO: TestGlyph = { name: 'zero', character: '0', drawn: 'ring' };
const glyph = (name: string, character: string, drawn: NonNullable<TestGlyph['drawn']>): TestGlyph => ({
  name,
  character,
  drawn,
});
/** Digits and signs that are drawn as other ones. */
export const misdrawn = {
  ...named(drawnPages([ZERO, glyph('nine', '9', 'bar')], '900'), 'a nine drawn as a one'),
  ...named(drawnPages([ZERO, glyph('one', '1', 'eight')], '100'), 'a one drawn as an eight'),
  ...named(drawnPages([ZERO, glyph('six', '6', 'nine')], '600'), 'a six drawn as a nine'),
  ...named(
    drawnPages([ZERO, glyph('one', '1', 'bar'), glyph('seven', '7', 'bar')], '107'),
    'two digits drawn alike',
  ),
  ...named(drawnPages([ZERO, glyph('one', '1', 'seven')], '100'), 'a one drawn as a seven'),
  ...named(drawnPages([ZERO, glyph('seven', '7', 'one')], '700'), 'a seven drawn as a one'),
  ...named(drawnPages([ZERO, glyph('two', '2', 'seven')], '200'), 'a two drawn as a seven'),
  ...named(drawnPages([ZERO, glyph('period', '.', 'comma')], '0.0'), 'a point drawn as a comma'),
  ...named(drawnPages([ZERO, glyph('comma', ',', 'point')], '0,0'), 'a comma drawn as a point'),
};
/** Zero and nine, by a TrueType program that is made so. */
const trueTypePage = (options: SfntOptions, glyphs = [ZERO, glyph('nine', '9', 'nine')]): FontPage => ({
  font: own('TrueType', WIN),
  more: [descriptor('FontFile2', 32), program(testTrueType(glyphs, options))],
});
/** The same as a font of signs, whose program has no map of such (§9.6.5.4). */
const signs = (macintosh: number[]): FontPage => ({
  font: own('TrueType', ''),
  more: [
    descriptor('FontFile2', 4),
    program(testTrueType([ZERO, glyph('nine', '9', 'nine')], { macintosh })),
  ],
});
export const split: Record<string, FontPage> = {
  'two maps of one program that name other glyphs': trueTypePage({
    macintosh: [1, 0, 0, 0, 0, 0, 0, 0, 0, 1],
  }),
  'two such maps of a font of signs': signs([1, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
};
/** Programs that viewers read in different ways. */
export const broken: Record<string, FontPage> = {
  'a program without widths': trueTypePage({ without: ['hmtx'] }),
  'a program without a header of widths': trueTypePage({ without: ['hhea'] }),
  'a program without places of its glyphs': trueTypePage({ without: ['loca'] }),
  'a program of an unknown version': trueTypePage({ version: 0x00090000 }),
  'a table behind the end of the program': trueTypePage({ beyond: 'glyf' }),
};
export const whole: Record<string, FontPage> = {
  'two maps of one program that agree': trueTypePage({ macintosh: [1, 0, 0, 0, 0, 0, 0, 0, 0, 2] }),
  'two such maps of a font of signs that agree': signs([1, 0, 0, 0, 0, 0, 0, 0, 0, 2]),
  'a program under the older version': trueTypePage({ version: 0x74727565 }),
  'a program that names no glyphs': trueTypePage({ without: ['post'] }),
};
const LETTERS = ['n', 'o', 't'];
/** Letters that are not seen. */
export const undrawn = {
  ...named(
    drawnPages(
      LETTERS.map((one) => glyph(one, one, 'nothing')),
      'not',
    ),
    'letters without ink',
  ),
  ...named(
    drawnPages(
      LETTERS.map((one) => glyph(one, one, 'speck')),
      'not',
    ),
    'letters drawn as a speck',
  ),
  ...named(
    drawnPages(
      LETTERS.map((one) => glyph(one, one, 'specks')),
      'not',
    ),
    'letters drawn as two specks',
  ),
  ...named(
    drawnPages(
      LETTERS.map((one) => glyph(one, one, 'line')),
      'not',
    ),
    'letters without height',
  ),
  ...named(drawnPages([ZERO, glyph('comma', ',', 'nothing')], '0,0'), 'a comma without ink'),
};
export const drawnRight = named(
  drawnPages(
    [
      ...[
        ZERO,
        glyph('one', '1', 'one'),
        glyph('six', '6', 'six'),
        glyph('seven', '7', 'seven'),
        glyph('eight', '8', 'eight'),
      ],
      ...[glyph('nine', '9', 'nine'), glyph('period', '.', 'point'), glyph('comma', ',', 'comma')],
      glyph('space', ' ', 'nothing'),
    ],
    '1.690,80 67',
  ),
  'digits drawn as they are',
);
