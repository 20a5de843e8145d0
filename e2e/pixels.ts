import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';

/** A rectangle in pixels, or in points, from the upper left corner. */
export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A picture as levels of gray, 0 black; `coloured` tells a pixel whose parts differ. */
export interface Picture {
  width: number;
  height: number;
  gray(x: number, y: number): number;
  coloured(x: number, y: number): boolean;
}

export function decoded(png: Buffer): Picture {
  const { width, height, data } = PNG.sync.read(png);
  const parts = (x: number, y: number): [number, number, number] => {
    const at = (y * width + x) * 4;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  };
  return {
    width,
    height,
    gray: (x, y) => {
      const [red, green, blue] = parts(x, y);
      return 0.299 * red + 0.587 * green + 0.114 * blue;
    },
    coloured: (x, y) => {
      const all = parts(x, y);
      return Math.max(...all) - Math.min(...all) > 24;
    },
  };
}

/** A part of a picture, its pixels counted from its own corner. */
export function cropped(picture: Picture, { left, top, width, height }: Region): Picture {
  const [x0, y0] = [Math.round(left), Math.round(top)];
  return {
    width: Math.round(width),
    height: Math.round(height),
    gray: (x, y) => picture.gray(x + x0, y + y0),
    coloured: (x, y) => picture.coloured(x + x0, y + y0),
  };
}

/** Calls `visit` for each pixel of a region that the picture has. */
function eachIn(
  picture: Picture,
  { left, top, width, height }: Region,
  visit: (x: number, y: number) => void,
) {
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(picture.height, top + height); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(picture.width, left + width); x++) visit(x, y);
  }
}

/** Whether a region has no colour at all. */
export function isGrayIn(picture: Picture, region: Region): boolean {
  let isGray = true;
  eachIn(picture, region, (x, y) => {
    if (picture.coloured(x, y)) isGray = false;
  });
  return isGray;
}

/** Share of pixels, those in `except` aside, whose grays are further apart than `threshold`; and the mean distance. */
export function difference(one: Picture, other: Picture, except: Region[], threshold: number) {
  let [compared, differing, sum] = [0, 0, 0];
  for (let y = 0; y < one.height; y++) {
    for (let x = 0; x < one.width; x++) {
      if (except.some((r) => x >= r.left && x < r.left + r.width && y >= r.top && y < r.top + r.height))
        continue;
      const distance = Math.abs(one.gray(x, y) - other.gray(x, y));
      compared++;
      sum += distance;
      if (distance > threshold) differing++;
    }
  }
  return { share: differing / compared, mean: sum / compared };
}

/** Pixels within which a shift is looked for. */
const farthest = 3;

/** How far, in whole pixels, what stands in a region of `one` stands elsewhere in `other`: where they differ least. */
export function shiftOf(
  one: Picture,
  other: Picture,
  region: Region,
  except: Region[],
): { dx: number; dy: number } {
  const holes = except.map((hole) => ({
    ...hole,
    left: hole.left - region.left,
    top: hole.top - region.top,
  }));
  const shown = cropped(one, region);
  const shifts = Array.from({ length: 2 * farthest + 1 }, (_, n) => n - farthest);
  let best = { dx: 0, dy: 0, mean: Infinity };
  for (const [dx, dy] of shifts.flatMap((x) => shifts.map((y) => [x, y] as const))) {
    const elsewhere = cropped(other, { ...region, left: region.left + dx, top: region.top + dy });
    const { mean } = difference(shown, elsewhere, holes, 255);
    if (mean < best.mean) best = { dx, dy, mean };
  }
  return best;
}

/** Page 1 of a PDF as MuPDF or Poppler shows it. */
export function drawnBy(tool: 'mutool' | 'pdftoppm', pdf: Buffer, dpi: number): Picture {
  const folder = mkdtempSync(join(tmpdir(), 'websign-pixels-'));
  try {
    const [file, png] = [join(folder, 'page.pdf'), join(folder, 'page.png')];
    writeFileSync(file, pdf);
    const args = {
      mutool: ['draw', '-q', '-r', String(dpi), '-o', png, file, '1'],
      pdftoppm: ['-png', '-cropbox', '-singlefile', '-r', String(dpi), file, join(folder, 'page')],
    }[tool];
    const { status, stderr } = spawnSync(tool, args);
    if (status !== 0) throw new Error(`${tool} ended with ${status}: ${stderr}`);
    return decoded(readFileSync(png));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
