import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFrame, FrameReader, MAX_FRAME, MAX_TEXT } from '../src/process/frame.ts';

const bytes = fc.uint8Array({ maxLength: 64 });
const name = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !/^(\0|__proto__$)/.test(text));
/** What a message may hold: text, numbers, octets anywhere. */
const message = fc.dictionary(
  name,
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      bytes,
      bytes.map((octets) => Buffer.from(octets)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  })).value,
  { maxKeys: 5, noNullPrototype: true },
);

/** Octets in the pieces that `cuts` makes of them. */
function pieces(all: Uint8Array, cuts: readonly number[]): Buffer[] {
  const at = [...new Set(cuts.map((cut) => cut % (all.length + 1)))].sort((a, b) => a - b);
  return [...at, all.length].map((end, index) => Buffer.from(all.slice(at[index - 1] ?? 0, end)));
}
const plain = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? Uint8Array.from(value)
    : Array.isArray(value)
      ? value.map(plain)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
        : value;
const read = (reader: FrameReader, octets: Buffer) => reader.push(octets).map(({ message }) => message);
const head = (length: number) => {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(length);
  return octets;
};
const framed = (text: string, octets = Buffer.alloc(0)) =>
  Buffer.concat([
    head(4 + text.length + octets.length),
    head(text.length),
    Buffer.from(text, 'latin1'),
    octets,
  ]);

describe('messages over a socket', () => {
  test('any messages, split in any way, are read as they were written', () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (messages, cuts) => {
          const reader = new FrameReader();
          const all = Buffer.concat(messages.map(encodeFrame));
          expect(pieces(all, cuts).flatMap((piece) => read(reader, piece))).toEqual(messages.map(plain));
          expect(reader.held).toBe(0);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('octet by octet they are read, too, and what was read is overwritten', () => {
    const sent = encodeFrame({ password: Buffer.from('geheim-123'), id: 7 });
    const parts = [...sent].map((octet) => Buffer.of(octet));
    const reader = new FrameReader();
    expect(parts.flatMap((part) => read(reader, part))).toEqual([
      { password: Uint8Array.from(Buffer.from('geheim-123')), id: 7 },
    ]);
    expect(Buffer.concat(parts).every((octet) => octet === 0)).toBe(true);
    const whole = Buffer.from(sent);
    new FrameReader().push(whole);
    expect(whole.every((octet) => octet === 0)).toBe(true);
  });

  test('a message of exactly the bound is read, a larger one is neither written nor read', () => {
    const overhead = encodeFrame({ a: Buffer.alloc(10_000_000) }).length - 10_000_000 - 4;
    const largest = encodeFrame({ a: Buffer.alloc(MAX_FRAME - overhead) });
    expect(largest.readUInt32BE(0)).toBe(MAX_FRAME);
    expect(new FrameReader().push(largest)).toHaveLength(1);
    expect(() => encodeFrame({ a: Buffer.alloc(MAX_FRAME - overhead + 1) })).toThrowError(/larger than/);
    // Refused by its length alone: nothing of it is waited for.
    expect(() => new FrameReader().push(head(MAX_FRAME + 1))).toThrowError(/length out of bounds/);
    expect(() => new FrameReader().push(head(0))).toThrowError(/length out of bounds/);
  });

  test('a text of exactly its bound is read, a larger one is neither written nor read', () => {
    const largest = { a: 'x'.repeat(MAX_TEXT - 8) };
    expect(read(new FrameReader(), encodeFrame(largest))).toEqual([largest]);
    expect(() => encodeFrame({ a: 'x'.repeat(MAX_TEXT - 7) })).toThrowError(/larger than/);
  });

  test('the largest calls and answers that are ours have room', () => {
    const thousand = <T>(each: T) => Array.from({ length: 1000 }, () => each);
    const item = {
      signedAttributes: Buffer.alloc(8192),
      digest: Buffer.alloc(64),
      digestAlgorithm: 'SHA-512',
      signatureAlgorithm: 'rsa-pkcs1-sha512',
    };
    const sealed = thousand('x').map(() => 'x'.repeat(24));
    const call = { type: 'call', id: 1, op: 'sign', input: { sealed, items: thousand(item) } };
    const reply = { type: 'reply', id: 1, ok: true, output: thousand(Buffer.alloc(1024)) };
    for (const each of [call, reply]) {
      const [framedOnce] = new FrameReader().push(encodeFrame(each));
      expect(framedOnce?.octets).toBeLessThan(MAX_FRAME);
    }
  });

  test('what a message takes counts the values of its text, too', () => {
    const [told] = new FrameReader().push(encodeFrame({ a: Array.from({ length: 10_000 }, () => []) }));
    expect(told?.octets).toBeGreaterThan(2_000_000);
  });

  test.each<[string, Buffer]>([
    ['a text that is longer than its message', Buffer.concat([head(6), head(3), Buffer.from('{}')])],
    ['no JSON', framed('{"a":')],
    ['nothing', framed('')],
    ['no UTF-8', framed('"\xff"')],
    ['a text nested without end', framed('['.repeat(4_000_000))],
    ['octets that are not there', framed('{"a":{"\\u0000":2}}', Buffer.of(1))],
    ['octets named twice', framed('[{"\\u0000":2},{"\\u0000":2}]', Buffer.of(1, 2, 3))],
    ['octets of no number', framed('{"\\u0000":"1"}', Buffer.of(1))],
    ['octets that nothing names', framed('{}', Buffer.of(1))],
    ['fewer than none', framed('{"\\u0000":-1}')],
    ['a list', framed('[]')],
    ['octets alone', framed('{"\\u0000":16000000}', Buffer.alloc(16_000_000))],
    ['a text past its bound', framed(`{"a":"${'x'.repeat(MAX_TEXT - 7)}"}`)],
    ['fifteen megabytes of lists', framed(`{"a":[${'[],'.repeat(5_000_000)}0]}`)],
  ])('%s is refused', (_, octets) => {
    expect(() => new FrameReader().push(octets)).toThrowError(/not a message of ours/);
  });

  test('any octets whatever are messages, wait for more, or are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (octets, asBody) => {
        const reader = new FrameReader();
        try {
          reader.push(Buffer.concat(asBody ? [head(octets.length), octets] : [Buffer.from(octets)]));
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad_request' });
        }
      }),
      { numRuns: 2000 },
    );
  });
});
