import {
  documentObjects,
  encodeFax,
  type Instance,
  jbig2Generic,
  jbig2Page,
  jbig2Symbols,
  jbig2Text,
  streamBody,
  type TestSegment,
  writeJbig2,
  writeJpeg,
  writePdf,
} from '@websign/testkit';
import { type FindingKind, inspect } from '../src/index.ts';
import { open } from './support.ts';

/** Samples of a scan of an A4 page, two to the unit. */
export const WIDE = 1190;
export const HIGH = 1684;
const PAPER = 255;

export interface Line {
  text: string;
  y: number;
}

/** How samples are changed after the lines are drawn. */
export type Change = (level: number, at: number) => number;

/** Every third line of a scan, so that other text is read beside what is tested. */
export const OTHERS: readonly Line[] = [
  { text: 'The parties agree as follows', y: 780 },
  { text: 'Each of them has a copy', y: 760 },
];

/** Grey samples of a scan that shows lines in letters that are rings: high, low or with a tail, as those of print are. */
export function scanOf(lines: readonly Line[], change: Change = (level) => level): Uint8Array {
  const samples = new Uint8Array(WIDE * HIGH).fill(PAPER);
  const ink = (x: number, y: number): void => {
    samples[y * WIDE + x] = 0;
  };
  for (const { text, y } of lines) {
    const foot = HIGH - 2 * y;
    let x = 144;
    for (const sign of text) {
      if (sign === ' ') {
        x += 9;
        continue;
      }
      const isMark = /[.,]/.test(sign);
      const isHigh = /[A-Z0-9bdfhklt]/.test(sign);
      const isTailed = /[gpqy]/.test(sign);
      const wide = isMark ? 3 : 11;
      const [top, bottom] = [isMark ? 3 : isHigh ? 18 : 13, isTailed ? -5 : 0];
      for (let up = bottom; up < top; up++) {
        for (let across = 0; across < wide; across++) {
          const isEdge = across < 2 || across >= wide - 2 || up < bottom + 2 || up >= top - 2;
          if (isEdge) ink(x + across, foot - up);
        }
      }
      x += wide + 3;
    }
  }
  return samples.map(change);
}

/** Where a line of a scan ends, in units of the page. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign === ' ' ? 4.5 : /[.,]/.test(sign) ? 3 : 7), 0);

/** Words that are not painted, each line as broad as if the scan showed it. */
export const recognised = (lines: readonly Line[], x = 72): string =>
  lines.map(({ text, y }) => wordAt(text, x, y, widthOf(text))).join('');

/** In Courier, whose letters are all as broad. */
export const wordAt = (text: string, x: number, y: number, width: number): string =>
  `BT 3 Tr /F1 12 Tf ${(100 * width) / (7.2 * text.length)} Tz 1 0 0 1 ${x} ${y} Tm (${text.replace(/[()]/g, '\\$&')}) Tj ET\n`;

const IMAGE = `/Type/XObject/Subtype/Image/Width ${WIDE}/Height ${HIGH}`;
/** How the samples of a scan are written. */
const WAYS = {
  grey: (scan: Uint8Array) => streamBody(scan, `${IMAGE}/BitsPerComponent 8/ColorSpace/DeviceGray`, 'flate'),
  jpeg: (scan: Uint8Array) =>
    streamBody(
      jpegOf(scan, WIDE, HIGH),
      `${IMAGE}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode`,
    ),
  // Of samples that are written so already.
  jpx: (data: Uint8Array) => streamBody(data, `${IMAGE}/ColorSpace/DeviceGray/Filter/JPXDecode`),
  fax: (scan: Uint8Array) => faxBody(scan, '/BitsPerComponent 1/ColorSpace/DeviceGray'),
  'fax, as a stencil': (scan: Uint8Array) => faxBody(scan, '/ImageMask true'),
  jbig2: (scan: Uint8Array) => jbig2Body([jbig2Generic(inkOf(scan), { isTypical: true })]),
  'jbig2, as a stencil': (scan: Uint8Array) =>
    jbig2Body([jbig2Generic(inkOf(scan), { template: 3, isTypical: true })], '/ImageMask true'),
  'jbig2, of symbols': (scan: Uint8Array) => jbig2Body(symbolsOf(inkOf(scan))),
};
export type Way = keyof typeof WAYS;

/** Rows of samples, 1 where they are dark. */
const inkOf = (scan: Uint8Array): Uint8Array[] =>
  Array.from({ length: HIGH }, (_, row) =>
    Uint8Array.from(scan.subarray(row * WIDE, (row + 1) * WIDE), (level) => (level < PAPER / 2 ? 1 : 0)),
  );

function jbig2Body(
  segments: readonly TestSegment[],
  entries = '/BitsPerComponent 1/ColorSpace/DeviceGray',
): ReturnType<typeof streamBody> {
  const data = writeJbig2([jbig2Page(WIDE, HIGH), ...segments]);
  return streamBody(data, `${IMAGE}${entries}/Filter/JBIG2Decode`);
}

/** What is dark, in squares that are symbols. */
function symbolsOf(rows: readonly Uint8Array[]): TestSegment[] {
  const side = 28;
  const symbols: Uint8Array[][] = [];
  const instances: Instance[] = [];
  for (let t = 0; t < HIGH; t += side) {
    for (let s = 0; s < WIDE; s += side) {
      const pixels = Array.from({ length: side }, (_, y) => {
        const row = new Uint8Array(side);
        row.set(rows[t + y]?.subarray(s, s + side) ?? []);
        return row;
      });
      if (!pixels.some((row) => row.includes(1))) continue;
      instances.push({ symbol: symbols.length, s, t });
      symbols.push(pixels);
    }
  }
  const text = jbig2Text([WIDE, HIGH], { symbols, instances });
  return [jbig2Symbols(symbols.map((pixels) => ({ pixels }))), { ...text, references: [1] }];
}

function faxBody(scan: Uint8Array, entries: string): ReturnType<typeof streamBody> {
  const rows = inkOf(scan);
  const parameters = `/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${WIDE}/Rows ${HIGH}>>`;
  return streamBody(encodeFax(rows, { k: -1 }), `${IMAGE}${entries}${parameters}`);
}

/** What is told of words over a scan that nobody read there. */
export const unread = (scan: Uint8Array, words: string, way: Way = 'grey'): string[] =>
  toldOf('invisible_text', scan, `${SCAN} ${words}`, way);

/** The same of words that are painted, and the scan over them. */
export const unreadBehind = (scan: Uint8Array, words: string): string[] =>
  toldOf('covered_text', scan, `${words.replaceAll('3 Tr', '0 Tr')} ${SCAN}`, 'grey');

const SCAN = 'q 595 0 0 842 0 0 cm /I Do Q';

/** The same of pages of one scan each, all alike but for their words: by page, from 1. */
export function unreadOnPages(
  scan: Uint8Array,
  pages: readonly string[],
  way: Way,
): { page: number | undefined; excerpt: string | undefined }[] {
  const body = WAYS[way](scan);
  const objects = documentObjects({
    pages: pages.map((words, at) => ({
      content: `${SCAN} ${words}`,
      entries: `/Resources<</XObject<</I ${FIRST + at} 0 R>>/Font<</F1 ${FIRST - 1} 0 R>>>>`,
    })),
    more: [COURIER, ...pages.map((_, at) => ({ number: FIRST + at, body }))],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'invisible_text')
    .map(({ page, excerpt }) => ({ page, excerpt }));
}

const FIRST = 1001;
const COURIER = {
  number: FIRST - 1,
  body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>',
};

function toldOf(told: FindingKind, scan: Uint8Array, content: string, way: Way): string[] {
  const objects = documentObjects({
    pages: [
      {
        content,
        entries: `/Resources<</XObject<</I ${FIRST} 0 R>>/Font<</F1 ${FIRST - 1} 0 R>>>>`,
      },
    ],
    more: [COURIER, { number: FIRST, body: WAYS[way](scan) }],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === told)
    .map(({ excerpt }) => excerpt ?? '');
}

/** Grey samples as a JPEG, as coarse as scanners write them. */
export const jpegOf = (samples: Uint8Array, width: number, height: number): Uint8Array =>
  writeJpeg({ width, height, components: [(x, y) => samples[y * width + x] ?? PAPER], step: 12 });
