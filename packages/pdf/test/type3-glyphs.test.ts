import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { TrueType } from '../src/content/font/program/truetype.ts';
import { inspect } from '../src/index.ts';
import { font, open } from './support.ts';

const program = new TrueType(open(writePdf({ kind: 'table', objects: documentObjects() })), font);

/** The contours of a letter, in thousandths of an em. */
function contours(letter: string): number[][] {
  const outline = program.outline(program.unicodeGlyphs(letter.charCodeAt(0))[0] ?? 0);
  if (outline === undefined || outline === 'unread') throw new Error('The font has no such letter');
  return outline.map((contour) => contour.map((value) => Math.round(1000 * value)));
}

/** The outline of a letter as a path, through a matrix. */
const path = (letter: string, [a, d, x, y]: readonly number[] = [1, 1, 0, 0]): string =>
  contours(letter)
    .map((contour) => {
      const points: string[] = [];
      for (let at = 0; at < contour.length; at += 2) {
        const [px = 0, py = 0] = [contour[at], contour[at + 1]];
        points.push(`${(a ?? 1) * px + (x ?? 0)} ${(d ?? 1) * py + (y ?? 0)} ${at === 0 ? 'm' : 'l'}`);
      }
      return `${points.join(' ')} h`;
    })
    .join(' ');
const filled = (letter: string): string => `600 0 0 -200 600 900 d1 ${path(letter)} f`;

/** A letter as a stencil of so many rows, from the line to the height of a capital. */
function stencil(letter: string, rows: number): string {
  const all = contours(letter);
  const columns = Math.ceil((rows * 600) / 740);
  const isInside = (x: number, y: number): boolean => {
    let winding = 0;
    for (const contour of all) {
      let [ax = 0, ay = 0] = contour.slice(-2);
      for (let at = 0; at < contour.length; at += 2) {
        const [bx = 0, by = 0] = [contour[at], contour[at + 1]];
        if (ay <= y !== by <= y && ax + ((y - ay) / (by - ay)) * (bx - ax) < x) winding += by > ay ? 1 : -1;
        [ax, ay] = [bx, by];
      }
    }
    return winding !== 0;
  };
  let hex = '';
  for (let row = rows - 1; row >= 0; row--) {
    for (let first = 0; first < columns; first += 8) {
      let byte = 0;
      for (let bit = 0; bit < 8; bit++) {
        const isSet =
          first + bit < columns &&
          isInside(((first + bit + 0.5) * 600) / columns, ((row + 0.5) * 740) / rows);
        if (isSet) byte |= 128 >> bit;
      }
      hex += byte.toString(16).padStart(2, '0');
    }
  }
  return `600 0 0 -200 600 900 d1 q 600 0 0 740 0 0 cm BI /W ${columns}/H ${rows}/BPC 1/IM true/D[1 0]/F/AHx ID ${hex}> EI Q`;
}

const NAMES: Readonly<Record<string, string>> = {
  1: 'one',
  5: 'five',
  6: 'six',
  9: 'nine',
  0: 'zero',
  '.': 'period',
  ' ': 'space',
};

/** A font of these procedures, by letter; the others are drawn as they are. */
interface Drawings {
  procedures?: Readonly<Record<string, string | undefined>>;
  matrix?: string;
  resources?: string;
  draw?: (letter: string) => string;
  text?: string;
  /** How text stands on the page. */
  placed?: string;
}

/** What is told of a page that shows a text in a Type 3 font. */
function told({ procedures = {}, draw = filled, text = 'Fee 1500.6', ...more }: Drawings): string[] {
  const letters = [...new Set(text)];
  const name = (letter: string): string => NAMES[letter] ?? letter;
  const of = (letter: string): string | undefined =>
    letter in procedures ? procedures[letter] : letter === ' ' ? '300 0 d0' : draw(letter);
  const own = letters.filter((letter) => of(letter) !== undefined);
  const widths = letters.map(() => 600).join(' ');
  const encoding = letters.map((letter) => `${letter.charCodeAt(0)}/${name(letter)}`).join(' ');
  const glyphs = own.map((letter) => `/${name(letter)} ${200 + letter.charCodeAt(0)} 0 R`).join('');
  const { matrix = '[.001 0 0 .001 0 0]', resources = '/Resources<</Font<</F1 3 0 R>>>>' } = more;
  const placed = more.placed ?? '1 0 0 1 72 700 Tm';
  const objects = documentObjects({
    pages: [{ content: `BT /T3 14 Tf ${placed} (${text}) Tj ET` }],
    tree: '/Resources<</Font<</T3 100 0 R/F1 3 0 R>>>>',
    more: [
      {
        number: 100,
        body:
          `<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix${matrix}/FirstChar 0/LastChar ${letters.length - 1}` +
          `/Widths[${widths}]/CharProcs<<${glyphs}>>/Encoding<</Differences[${encoding}]>>${resources}>>`,
      },
      PATTERN,
      ...own.map((letter) => ({ number: 200 + letter.charCodeAt(0), body: streamBody(of(letter) ?? '') })),
    ],
  });
  const bytes = writePdf({
    kind: 'table',
    objects: objects.map(({ number, body }) => ({
      number,
      body:
        typeof body === 'string'
          ? body.replace('/Resources<</Font<</F1 3 0 R>>>>/Contents', '/Contents')
          : body,
    })),
  });
  return inspect(open(bytes)).findings.map(({ kind, excerpt }) => `${kind} ${excerpt}`);
}

/** A path that is filled by a shading, and by a pattern. */
const shaded = (letter: string): string => `600 0 d0 ${path(letter)} W n /Sh1 sh`;
const patterned = (letter: string): string => `600 0 d0 /Pattern cs /P1 scn ${path(letter)} f`;
/** A box out of which a letter is left. */
const leftOut = (letter: string): string => `600 0 d0 0 -200 600 1000 re f 1 g ${path(letter)} f`;
const INKS =
  '/Resources<</Shading<</Sh1<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Extend[true true]' +
  '/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[.5]/N 1>>>>>>/Pattern<</P1 300 0 R>>>>';
const PATTERN = {
  number: 300,
  body: streamBody(
    '0 0 10 10 re f',
    '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>',
  ),
};

const WHITE = `600 0 d0 1 g ${path('1')} f`;

describe('UP-6: a glyph of a Type 3 font that is copied as a digit', () => {
  it.each<[string, string | undefined, string]>([
    ['is drawn as another one', filled('9'), 'text_map_mismatch �→1'],
    [
      'is drawn as another one, by strokes of white over it',
      `${filled('8')} `.replace('d1', 'd0'),
      'text_map_mismatch �→1',
    ],
    ['is a picture of another one', stencil('9', 40), 'text_map_mismatch �→1'],
    ['is a picture of another one in few samples', stencil('9', 9), 'text_map_mismatch �→1'],
    ['is blank', '600 0 d0', 'invisible_text 1'],
    ['has no procedure', undefined, 'invisible_text 1'],
    ['is white', WHITE, 'invisible_text 1'],
    ['is covered by white', `600 0 d0 0 g ${path('1')} f 1 g 0 -200 600 1000 re f`, 'invisible_text 1'],
    ['is a speck', '600 0 0 0 9 9 d1 0 0 9 9 re f', 'invisible_text 1'],
    ['is cut off', `600 0 d0 700 0 10 10 re W n ${path('1')} f`, 'invisible_text 1'],
    ['is no path that is painted', `600 0 d0 ${path('1')} n`, 'invisible_text 1'],
    ['shows a text', '600 0 d0 BT /F1 1000 Tf (9000) Tj ET', 'text_map_mismatch 9000→1'],
    ['shows another digit', '600 0 d0 BT /F1 1000 Tf (9) Tj ET', 'text_map_mismatch 9→1'],
  ])('%s', (_, procedure, finding) => {
    expect(told({ procedures: { 1: procedure } })).toEqual([finding]);
  });

  it.each<[string, string]>([
    ['by a shading through a clip', shaded('9')],
    ['by a pattern', patterned('9')],
    ['by a rectangle through a clip', `600 0 d0 ${path('9')} W n 0 -200 600 1000 re f`],
    ['by what a box leaves free', leftOut('9')],
    ['whose parts are covered by white', `600 0 d0 ${path('8')} f 1 g 0 100 170 250 re f`],
  ])('is drawn as another one %s', (_, procedure) => {
    expect(told({ procedures: { 1: procedure }, resources: INKS })).toEqual(['text_map_mismatch �→1']);
  });

  it('is blank, in a font without resources of its own', () => {
    expect(told({ procedures: { 1: '600 0 d0' }, resources: '' })).toEqual(['invisible_text 1']);
  });
});

it('UP-6: a glyph of a Type 3 font that is copied as a blank and drawn as a digit', () => {
  expect(told({ procedures: { ' ': filled('9') } })).toEqual(['text_map_mismatch �→U+0020']);
});

it.each<[string, Drawings]>([
  ['outlines', {}],
  ['stencils', { draw: (letter) => stencil(letter, 40) }],
  ['what a shading fills', { draw: shaded, resources: INKS }],
  ['what boxes leave free', { draw: leftOut }],
])('UP-6: a letter of a Type 3 font that is drawn as another one: %s', (_, { draw = filled, ...more }) => {
  expect(told({ ...more, text: 'not', draw, procedures: { t: draw('d') } })).toEqual([
    'text_map_mismatch �→t',
  ]);
});

it('UP-6: what a Type 3 font of nothing else draws for a blank, as high as a digit', () => {
  expect(told({ text: ' ', procedures: { ' ': filled('9') } })).toEqual(['text_map_mismatch �→U+0020']);
});

it('SGN-7: no warning of a Type 3 font of nothing else that draws a line for a blank', () => {
  expect(told({ text: ' ', procedures: { ' ': '600 0 0 0 600 900 d1 0 -100 600 40 re f' } })).toEqual([]);
});

/** An image of one sample behind a digit, as a stencil or with a colour of its own. */
const inked = (head: string, image: string): string =>
  `600 0 ${head} q 600 0 0 740 0 0 cm BI /W 1/H 1/BPC 1${image}/F/AHx ID 00> EI Q`;
const ambiguous = (drawings: Drawings): string[] =>
  told(drawings).filter((one) => one.startsWith('ambiguous_syntax'));

it('UP-6: an image with colours within a glyph that has none, which readers paint or leave out', () => {
  const procedures = { 1: inked('0 -200 600 900 d1', '/CS/G') };
  expect(ambiguous({ procedures })).toHaveLength(1);
});

it.each([
  ['a stencil', inked('0 -200 600 900 d1', '/IM true')],
  ['an image of a glyph with colours', inked('d0', '/CS/G')],
])('SGN-7: no warning of readers that differ: %s', (_, procedure) => {
  expect(ambiguous({ procedures: { 1: procedure } })).toEqual([]);
});

it('UP-6: letters of a Type 3 font that are drawn as nothing', () => {
  expect(told({ procedures: { F: '600 0 d0', e: '600 0 d0' } })).toEqual(['invisible_text F e']);
});

describe('SGN-7: no warning of a Type 3 font whose glyphs', () => {
  it.each<[string, Drawings]>([
    ['are outlines', {}],
    ['are filled twice', { draw: (letter) => `600 0 d0 ${path(letter)} f 0 g ${path(letter)} f` }],
    ['are stroked', { draw: (letter) => `600 0 d0 20 w ${path(letter)} S` }],
    ['are stencils', { draw: (letter) => stencil(letter, 40) }],
    ['are stencils of few samples', { draw: (letter) => stencil(letter, 12) }],
    [
      'are in other units',
      { matrix: '[1 0 0 1 0 0]', draw: (letter) => `600 0 d0 ${path(letter, [0.05, 0.05, 0, 0])} f` },
    ],
    [
      'stand on their head and are turned by the page',
      { draw: (letter) => `600 0 d0 ${path(letter, [1, -1, 0, 0])} f`, placed: '1 0 0 -1 72 700 Tm' },
    ],
    [
      'stand on their head and are turned by the font',
      { matrix: '[.001 0 0 -.001 0 0]', draw: (letter) => `600 0 d0 ${path(letter, [1, -1, 0, 0])} f` },
    ],
    [
      'are white throughout',
      { draw: (letter) => `600 0 d0 1 g ${path(letter)} f`, placed: '0 g 1 0 0 1 72 700 Tm' },
    ],
    ['are filled by a shading through a clip', { draw: shaded, resources: INKS }],
    ['are filled by a pattern', { draw: patterned, resources: INKS }],
    ['are left out of boxes', { draw: leftOut, text: 'Fee 15006' }],
    ['are letters of a word', { text: 'not' }],
    ['are letters of few samples', { text: 'to Mr. bob', draw: (letter) => stencil(letter, 16) }],
    ['are those of another font', { draw: (letter) => `600 0 d0 BT /F1 1000 Tf (${letter}) Tj ET` }],
    [
      'are those of another font of the page',
      { resources: '', draw: (letter) => `600 0 d0 BT /F1 1000 Tf (${letter}) Tj ET` },
    ],
  ])('%s', (_, drawings) => {
    const mismatches = told(drawings).filter((one) => /^(?:text_map|invisible)/.test(one));
    expect(mismatches).toEqual([]);
  });
});

it('UP-6: words in a font whose glyphs all have one name are read by their map, blanks too', () => {
  const map =
    '1 begincodespacerange <00><ff> endcodespacerange 3 beginbfchar <20><0020> <41><0041> <42><0042> endbfchar';
  const objects = documentObjects({
    pages: [
      {
        content: 'BT /T3 14 Tf 72 700 Td (AB BA AB BA) Tj ET',
        entries: '/Resources<</Font<</T3 100 0 R>>>>',
      },
    ],
    more: [
      {
        number: 100,
        body: '<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 32/LastChar 66/Widths[600]/CharProcs<</b 101 0 R>>/Encoding<</Differences[32/b 65/b/b]>>/ToUnicode 102 0 R>>',
      },
      { number: 101, body: streamBody('600 0 d0') },
      { number: 102, body: streamBody(map) },
    ],
  });
  const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
  expect(findings.filter(({ kind }) => kind === 'invisible_text')[0]?.excerpt).toBe('AB BA AB BA');
});
