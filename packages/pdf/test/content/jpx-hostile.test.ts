import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { MOST_WORK } from '../../src/content/jpx/stream.ts';
import { expectNoHang, open } from '../support.ts';
import { pictured, pictureOf, type Shown } from './jpegs.ts';

interface Sizes {
  width: number;
  height: number;
  /** The side of a tile. */
  tile?: number;
  components?: number;
  levels?: number;
  /** Of blocks of code, as powers of two less 2. */
  block?: number;
  /** Of the lowest resolution on. */
  precincts?: readonly number[];
  layers?: number;
  progressions?: number;
  parts?: number;
}

const u16 = (value: number): number[] => [value >> 8, value & 255];
const u32 = (value: number): number[] => [...u16(Math.floor(value / 65_536)), ...u16(value & 65_535)];
const segment = (marker: number, body: readonly number[]): number[] => [
  ...[0xff, marker],
  ...u16(body.length + 2),
  ...body,
];

/** A codestream (ITU-T T.800 Annex A) whose tiles have the data that are given. */
function codestream(sizes: Sizes, data: Uint8Array): Uint8Array {
  const { width, height, tile = Math.max(width, height), components = 1, levels = 0, block = 4 } = sizes;
  const { precincts = [], layers = 1, progressions = 0 } = sizes;
  const size = [...u16(0), ...u32(width), ...u32(height), ...u32(0), ...u32(0)];
  const tiles = [...u32(tile), ...u32(tile), ...u32(0), ...u32(0)];
  const parts = Array.from({ length: components }, () => [7, 1, 1]).flat();
  const style = [
    precincts.length > 0 ? 1 : 0,
    0,
    ...u16(layers),
    0,
    levels,
    block,
    block,
    0,
    1,
    ...precincts,
  ];
  const change = [0, 0, ...u16(layers), 33, components, 0];
  const head = [
    ...[0xff, 0x4f],
    ...segment(0x51, [...size, ...tiles, ...u16(components), ...parts]),
    ...segment(0x52, style),
    ...segment(0x5c, [0x40, ...new Array<number>(3 * levels + 1).fill(0x48)]),
    ...(progressions > 0 ? segment(0x5f, new Array<number[]>(progressions).fill(change).flat()) : []),
  ];
  const count = Math.ceil(width / tile) * Math.ceil(height / tile);
  const body = Array.from({ length: count }, (_, index) => [
    Uint8Array.from([...segment(0x90, [...u16(index), ...u32(14 + data.length), 0, 1]), 0xff, 0x93]),
    data,
  ]);
  return Buffer.concat([Uint8Array.from(head), ...body.flat(), Uint8Array.of(0xff, 0xd9)]);
}

/** Packets in which there is nothing. */
const EMPTY = (count: number): Uint8Array => new Uint8Array(count);

function isRead(sizes: Sizes, data: Uint8Array): boolean {
  const { width, height, components = 1 } = sizes;
  const shown: Shown = { width, height, components, filter: '/JPXDecode' };
  return pictureOf(pictured(codestream(sizes, data), shown)).light !== undefined;
}

describe('SEC-3: what reading JPEG 2000 pictures costs is bounded', () => {
  it('samples, of which 2^23 are kept of a component', () => {
    const used = process.cpuUsage();
    // Where nothing can be halved all of them would be.
    expect(isRead({ width: 4096, height: 2048 }, EMPTY(1))).toBe(true);
    expect(isRead({ width: 4096, height: 2049 }, EMPTY(1))).toBe(false);
    expect(isRead({ width: 4096, height: 4096, levels: 1 }, EMPTY(2))).toBe(true);
    for (const side of [65_535, 2 ** 31])
      expect(isRead({ width: side, height: side, levels: 32 }, EMPTY(33))).toBe(false);
    expectNoHang(used);
  });

  it('tiles, of which there are at most 2^14', () => {
    const used = process.cpuUsage();
    expect(isRead({ width: 128, height: 128, tile: 1 }, EMPTY(1))).toBe(true);
    expect(isRead({ width: 129, height: 128, tile: 1 }, EMPTY(1))).toBe(false);
    expectNoHang(used);
  });

  it('blocks of code, of which there are at most 2^17', () => {
    const used = process.cpuUsage();
    expect(isRead({ width: 2048, height: 1024, block: 0 }, EMPTY(1))).toBe(true);
    expect(isRead({ width: 2052, height: 1024, block: 0 }, EMPTY(1))).toBe(false);
    expectNoHang(used);
  });

  it('precincts, of which there are at most 2^15, resolutions without any counted as one', () => {
    const used = process.cpuUsage();
    expect(isRead({ width: 256, height: 128, precincts: [0] }, EMPTY(32_768))).toBe(true);
    expect(isRead({ width: 257, height: 128, precincts: [0] }, EMPTY(32_896))).toBe(false);
    expect(isRead({ width: 64, height: 64, tile: 1, levels: 4 }, EMPTY(5))).toBe(true);
    expect(isRead({ width: 64, height: 64, tile: 1, levels: 12 }, EMPTY(13))).toBe(false);
    expectNoHang(used);
  });

  it('blocks that packets leave out, again and again', () => {
    const used = process.cpuUsage();
    const one = { width: 1440, height: 1440, block: 0 };
    // A bit says that there is a packet, the next that it has none of the blocks.
    const none = (layers: number): Uint8Array => new Uint8Array(layers).fill(0x80);
    expect(isRead({ ...one, layers: 10 }, none(10))).toBe(true);
    expect(isRead({ ...one, layers: 65_535 }, none(65_535))).toBe(false);
    expectNoHang(used);
  });

  it('segments of headers, changes of the progression and parts of tiles', () => {
    const used = process.cpuUsage();
    const one = { width: 8, height: 8 };
    const isReadWith = (main: Uint8Array, tile: Uint8Array, parts = 1): boolean => {
      const bytes = codestream(one, EMPTY(1));
      const [from, to] = [bytes.indexOf(0x90) - 1, bytes.indexOf(0x93) - 1];
      const part = Buffer.concat([
        bytes.subarray(from, to),
        tile,
        Uint8Array.of(0xff, 0x93),
        ...(tile.length > 0 ? [] : [EMPTY(1)]),
      ]);
      part.writeUInt32BE(part.length, 6);
      const other = Buffer.concat([
        bytes.subarray(0, from),
        main,
        ...new Array<Uint8Array>(parts).fill(part),
        Uint8Array.of(0xff, 0xd9),
      ]);
      return pictureOf(pictured(other, { ...one, components: 1, filter: '/JPXDecode' })).light !== undefined;
    };
    const many = (count: number, each: readonly number[]): Uint8Array =>
      Buffer.concat(new Array<Uint8Array>(count).fill(Uint8Array.from(each)));
    const without = new Uint8Array(0);
    // Two segments, of the style and of quantization, stand before.
    const change = segment(0x5f, [0, 0, 0, 1, 33, 1, 0]);
    expect(isReadWith(many(2 ** 13 - 1, change), without)).toBe(true);
    expect(isReadWith(many(2 ** 13, change), without)).toBe(false);
    const headers = segment(0x61, [0, 0]);
    expect(isReadWith(without, many(2 ** 14 - 2, headers))).toBe(true);
    expect(isReadWith(without, many(2 ** 14 - 1, headers))).toBe(false);
    expect(isReadWith(without, many(100_000, headers))).toBe(false);
    expect(isReadWith(without, without, 2 ** 16)).toBe(true);
    expect(isReadWith(without, without, 2 ** 16 + 1)).toBe(false);
    expectNoHang(used);
  });

  it('pieces of data of a block, each of a pass', () => {
    const used = process.cpuUsage();
    // Of one block without a tree above it: it is in the packet, has no planes that are nought, and so many passes in all.
    const layers = (count: number): Uint8Array =>
      Buffer.concat([
        Uint8Array.of(0b1110_0000, 0),
        ...new Array<Uint8Array>(count - 1).fill(Uint8Array.of(0b1100_0000)),
      ]);
    const one = { width: 4, height: 4 };
    expect(isRead({ ...one, layers: 25 }, layers(25))).toBe(true);
    expect(isRead({ ...one, layers: 89 }, layers(89))).toBe(false);
    expectNoHang(used);
  });

  it('colours, each mixture of which has a lightness of its own', () => {
    const space = (count: number): string =>
      `[/DeviceN[${Array.from({ length: count }, (_, at) => `/A${at}`).join('')}]/DeviceGray 91 0 R]`;
    const isReadOf = (count: number): boolean => {
      const domain = '0 1 '.repeat(count);
      const body = streamBody(
        Buffer.from(`{${'pop '.repeat(count - 1)}}`),
        `/FunctionType 4/Domain[${domain}]/Range[0 1]`,
      );
      const shown = { width: 8, height: 8, components: count, filter: '/JPXDecode', space: space(count) };
      const file = pictured(codestream({ ...shown }, EMPTY(count)), shown, [{ number: 91, body }]);
      return pictureOf(file).light !== undefined;
    };
    expect(isReadOf(4)).toBe(true);
    for (const count of [5, 8, 32]) expect(isReadOf(count)).toBe(false);
  });

  it('steps that lead to no packet, of which there are at most 2^22', () => {
    const used = process.cpuUsage();
    const one = { width: 64, height: 64, precincts: [0], layers: 1 };
    expect(isRead({ ...one, progressions: 100 }, EMPTY(5000))).toBe(true);
    expect(isRead({ ...one, progressions: 1000 }, EMPTY(5000))).toBe(false);
    expectNoHang(used);
  });

  it('layers of nothing', () => {
    const used = process.cpuUsage();
    expect(isRead({ width: 64, height: 64, precincts: [0], layers: 65_535 }, EMPTY(100_000))).toBe(true);
    expect(isRead({ width: 64, height: 64, precincts: [0], layers: 65_535 }, EMPTY(8_000_000))).toBe(false);
    expectNoHang(used);
  });

  it('components, depths and planes of bits', () => {
    expect(isRead({ width: 8, height: 8, components: 4 }, EMPTY(4))).toBe(true);
    expect(isRead({ width: 8, height: 8, components: 33 }, EMPTY(33))).toBe(false);
    const bytes = codestream({ width: 8, height: 8 }, EMPTY(1));
    const steps = bytes.indexOf(0x5c);
    const planes = (guard: number, exponent: number): boolean => {
      const other = Uint8Array.from(bytes);
      other[steps + 3] = guard << 5;
      other[steps + 4] = exponent << 3;
      return (
        pictureOf(pictured(other, { width: 8, height: 8, components: 1, filter: '/JPXDecode' })).light !==
        undefined
      );
    };
    expect(planes(2, 29)).toBe(true);
    expect(planes(2, 30)).toBe(false);
    expect(planes(7, 31)).toBe(false);
  });

  it('the search for packets of one picture, which leaves most of the work to others', () => {
    const used = process.cpuUsage();
    const sizes = { width: 2048, height: 1024, block: 0, layers: 65_535 };
    const shown: Shown = { width: 2048, height: 1024, components: 1, filter: '/JPXDecode' };
    // Packets that say of each block that there is nothing of it.
    const packets = new Uint8Array(2_000_000).fill(0x80);
    const pdf = open(pictured(codestream(sizes, packets), shown));
    expect(pictureOf(pdf).light).toBeUndefined();
    expect(pdf.budget.pictureWork.jpx).toBeGreaterThan(MOST_WORK / 16);
    expect(pdf.budget.pictureWork.jpx).toBeLessThan(MOST_WORK / 8);
    expectNoHang(used);
  });

  it('work of a document in all', () => {
    const sizes = { width: 1024, height: 1024 };
    const shown: Shown = { ...sizes, components: 1, filter: '/JPXDecode' };
    const pdf = open(pictured(codestream(sizes, EMPTY(1)), shown));
    const { pictureWork } = pdf.budget;
    // Of one packet two steps are counted, an eighth of a pass each.
    const most = MOST_WORK - (1024 * 1024) / 64 - 2 / 8;
    pictureWork.jpx = most + 1;
    expect(pictureOf(pdf).light).toBeUndefined();
    const other = open(pictured(codestream(sizes, EMPTY(1)), shown));
    other.budget.pictureWork.jpx = most;
    expect(pictureOf(other).light).toBeDefined();
    expect(other.budget.pictureWork.jpx).toBe(MOST_WORK);
  });
});
