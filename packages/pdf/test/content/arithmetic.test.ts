import { ArithmeticEncoder } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArithmeticDecoder } from '../../src/content/arithmetic.ts';

/** ITU-T T.88 §H.2: the sequence that every decoder of this kind is tried with. */
const CODED = '84c73bfce1a1430402200000410dbb86f4317fff88ff37471adb6adfffac';
const SHOWN = '00020051000000c00352872aaaaaaaaa82c02000fcd79ef6bf7fed904f46a3bf';

function decode(bytes: Uint8Array, count: number): { bytes: Buffer; past: number } {
  const decoder = new ArithmeticDecoder(bytes, 0, bytes.length);
  const contexts = new Uint8Array(1);
  const found = Buffer.alloc(count);
  for (let at = 0; at < 8 * count; at++) {
    found[at >> 3] = ((found[at >> 3] ?? 0) << 1) | decoder.bit(contexts, 0);
  }
  return { bytes: found, past: decoder.past };
}

describe('the decoder that JBIG2 and JPEG 2000 share', () => {
  it('reads the sequence of the standard', () => {
    expect(decode(Buffer.from(CODED, 'hex'), 32).bytes.toString('hex')).toBe(SHOWN);
  });

  it('reads it without the marker behind it', () => {
    expect(decode(Buffer.from(CODED, 'hex').subarray(0, -2), 32).bytes.toString('hex')).toBe(SHOWN);
  });

  it('reads ones behind the data and counts them', () => {
    const whole = Buffer.from(CODED, 'hex');
    expect(decode(whole, 32).past).toBeLessThan(4);
    expect(decode(whole.subarray(0, 8), 1000).past).toBeGreaterThan(20);
    expect(decode(Buffer.alloc(0), 8).past).toBeGreaterThan(0);
  });

  it('reads what is written, in any number of contexts, with the marker that ends it and without', () => {
    const bits = fc.array(fc.tuple(fc.nat(5), fc.nat(9)), { maxLength: 3000 });
    fc.assert(
      fc.property(bits, fc.boolean(), (given, isMarked) => {
        const [encoder, known] = [new ArithmeticEncoder(), new Map()];
        // The further a context, the rarer ones.
        const written = given.map(
          ([context, chance]) => [context, chance < context ? 0 : chance & 1] as const,
        );
        for (const [context, bit] of written) encoder.bit(known, context, bit);
        const bytes = encoder.end(isMarked);
        const [decoder, contexts] = [new ArithmeticDecoder(bytes, 0, bytes.length), new Uint8Array(6)];
        expect(written.map(([context]) => decoder.bit(contexts, context))).toEqual(
          written.map(([, bit]) => bit),
        );
        expect(decoder.past).toBeLessThan(6);
      }),
    );
  });

  it('tells whether a marker ends the data', () => {
    const read = (hex: string): boolean => {
      const bytes = Buffer.from(hex, 'hex');
      const decoder = new ArithmeticDecoder(bytes, 0, bytes.length);
      for (let bit = 0; bit < 400; bit++) decoder.bit(new Uint8Array(1), 0);
      return decoder.isAtEnd;
    };
    expect(read('84c73bffac')).toBe(true);
    expect(read('84c73bffad')).toBe(false);
    expect(read('84c73bff')).toBe(false);
    expect(read('84c73b')).toBe(false);
  });
});
