import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pdfiumProgram } from '@websign/testkit';
import { run } from '../run.ts';

/** Pages of a file that are looked at. */
const MOST_PAGES = 12;
/** Of 255: how far a colour may be off for a pixel to be the same, and how many of a thousand pixels may be another. */
const NEAR = 32;
const STRAY = 1;

type Draw = (file: string, prefix: string) => [string, string[]];
const byPdfium =
  (smoothing: string): Draw =>
  (file, prefix) => ['python3', [pdfiumProgram, file, prefix, String(MOST_PAGES), smoothing]];

/** Programs that draw pages at 96 dpi as PPM files `PREFIX…`; of several ways a page has to be the same in one. */
const DRAW: Readonly<Record<string, readonly Draw[]>> = {
  poppler: [(file, prefix) => ['pdftoppm', ['-cropbox', '-r', '96', '-l', String(MOST_PAGES), file, prefix]]],
  mupdf: [
    (file, prefix) => [
      'mutool',
      [
        'draw',
        '-q',
        '-r',
        '96',
        '-c',
        'rgb',
        '-F',
        'ppm',
        '-o',
        `${prefix}-%03d.ppm`,
        file,
        `1-${MOST_PAGES}`,
      ],
    ],
  ],
  pdfium: [byPdfium('screen'), byPdfium('grey')],
};
export const PROGRAMS = Object.keys(DRAW);

export interface Compared {
  /** Pages that the program draws of the original. */
  pages: number;
  equal: number;
  /** Numbers of those that are not equal, with the thousandths of their pixels that are another. */
  other: [number, number][];
}

/** Draws original and copy by each program, and compares them page by page. */
export async function comparePictures(
  file: string,
  copy: string,
  room: string,
): Promise<Record<string, Compared>> {
  const compared: Record<string, Compared> = {};
  for (const [program, ways] of Object.entries(DRAW)) {
    let shares: number[] = [];
    for (const draw of ways) {
      const drawn = await sharesOf(draw, file, copy, room);
      shares = drawn.map((share, at) => Math.min(share, shares[at] ?? share));
      if (shares.every((share) => share <= STRAY)) break;
    }
    const other = shares.flatMap((share, at): [number, number][] =>
      share > STRAY ? [[at + 1, Math.round(share)]] : [],
    );
    compared[program] = { pages: shares.length, equal: shares.length - other.length, other };
  }
  return compared;
}

/** Of each page of the original, the thousandths of its pixels that are another in the copy. */
async function sharesOf(draw: Draw, file: string, copy: string, room: string): Promise<number[]> {
  const [one, other] = [`${room}-a`, `${room}-b`];
  await run(...draw(file, one));
  await run(...draw(copy, other));
  const after = pagesOf(other);
  return pagesOf(one).map((picture, at) => difference(picture, after[at]));
}

/** Reads and removes the pictures. */
function pagesOf(prefix: string): Picture[] {
  const folder = dirname(prefix);
  const names = readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(prefix)}-`))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return names.map((name) => {
    const picture = readPpm(readFileSync(join(folder, name)));
    rmSync(join(folder, name));
    return picture;
  });
}

interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

function readPpm(bytes: Uint8Array): Picture {
  const head = /^P6\s+(\d+)\s+(\d+)\s+\d+\s/.exec(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));
  if (head === null) return { width: 0, height: 0, data: bytes };
  return { width: Number(head[1]), height: Number(head[2]), data: bytes.subarray(head[0].length) };
}

/** Thousandths of the pixels that differ; all where the sizes do. */
function difference(a: Picture, b: Picture | undefined): number {
  if (b === undefined || a.width !== b.width || a.height !== b.height) return 1000;
  let count = 0;
  const length = Math.min(a.data.length, b.data.length);
  for (let at = 0; at < length; at += 3) {
    for (let part = 0; part < 3; part++) {
      if (Math.abs((a.data[at + part] ?? 0) - (b.data[at + part] ?? 0)) > NEAR) {
        count++;
        break;
      }
    }
  }
  return (1000 * count) / Math.max(1, length / 3);
}
