import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;
/** Bits of red, green and blue beyond which no eye tells the greys of a letter's edge apart. */
const BITS = 5;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, sum]);
}

/** The colour of the pixel that begins at `at`, as a number. */
const colourAt = (pixels: Buffer, at: number): number => pixels.readUIntBE(at, 3);

/** Colours that look alike, and how often each is seen. */
interface Alike {
  often: number;
  counts: Map<number, number>;
}

function groupsOf(pixels: Buffer): Alike[] {
  const groups = new Map<number, Alike>();
  const low = 0xff >> BITS;
  const mask = ~((low << 16) | (low << 8) | low);
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = colourAt(pixels, at);
    const group = groups.get(colour & mask) ?? { often: 0, counts: new Map() };
    group.often += 1;
    group.counts.set(colour, (group.counts.get(colour) ?? 0) + 1);
    groups.set(colour & mask, group);
  }
  return [...groups.values()].sort((a, b) => b.often - a.often);
}

/** The commonest of each group, so that backgrounds keep their very colour. */
const commonest = ({ counts }: Alike): number =>
  [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

/** For each colour its place in the palette: that of its group, or the nearest where its group is too rare. */
function placesOf(groups: Alike[], palette: number[]): Map<number, number> {
  const nearest = (colour: number) =>
    palette.reduce(
      (best, candidate, place) =>
        distance(colour, candidate) < distance(colour, palette[best] ?? 0) ? place : best,
      0,
    );
  return new Map(
    groups.flatMap(({ counts }, at) =>
      [...counts.keys()].map((colour) => [colour, at < palette.length ? at : nearest(colour)] as const),
    ),
  );
}

/**
 * The PNG with a palette of 256 colours, a byte for each pixel: a third of what it was, and for
 * screens, which have few colours, the same to the eye.
 */
export function withPalette(png: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(png);
  const groups = groupsOf(data);
  const palette = groups.slice(0, COLOURS).map(commonest);
  const places = placesOf(groups, palette);
  // One byte of filter, none, before each row.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows[y * (width + 1) + x + 1] = places.get(colourAt(data, (y * width + x) * 4)) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each, by palette (PNG, 11.2.2).
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk(
      'PLTE',
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
