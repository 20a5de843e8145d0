import { readFileSync } from 'node:fs';
import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { Cff } from '../src/content/font/program/cff.ts';
import { type GlyphShape, shapeOf } from '../src/content/font/program/raster.ts';
import { TrueType } from '../src/content/font/program/truetype.ts';
import { inspect } from '../src/index.ts';
import type { ShadeOf } from '../src/inspect/hidden/inkgrid.ts';
import { jpegOf } from './hidden-scans.ts';
import { font, open } from './support.ts';

/** Faces of another package: upright and slanted, serif, sans-serif and typewriter; and ours, which has Greek. */
const FOLDER = new URL('../../../node_modules/pdfjs-dist/standard_fonts/', import.meta.url);
export const FACES = {
  sans: 'LiberationSans-Regular.ttf',
  'bold sans': 'LiberationSans-Bold.ttf',
  serif: 'FoxitSerif.pfb',
  'slanted serif': 'FoxitSerifItalic.pfb',
  typewriter: 'FoxitFixed.pfb',
  own: undefined,
} as const;
export type Face = keyof typeof FACES;

/** Samples of a scan of the upper part of a page, two to the unit, and where its foot is. */
const WIDE = 1190;
const HIGH = 500;
const FOOT = 842 - HIGH / 2;
/** In samples, an em of what is printed: 12 units. */
const EM = 24;
const SIDE = 64;
const PAPER = 255;

const IMAGE = `/Type/XObject/Subtype/Image/Width ${WIDE}/Height ${HIGH}/BitsPerComponent 8/ColorSpace/DeviceGray`;
/** Numbers of objects. */
const FONT_NUMBER = 90;
const FIRST_IMAGE = 91;

interface Glyph {
  shape: GlyphShape | undefined;
  advance: number;
}

/** Names of glyphs that are not the sign itself. */
const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map((name, at) => [
      at,
      name,
    ]),
  ),
  ...{ ' ': 'space', '.': 'period', ',': 'comma', '/': 'slash', '-': 'hyphen' },
};

function glyphsOf(face: Face): (letter: string) => Glyph {
  const name = FACES[face];
  const empty = open(writePdf({ kind: 'table', objects: documentObjects() }));
  const bytes = name === undefined ? font : readFileSync(new URL(name, FOLDER));
  const program = name?.endsWith('.pfb') ? new Cff(empty, bytes) : new TrueType(empty, bytes);
  const glyphs = new Map<string, Glyph>();
  const glyphOf = (letter: string): number =>
    program instanceof Cff
      ? program.glyphNamed(NAMES[letter] ?? letter)
      : (program.unicodeGlyphs(letter.codePointAt(0) ?? 0).find((glyph) => glyph !== 0) ?? 0);
  return (letter) => {
    const known = glyphs.get(letter);
    if (known !== undefined) return known;
    const at = glyphOf(letter);
    const outline = program.outline(at);
    if (at === 0 || outline === undefined || outline === 'unread') throw new Error(`no ${letter} in ${face}`);
    const glyph = {
      shape: outline.length === 0 ? undefined : shapeOf(outline, () => {}),
      advance: (program.advance(at) ?? 0) / 1000,
    };
    glyphs.set(letter, glyph);
    return glyph;
  };
}

/** The beginning of a text that is long enough for its letters to be learned from it. */
export const AGREEMENT = [
  'This agreement is made between the landlord and the tenant',
  'who is entitled to use the house and the garden from today',
  'The tenant shall repay the deposit at the end of the contract',
  'and the landlord shall return the rest within three months',
  'of the day on which the house is handed over in good order',
] as const;

/** A line of a scan: what it shows, and what was recognised. */
export interface Printed {
  shown: string;
  said?: string;
}

export interface Print {
  face?: Face;
  /** Share of the samples that are lighter or darker by chance, and of how much in all. */
  noise?: number;
  isJpeg?: boolean;
  /** Whether words are said line by line in one string. */
  byLine?: boolean;
  /** The face by whose widths letters of such a string lie along the line. */
  widths?: Face;
  /** Whether each word is said with a blank: it is as broad as its ink alone, or with the blank. */
  blanks?: 'behind' | 'within';
  /** How broad each word is said for its ink, where it is said by itself: in a typeface of other widths. */
  broad?: number;
  /** Whether a word of which signs are left out is said as broad as all of its ink. */
  isWide?: boolean;
  /** Quarters by which the page is turned, and shown upright again; two of them turn its content alone. */
  turned?: 1 | 2 | 3;
  /** What else the content says. */
  more?: string;
}

/** Content turned by so many quarters, within its page. */
const TURNS = ['', '0 1 -1 0 842 0 cm', '-1 0 0 -1 595 842 cm', '0 -1 1 0 0 595 cm'] as const;
const LEFT = 72;
const TOP = 780;
const LEADING = 20;

/** What is told of words that were recognised on a printed page, as an inspection finds them. */
export const toldOfPrinted = (lines: readonly Printed[], print: Print = {}): string[] =>
  toldOfPages([{ lines, print }]).map(({ said }) => said);

/** The same of a document of several pages, with the page of each. */
export function toldOfPages(
  pages: readonly { lines: readonly Printed[]; print: Print }[],
): { page: number | undefined; said: string }[] {
  const scans = pages.map(({ lines, print }) => {
    const { scan, words } = printed(lines, print);
    const image = print.isJpeg
      ? streamBody(jpegOf(scan, WIDE, HIGH), `${IMAGE}/Filter/DCTDecode`)
      : streamBody(scan, IMAGE, 'flate');
    return { image, words: words + (print.more ?? ''), turned: print.turned ?? 0 };
  });
  const objects = documentObjects({
    pages: scans.map(({ words, turned }, at) => ({
      content: `${TURNS[turned]} q 595 0 0 ${HIGH / 2} 0 ${FOOT} cm /I Do Q ${words}`,
      entries: `/Rotate ${90 * turned}${turned % 2 === 1 ? '/MediaBox[0 0 842 595]' : ''}/Resources<</XObject<</I ${at + FIRST_IMAGE} 0 R>>/Font<</F1 ${FONT_NUMBER} 0 R>>>>`,
    })),
    more: [
      { number: FONT_NUMBER, body: FONT },
      ...scans.map(({ image }, at) => ({ number: at + FIRST_IMAGE, body: image })),
    ],
  });
  const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
  expectRecognised(findings);
  return findings
    .filter(({ kind }) => kind === 'invisible_text')
    .map(({ page, excerpt = '' }) => ({ page, said: excerpt }));
}

/** The samples of a printed page, and content that says the words that were recognised on it. */
function printed(lines: readonly Printed[], print: Print): { scan: Uint8Array; words: string } {
  const glyph = glyphsOf(print.face ?? 'sans');
  const widthOf = (text: string): number =>
    ([...text].reduce((sum, letter) => sum + glyph(letter).advance, 0) * EM) / 2;
  const scan = new Float64Array(WIDE * HIGH).fill(PAPER);
  let words = '';
  for (const [at, { shown, said = shown }] of lines.entries()) {
    const y = TOP - at * LEADING;
    draw(scan, shown, y, glyph);
    words += print.byLine
      ? stringAt(said, LEFT, y, widthOf(shown), print.widths && glyphsOf(print.widths))
      : wordsAt(shown.split(' '), said.split(' '), y, { widthOf, ...print });
  }
  return { scan: roughened(scan, print.noise ?? 0), words };
}

/** The same as {@link printed}, with what it shows at a place in units of the page. */
export function printedPage(lines: readonly Printed[]): { shade: ShadeOf; words: string } {
  const { scan, words } = printed(lines, {});
  const shade: ShadeOf = (x, y) => scan[Math.floor(2 * (FOOT - y) + HIGH) * WIDE + Math.floor(2 * x)];
  return { shade, words };
}

/** Each word as broad as the ink at its place, of whose signs it may leave out the first ones and the last one; '' where none is said. */
function wordsAt(
  shown: readonly string[],
  said: readonly string[],
  y: number,
  {
    widthOf,
    blanks,
    broad: times = 1,
    isWide = false,
  }: { widthOf: (text: string) => number } & Pick<Print, 'blanks' | 'broad' | 'isWide'>,
): string {
  let [x, strings] = [LEFT, ''];
  for (const [at, word] of said.entries()) {
    const ink = shown[at] ?? word;
    const behind = isWide ? undefined : [0, 1].find((left) => ink.slice(0, ink.length - left).endsWith(word));
    const before = behind === undefined ? '' : ink.slice(0, ink.length - behind - word.length);
    const width = times * widthOf(behind === undefined ? ink : word);
    const broad = blanks === 'behind' ? (width * (word.length + 1)) / word.length : width;
    if (word !== '')
      strings += stringAt(blanks === undefined ? word : `${word} `, x + widthOf(before), y, broad);
    x += widthOf(ink) + widthOf(' ');
  }
  return strings;
}

const FIRST_GREEK = 0x0386;
const GREEK_CODE = 0x81;
/** Codes of Greek letters, from 0x81 up. */
const codeOf = (letter: string): number => {
  const code = letter.codePointAt(0) ?? 0;
  return code < FIRST_GREEK ? code : code - FIRST_GREEK + GREEK_CODE;
};
const GREEK = Array.from({ length: 73 }, (_, at) => `/uni0${(FIRST_GREEK + at).toString(16).toUpperCase()}`);
const FONT = `<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[${GREEK_CODE}${GREEK.join('')}]>>>>`;

/** A string as broad as `width`, its letters all as broad as each other, or as those of some glyphs. */
function stringAt(
  text: string,
  x: number,
  y: number,
  width: number,
  glyph?: (letter: string) => Glyph,
): string {
  const codes = [...text].map((letter) => codeOf(letter).toString(16).padStart(2, '0'));
  if (glyph !== undefined) {
    const breadths = [...text].map((letter) => glyph(letter).advance);
    const times = width / breadths.reduce((sum, breadth) => sum + breadth, 0);
    // A letter of Courier is 600 thousandths broad.
    const shown = codes.map((code, at) => `<${code}> ${600 - ((breadths[at] ?? 0) * times * 1000) / 12}`);
    return `BT 3 Tr /F1 12 Tf 100 Tz 1 0 0 1 ${x} ${y} Tm [${shown.join(' ')}] TJ ET\n`;
  }
  return `BT 3 Tr /F1 12 Tf ${(100 * width) / (7.2 * codes.length)} Tz 1 0 0 1 ${x} ${y} Tm <${codes.join('')}> Tj ET\n`;
}

/** Draws a line with edges as soft as those of a scan. */
function draw(scan: Float64Array, text: string, y: number, glyph: (letter: string) => Glyph): void {
  const foot = HIGH - 2 * (y - FOOT);
  let left = 2 * LEFT;
  for (const letter of text) {
    const { shape, advance } = glyph(letter);
    if (shape !== undefined) {
      const [x0, y0, x1, y1] = shape.bounds;
      const [wide, high] = [((x1 - x0) * EM) / SIDE, ((y1 - y0) * EM) / SIDE];
      for (let at = 0; at < shape.cells.length; at++) {
        if (shape.cells[at] === 0) continue;
        const column = left + x0 * EM + (at % SIDE) * wide;
        const row = foot - y0 * EM - Math.floor(at / SIDE) * high;
        const place = Math.floor(row - high) * WIDE + Math.floor(column);
        scan[place] = Math.max(0, (scan[place] ?? 0) - PAPER * Math.min(1, wide) * Math.min(1, high));
      }
    }
    left += advance * EM;
  }
}

function roughened(scan: Float64Array, noise: number): Uint8Array {
  if (noise === 0) return new Uint8Array(scan);
  let random = 1;
  const rough = new Uint8Array(scan.length);
  for (let at = 0; at < scan.length; at++) {
    random = (random * 1103515245 + 12345) % 2147483648;
    const change = (random / 2147483648 - 0.5) * 2 * noise * PAPER;
    rough[at] = Math.max(0, Math.min(PAPER, (scan[at] ?? 0) + change));
  }
  return rough;
}

/** That the others of the words were taken for those that a scanner recognised. */
function expectRecognised(findings: readonly { kind: string }[]): void {
  if (!findings.some(({ kind }) => kind === 'ocr_layer')) throw new Error('no words were recognised');
}
