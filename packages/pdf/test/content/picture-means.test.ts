import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_SAMPLES } from '../../src/content/picture.ts';
import { open } from '../support.ts';
import { pictureOf } from './jpegs.ts';

const documentOf = (samples: Uint8Array, width: number, height: number, entries: string) =>
  open(
    writePdf({
      kind: 'table',
      objects: documentObjects({
        more: [
          {
            number: 90,
            body: streamBody(
              samples,
              `/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray${entries}`,
              'flate',
            ),
          },
        ],
      }),
    }),
  );

describe('samples as they are shown', () => {
  it.each([1, 2, 4, 8])('of %i bits each', (bits) => {
    const most = 2 ** bits - 1;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat({ max: most })),
        (width, height, isTurned, stream) => {
          const levels = Array.from({ length: width * height }, () => stream.next().value ?? 0);
          const length = Math.ceil((width * bits) / 8);
          const bytes = new Uint8Array(length * height);
          for (const [at, level] of levels.entries()) {
            const bit = (at % width) * bits;
            const byte = Math.floor(at / width) * length + (bit >> 3);
            bytes[byte] = (bytes[byte] ?? 0) | (level << (8 - bits - (bit & 7)));
          }
          const decode = isTurned ? '/Decode[1 0]' : '';
          const pdf = documentOf(bytes, width, height, `/BitsPerComponent ${bits}${decode}`);
          const { light } = pictureOf(pdf);
          const shown = levels.map((_, at) => {
            const [x, y] = [at % width, Math.floor(at / width)];
            return Math.round(light?.((x + 0.5) / width, 1 - (y + 0.5) / height) ?? -1);
          });
          expect(shown).toEqual(
            levels.map((level) => Math.round((255 * (isTurned ? most - level : level)) / most)),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([
    ['mostly white', 0xff],
    ['mostly black', 0],
  ])('as means of several where there are many, %s', (_, most) => {
    // Each value is the mean of two samples by two.
    const side = 4096;
    const bytes = new Uint8Array((side * side) / 8).fill(most);
    bytes[0] = 0b10000001;
    bytes[side / 8] = 0b11000000;
    const { light } = pictureOf(documentOf(bytes, side, side, '/BitsPerComponent 1'));
    const at = (x: number, y: number): number | undefined =>
      light?.((2 * x + 1) / side, 1 - (2 * y + 1) / side);
    expect([0, 1, 2, 3].map((x) => Math.round(at(x, 0) ?? -1))).toEqual([191, 0, 0, 64]);
    expect(at(9, 9)).toBe(most);
  });

  it('SEC-3: of a document so many samples are read', () => {
    const isReadBehind = (before: number): boolean => {
      const pdf = documentOf(new Uint8Array(1000), 100, 10, '/BitsPerComponent 8');
      pdf.budget.pictureWork.samples = before;
      return pictureOf(pdf).light !== undefined;
    };
    expect(isReadBehind(MOST_SAMPLES - 1000)).toBe(true);
    expect(isReadBehind(MOST_SAMPLES - 999)).toBe(false);
  });

  it('SEC-3: of pictures of which nothing is read nothing is decoded', () => {
    const pdf = documentOf(new Uint8Array(1000), 100, 10, '/BitsPerComponent 8');
    pdf.budget.pictureWork.samples = MOST_SAMPLES;
    const before = pdf.budget.samples.inflatable;
    expect(pictureOf(pdf).light).toBeUndefined();
    expect(pdf.budget.samples.inflatable).toBe(before);
  });

  it('SEC-3: what samples decode to counts by itself, and is bounded', () => {
    const pdf = documentOf(new Uint8Array(1000), 100, 10, '/BitsPerComponent 8');
    const { inflatable, samples } = pdf.budget;
    const before = samples.inflatable;
    expect(pictureOf(pdf).light).toBeDefined();
    expect([pdf.budget.inflatable, samples.inflatable]).toEqual([inflatable, before - 1000]);
    const other = documentOf(new Uint8Array(1000), 100, 10, '/BitsPerComponent 8');
    other.budget.samples.inflated(other.budget.samples.inflatable - 999);
    expect(pictureOf(other).light).toBeUndefined();
  });

  it.each([
    [65_536, 1, true],
    [65_537, 1, false],
    [1, 65_536, true],
    [1, 65_537, false],
  ])('SEC-3: rows and columns are bounded: %i by %i', (width, height, isRead) => {
    const pdf = documentOf(new Uint8Array(width * height), width, height, '/BitsPerComponent 8');
    expect(pictureOf(pdf).light !== undefined).toBe(isRead);
  });

  it('SEC-3: a revision of the file has no budget of its own', () => {
    const pdf = documentOf(new Uint8Array(1000), 100, 10, '/BitsPerComponent 8');
    const revision = pdf.as([...pdf.sections]);
    expect(pictureOf(revision).light).toBeDefined();
    expect(pdf.budget.pictureWork.samples).toBe(1000);
    pdf.budget.pictureWork.samples = MOST_SAMPLES;
    expect(pictureOf(pdf.as([...pdf.sections])).light).toBeUndefined();
  });
});
