import { bytesOf, documentObjects, type TestJpeg, writeJpeg, writePdf } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_WORK } from '../../src/content/jpeg/stream.ts';
import { expectNoHang, open } from '../support.ts';
import { imageBody, lightOf, pictured, pictureOf, type Shown } from './jpegs.ts';

const base: TestJpeg = { width: 40, height: 24, components: [(x, y) => 40 + x * 3 + y] };
const shown: Shown = { width: 40, height: 24, components: 1 };
const colour: TestJpeg = { ...base, components: [(x) => x * 5, () => 90, (_, y) => y * 9] };
const whole = writeJpeg(base);

const isRead = (bytes: Uint8Array, of: Shown = shown): boolean => lightOf(bytes, of) !== undefined;
/** Where a marker stands. */
const find = (bytes: Uint8Array, marker: number): number => {
  for (let at = 2; at < bytes.length; at += 2 + 256 * (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0))
    if (bytes[at + 1] === marker) return at;
  throw new Error('no such marker');
};
const lengthAt = (bytes: Uint8Array, at: number): number =>
  2 + 256 * (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0);
const set = (bytes: Uint8Array, at: number, ...values: number[]): Uint8Array => {
  const other = Uint8Array.from(bytes);
  other.set(values, at);
  return other;
};
const without = (bytes: Uint8Array, marker: number): Uint8Array => {
  const at = find(bytes, marker);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + lengthAt(bytes, at))]);
};
/** Puts something before a marker. */
const before = (bytes: Uint8Array, marker: number, more: Uint8Array): Uint8Array => {
  const at = find(bytes, marker);
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
};
const comments = (count: number): Uint8Array =>
  Buffer.concat(Array(count).fill(Uint8Array.of(0xff, 0xfe, 0, 2)));
const [FRAME, TABLES, QUANTIZATION, SCAN] = [0xc0, 0xc4, 0xdb, 0xda];

describe('JPEGs that are not read', () => {
  it('the picture that they are made from is', () => expect(isRead(whole)).toBe(true));

  it.each([
    ['lossless', 0xc3],
    ['hierarchical', 0xc5],
    ['coded arithmetically', 0xc9],
    ['progressive and coded arithmetically', 0xca],
  ])('%s', (_, marker) => expect(isRead(set(whole, find(whole, FRAME) + 1, marker))).toBe(false));

  it('of 12 bits', () => expect(isRead(set(whole, find(whole, FRAME) + 4, 12))).toBe(false));

  it('of another width or height than the dictionary says', () => {
    expect(isRead(whole, { ...shown, width: 41 })).toBe(false);
    expect(isRead(whole, { ...shown, height: 23 })).toBe(false);
  });

  it('without a height, or of other numbers of components than the colour space', () => {
    expect(isRead(set(whole, find(whole, FRAME) + 5, 0, 0))).toBe(false);
    expect(isRead(whole, { ...shown, components: 3 })).toBe(false);
    expect(
      isRead(writeJpeg({ ...base, components: Array(2).fill(base.components[0]) }), {
        ...shown,
        components: 3,
      }),
    ).toBe(false);
  });

  it.each([
    ['codes', TABLES],
    ['factors', QUANTIZATION],
    ['a frame', FRAME],
  ])('without %s', (_, marker) => expect(isRead(without(whole, marker))).toBe(false));

  it.each([
    ['more codes than there is room for', [0xff, 0xff]],
    ['fewer symbols than codes', [0, 2, 255]],
  ])('with %s', (_, counts) => expect(isRead(set(whole, find(whole, TABLES) + 5, ...counts))).toBe(false));

  it('with a difference that is too long to be one', () => {
    const table = find(whole, TABLES);
    expect(isRead(set(whole, table + lengthAt(whole, table) - 1, 16))).toBe(false);
  });

  it.each([
    ['no factor', 0x01],
    ['a factor that is too great', 0x51],
  ])('with %s', (_, factors) => expect(isRead(set(whole, find(whole, FRAME) + 11, factors))).toBe(false));

  it('of which readers take the colours in two ways', () => {
    const three = { ...shown, components: 3 };
    const named = writeJpeg({ ...colour, ids: [...bytesOf('RGB')] });
    expect(isRead(named, three)).toBe(false);
    expect(isRead(named, { ...three, entries: '/DecodeParms<</ColorTransform 0>>' })).toBe(true);
    const unpaired = { ...three, filter: '[/DCTDecode]', entries: '/DecodeParms<</ColorTransform 0>>' };
    expect(isRead(writeJpeg(colour), unpaired)).toBe(false);
    expect(isRead(writeJpeg(colour), { ...unpaired, entries: '/DecodeParms[<</ColorTransform 0>>]' })).toBe(
      true,
    );
  });

  it('of palettes, patterns, unknown colours and stencils', () => {
    for (const space of ['[/Indexed/DeviceGray 1<00FF>]', '/Pattern', '/Other'])
      expect(isRead(whole, { ...shown, space })).toBe(false);
    expect(isRead(whole, { ...shown, entries: '/ImageMask true' })).toBe(false);
  });

  it.each(['together', 'alone', 'progressive'] as const)('that break off: %s', (scans) => {
    const bytes = writeJpeg({ ...colour, scans, interval: 3 });
    const three = { ...shown, components: 3 };
    expect(isRead(bytes, three)).toBe(true);
    // The last octets may only fill up, and behind the last block a sequential picture has none that shows anything.
    for (let length = 0; length < bytes.length - 3; length += 7)
      expect(isRead(bytes.subarray(0, length), three)).toBe(false);
  });

  it('with restarts in another order', () => {
    const bytes = writeJpeg({ ...base, interval: 2 });
    const second = Buffer.from(bytes).indexOf(Uint8Array.of(0xff, 0xd1));
    expect(isRead(bytes)).toBe(true);
    expect(isRead(set(bytes, second + 1, 0xd2))).toBe(false);
  });

  it('progressive, whose coefficients come before those that they refine', () => {
    const bytes = writeJpeg({ ...base, scans: 'progressive' });
    const first = find(bytes, SCAN);
    expect(isRead(bytes)).toBe(true);
    expect(isRead(set(bytes, first + 7, 1, 5))).toBe(false);
    expect(isRead(set(bytes, first + 9, 0x10))).toBe(false);
  });
});

describe('SEC-3: what reading JPEGs costs is bounded', () => {
  it('fill octets and segments, of which there are at most 4096', () => {
    const used = process.cpuUsage();
    expect(isRead(before(whole, FRAME, new Uint8Array(1e6).fill(0xff)))).toBe(true);
    expect(isRead(before(whole, FRAME, comments(4000)))).toBe(true);
    expect(isRead(before(whole, FRAME, comments(4100)))).toBe(false);
    expectNoHang(used);
  });

  it('scans, of which there are at most 64', () => {
    const bytes = writeJpeg({ ...base, width: 8, height: 8, scans: 'progressive' });
    const of = { ...shown, width: 8, height: 8 };
    // A scan of the first coefficient that adds a bit of nought.
    const scan = Uint8Array.of(0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0x10, 0x7f);
    const more = (count: number): Uint8Array =>
      Buffer.concat([bytes.subarray(0, -2), ...Array<Uint8Array>(count).fill(scan), bytes.subarray(-2)]);
    expect(isRead(bytes, of)).toBe(true);
    expect(isRead(more(58), of)).toBe(true);
    expect(isRead(more(59), of)).toBe(false);
  });

  it('a picture that is said to be huge', () => {
    const used = process.cpuUsage();
    for (const scans of ['together', 'progressive'] as const) {
      const bytes = writeJpeg({ ...base, scans });
      const frame = find(bytes, scans === 'together' ? FRAME : 0xc2);
      const say = (width: number, height: number): boolean => {
        const size = [height >> 8, height & 255, width >> 8, width & 255];
        const file = pictured(set(bytes, frame + 5, ...size), { ...shown, width, height });
        return pictureOf(file).light !== undefined;
      };
      for (const [width, height] of [
        [65_535, 65_535],
        [65_535, 1],
        [1, 65_535],
        [8000, 8000],
      ] as const)
        expect(say(width, height)).toBe(false);
    }
    expectNoHang(used);
  });

  it('progressive pictures, of which 2^24 coefficients are kept', () => {
    const frameOf = (side: number): Uint8Array => {
      const bytes = writeJpeg({
        ...base,
        width: 8,
        height: 8,
        components: [() => 200],
        scans: 'progressive',
      });
      const size = [side >> 8, side & 255, side >> 8, side & 255];
      // Its data are long enough whatever the number of blocks: noughts are differences of nought.
      const scan = find(bytes, SCAN);
      const data = new Uint8Array((side / 8) ** 2 / 4 + 8);
      const head = set(bytes, find(bytes, 0xc2) + 5, ...size).subarray(0, scan + 10);
      return Buffer.concat([head, data, bytes.subarray(-2)]);
    };
    const of = (side: number): Shown => ({ width: side, height: side, components: 1 });
    expect(pictureOf(pictured(frameOf(4096), of(4096))).light).toBeDefined();
    expect(pictureOf(pictured(frameOf(4104), of(4104))).light).toBeUndefined();
  });

  it('data of one picture, which take up to a quarter of the work', () => {
    const used = process.cpuUsage();
    const long = (length: number): Uint8Array => {
      const bytes = new Uint8Array(length);
      bytes.set(whole);
      return bytes;
    };
    const most = 8 * (MOST_WORK / 4 - 15);
    expect(isRead(long(most))).toBe(true);
    expect(isRead(long(most + 8))).toBe(false);
    expectNoHang(used);
  });

  it('blocks that are coded together, of which there are at most ten', () => {
    const three = { ...shown, components: 3 };
    expect(
      isRead(
        writeJpeg({
          ...colour,
          factors: [
            [4, 2],
            [1, 1],
            [1, 1],
          ],
        }),
        three,
      ),
    ).toBe(true);
    expect(
      isRead(
        writeJpeg({
          ...colour,
          factors: [
            [4, 2],
            [1, 1],
            [2, 1],
          ],
        }),
        three,
      ),
    ).toBe(false);
  });

  it('work on all pictures of a document', () => {
    const count = 3;
    const objects = documentObjects({
      more: Array.from({ length: count }, (_, at) => ({ number: 90 + at, body: imageBody(whole, shown) })),
    });
    const pdf = open(writePdf({ kind: 'table', objects }));
    expect(pictureOf(pdf, 90).light).toBeDefined();
    const each = pdf.budget.pictureWork.jpeg;
    expect(each).toBe(15 + whole.length / 8);
    pdf.budget.pictureWork.jpeg = MOST_WORK - each;
    expect(pictureOf(pdf, 91).light).toBeDefined();
    expect(pictureOf(pdf, 92).light).toBeUndefined();
  });

  it('work on each scan of a progressive picture', () => {
    const bytes = writeJpeg({ ...base, scans: 'progressive' });
    const workBehind = (before: number): number | undefined => {
      const pdf = open(pictured(bytes, shown));
      pdf.budget.pictureWork.jpeg = before;
      return pictureOf(pdf).light === undefined ? undefined : pdf.budget.pictureWork.jpeg;
    };
    const work = workBehind(0) ?? 0;
    // More than its blocks once.
    expect(work).toBeGreaterThan(2 * 15 + bytes.length / 8);
    expect(workBehind(MOST_WORK - work)).toBe(MOST_WORK);
    expect(workBehind(MOST_WORK - work + 1)).toBeUndefined();
  });

  it('octets that are changed make nothing worse than another picture', () => {
    const used = process.cpuUsage();
    const files = (['together', 'alone', 'progressive'] as const).map((scans) =>
      writeJpeg({
        ...colour,
        scans,
        interval: 2,
        factors: [
          [2, 1],
          [1, 1],
          [1, 1],
        ],
      }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
        (file, changes) => {
          let bytes = file;
          for (const [place, value] of changes) bytes = set(bytes, 2 + (place % (file.length - 2)), value);
          const light = lightOf(bytes, { ...shown, components: 3 }) ?? [];
          expect(light.every((level) => level >= 0 && level <= 255)).toBe(true);
        },
      ),
      { numRuns: 600 },
    );
    expectNoHang(used);
  });
});
