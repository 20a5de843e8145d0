import { deflateRawSync, deflateSync } from 'node:zlib';
import { nodePorts } from '@websign/ports';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const { inflate, deflate } = nodePorts();
const text = Buffer.from(Array.from({ length: 5000 }, (_, i) => `${(i * 7919) % 10007} 0 obj\n`).join(''));
const isPrefix = (part: Uint8Array, whole: Uint8Array) =>
  Buffer.compare(part, whole.subarray(0, part.length)) === 0;

describe('inflate', () => {
  test('gives back what deflate wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        const stream = deflate(bytes);
        const whole = { bytes, complete: true, exceeded: false, used: stream.length };
        expect(inflate(stream, bytes.length)).toEqual(whole);
        expect(inflate(Buffer.concat([stream, stream]), bytes.length)).toEqual(whole);
      }),
    );
  });

  test('a stream cut anywhere gives a prefix and is not complete', () => {
    const whole = deflateSync(text);
    for (let end = 0; end < whole.length; end += 97) {
      const cut = inflate(whole.subarray(0, end), 1e6);
      expect(cut).toMatchObject({ complete: false, exceeded: false });
      expect(isPrefix(cut.bytes, text)).toBe(true);
      expect(cut.bytes.length).toBeGreaterThanOrEqual(Math.max(0, (end - 4000) * 2));
    }
  });

  test('a missing or wrong checksum loses no byte', () => {
    const whole = deflateSync(text);
    const wrong = Uint8Array.from(whole);
    wrong.fill(0, wrong.length - 4);
    for (const stream of [whole.subarray(0, -4), whole.subarray(0, -1), wrong]) {
      const read = inflate(stream, 1e6);
      expect(read).toMatchObject({ complete: true, exceeded: false });
      expect(Buffer.compare(read.bytes, text)).toBe(0);
    }
  });

  test('bytes after the stream are passed over', () => {
    const read = inflate(Buffer.concat([deflateSync(text), Buffer.from('\r\nendstream\n')]), 1e6);
    expect(read.complete).toBe(true);
    expect(Buffer.compare(read.bytes, text)).toBe(0);
  });

  test('damage in the middle keeps what stood before it', () => {
    const whole = Uint8Array.from(deflateSync(text, { level: 9 }));
    const middle = whole.length >> 1;
    whole.fill(0xff, middle, middle + 40);
    const read = inflate(whole, 1e6);
    expect(read.bytes.length).toBeGreaterThan(text.length / 4);
    expect(isPrefix(read.bytes.subarray(0, text.length / 4), text)).toBe(true);
  });

  test('damage that breaks a block is not complete; one that ends the last block is the end, as to readers', () => {
    // Stored blocks (RFC 1951 §3.2.4): a header of three bits and padding, LEN, NLEN, the bytes.
    const whole = Uint8Array.from(deflateSync(Buffer.concat([text, text]), { level: 0 }));
    const second = 2 + 5 + (whole[3] ?? 0) + ((whole[4] ?? 0) << 8);
    const until = second - 7;
    const broken = whole.with(second + 3, (whole[second + 3] ?? 0) ^ 1);
    const found = inflate(broken, 1e6);
    expect(found).toMatchObject({ complete: false, exceeded: false });
    expect(found.bytes).toHaveLength(until);
    const ended = inflate(whole.with(2, 1), 1e6);
    expect(ended).toMatchObject({ complete: true, exceeded: false });
    expect(ended.bytes).toHaveLength(until);
  });

  test('a bomb stops at the limit, with the bytes up to it', () => {
    const bomb = deflateSync(Buffer.alloc(64 * 2 ** 20));
    const before = process.memoryUsage().arrayBuffers;
    const read = inflate(bomb, 2 ** 20);
    expect(read).toMatchObject({ complete: false, exceeded: true });
    expect(read.bytes.length).toBe(2 ** 20);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 2 ** 20);
  });

  test('the limit is exact, and a truncated bomb is one too', () => {
    const five = deflateSync(Buffer.from('hello'));
    expect(inflate(five, 5)).toMatchObject({ complete: true, exceeded: false });
    expect(inflate(five, 4)).toEqual({
      bytes: Uint8Array.from(Buffer.from('hell')),
      complete: false,
      exceeded: true,
    });
    expect(inflate(five, 0)).toMatchObject({ exceeded: true, bytes: new Uint8Array(0) });
    expect(inflate(deflateSync(Buffer.alloc(1e6)).subarray(0, -9), 1000)).toMatchObject({ exceeded: true });
  });

  test.each([
    ['nothing', new Uint8Array(0)],
    ['plain text', Buffer.from('BT /F1 12 Tf ET')],
    ['raw deflate', deflateRawSync(text)],
    ['a preset dictionary', deflateSync(text, { dictionary: Buffer.from('obj') })],
  ])('%s is neither complete nor an exception', (_name, bytes) => {
    expect(inflate(bytes, 1e6)).toMatchObject({ complete: false, exceeded: false });
  });

  test('agrees with zlib on every kind of block when the end is damaged', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 3000 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 4 }),
        (bytes, level, strategy) => {
          const stream = Uint8Array.from(deflateSync(bytes, { level, strategy }));
          stream[stream.length - 1] = (stream[stream.length - 1] ?? 0) ^ 1;
          const whole = { bytes, complete: true, exceeded: false, used: stream.length };
          expect(inflate(stream, 1e5)).toEqual(whole);
          expect(inflate(Buffer.concat([stream, stream]), 1e5)).toEqual(whole);
        },
      ),
    );
  });

  test('a damaged stream of a million empty blocks ends soon', () => {
    // Stored blocks of no bytes, then one of a kind that does not exist.
    const empty = Buffer.concat(Array.from({ length: 1_000_000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])));
    const stream = Buffer.concat([Buffer.from([0x78, 0x9c]), empty, Buffer.from([6])]);
    expect(inflate(stream, 1e6)).toEqual({ bytes: new Uint8Array(0), complete: false, exceeded: false });
    const overfull = Buffer.concat([stream.subarray(0, -1), deflateRawSync(text)]);
    expect(inflate(overfull, 100)).toMatchObject({ complete: false, exceeded: true });
  }, 120_000);

  test('mutated and random input never throws, in bounded time', () => {
    const whole = deflateSync(text);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
        fc.uint8Array({ maxLength: 300 }),
        (edits, noise) => {
          const stream = Uint8Array.from(whole);
          for (const [at, value] of edits) stream[at] = value;
          expect(inflate(stream, 1e6).bytes.length).toBeLessThanOrEqual(1e6);
          inflate(Uint8Array.from([0x78, 0x9c, ...noise]), 1e6);
          inflate(noise, Number.NaN);
        },
      ),
      { numRuns: 300 },
    );
  }, 120_000);
});
