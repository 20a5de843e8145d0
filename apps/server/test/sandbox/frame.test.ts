import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFrame, FrameReader } from '../../src/sandbox/frame.ts';

const limits = { json: 10_000, attachments: 10_000 };
const bytesOf = async (message: unknown) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodeFrame(message)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

describe('frames', () => {
  test('what is written is read, however it is cut', async () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.uint8Array({ maxLength: 50 }));
    const message = fc.dictionary(
      fc.string({ maxLength: 5 }),
      fc.oneof(leaf, fc.array(leaf, { maxLength: 4 })),
      {
        maxKeys: 5,
        noNullPrototype: true,
      },
    );
    await fc.assert(
      fc.asyncProperty(message, message, fc.integer({ min: 1, max: 40 }), async (a, b, step) => {
        const wire = Buffer.concat([await bytesOf(a), await bytesOf(b)]);
        const reader = new FrameReader(limits);
        const seen: unknown[] = [];
        for (let at = 0; at < wire.length; at += step)
          seen.push(...reader.push(wire.subarray(at, at + step)));
        expect(JSON.stringify(seen.map(asBuffers))).toBe(JSON.stringify([a, b].map(asBuffers)));
      }),
      { numRuns: 60 },
    );
  });

  test('past a limit nothing is allocated', () => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(0xffff_ffff, 0);
    expect(() => new FrameReader(limits).push(header)).toThrow('too large');
  });

  test('values are counted, but not what stands in strings', async () => {
    const few = { json: 10_000, attachments: 10_000, values: 20 };
    const text = { text: '[{,"\\\\"{[,\\'.repeat(50), list: [1, [2], { three: 3 }] };
    expect(new FrameReader(few).push(await bytesOf(text))).toEqual([text]);
    const reader = new FrameReader(few);
    const many = await bytesOf({ list: new Array(30).fill(0) });
    expect(() => reader.push(many)).toThrow('too many values');
  });

  test.each([
    ['lengths that pass the frame', { message: 1, attachments: [5] }],
    ['negative lengths', { message: 1, attachments: [-1] }],
    ['an unknown attachment', { message: { $bytes: 3 }, attachments: [] }],
    ['no frame at all', [1]],
  ])('%s are refused', (_, json) => {
    const body = Buffer.from(JSON.stringify(json));
    const header = Buffer.alloc(8);
    header.writeUInt32BE(body.length, 0);
    expect(() => new FrameReader(limits).push(Buffer.concat([header, body]))).toThrow();
  });
});

function asBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (Array.isArray(value)) return value.map(asBuffers);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asBuffers(item)]));
  }
  return value;
}
