import { createHash } from 'node:crypto';
import { openPdf, type Prepared, prepareSignature } from '@websign/pdf';
import { nodePorts } from '@websign/ports';
import { documentObjects, writePdf } from '@websign/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DigestedSource, digested, prepareTallied, tallies } from '../../src/services/sign/tally.ts';

const bytes = writePdf({ kind: 'table', objects: documentObjects() });
const other = writePdf({ kind: 'table', objects: documentObjects({ pages: [{}, {}] }) });

async function sent(document: Uint8Array, algorithm: Prepared['digestAlgorithm']): Promise<DigestedSource> {
  const source = digested(
    {
      length: document.length,
      async *read() {
        yield document.subarray(0, 100);
        yield document.subarray(100);
      },
    },
    algorithm,
  );
  for await (const chunk of source.read()) expect(chunk.length).toBeGreaterThan(0);
  return source;
}

const prepare = (document: Uint8Array, digestAlgorithm: Prepared['digestAlgorithm'] = 'SHA-256') =>
  prepareSignature(openPdf(document, nodePorts()), {
    time: { epochMs: 1_790_000_000_000, offsetMinutes: 120 },
    digestAlgorithm,
    contentsBytes: 2000,
  });

describe('what a sandboxed child prepared tallies with what it was given', () => {
  let prepared: Prepared;
  let source: DigestedSource;
  beforeAll(async () => {
    prepared = await prepare(bytes);
    source = await sent(bytes, 'SHA-256');
  });

  it.each(['SHA-256', 'SHA-384', 'SHA-512'] as const)('an honest answer with %s', async (algorithm) => {
    expect(tallies(await prepare(bytes, algorithm), await sent(bytes, algorithm))).toBe(true);
  });

  it('a digest of its own choice is refused', () => {
    const digest = new Uint8Array(createHash('sha256').update('a contract that nobody saw').digest());
    expect(tallies({ ...prepared, digest }, source)).toBe(false);
    expect(tallies({ ...prepared, digest: digest.subarray(0, 20) }, source)).toBe(false);
  });

  it('other bytes under the name of the document are refused', async () => {
    // What came from storage was not the document, and the child that it took over says that it was.
    for (const algorithm of ['SHA-256', 'SHA-512'] as const) {
      const swapped = await prepare(other, algorithm);
      const { baseSha256 } = prepared;
      expect(tallies({ ...swapped, baseSha256 }, await sent(other, algorithm))).toBe(false);
    }
  });

  it('an answer for another document is refused', async () => {
    expect(tallies(await prepare(other), source)).toBe(false);
  });

  it('a byte range that leaves something out is refused', () => {
    const [start, before, after, rest] = prepared.byteRange;
    expect(tallies({ ...prepared, byteRange: [start, before, after + 1, rest - 1] }, source)).toBe(false);
    expect(tallies({ ...prepared, byteRange: [1, before - 1, after, rest] }, source)).toBe(false);
    expect(tallies({ ...prepared, baseLength: prepared.baseLength - 1 }, source)).toBe(false);
    expect(tallies({ ...prepared, slot: { offset: 0, length: 10 } }, source)).toBe(false);
    const slot = { offset: prepared.slot.offset, length: prepared.tail.length };
    expect(tallies({ ...prepared, slot }, source)).toBe(false);
  });

  it('a tail that was changed after the digest is refused', () => {
    const tail = prepared.tail.slice();
    tail[tail.length - 2] = (tail[tail.length - 2] ?? 0) ^ 1;
    expect(tallies({ ...prepared, tail }, source)).toBe(false);
  });

  it('an answer of a child in strange hands goes no further', async () => {
    const document = {
      length: bytes.length,
      async *read() {
        yield bytes;
      },
    };
    const child = (answer: Prepared) => ({
      async prepare(sent: typeof document) {
        for await (const chunk of sent.read()) expect(chunk.length).toBeGreaterThan(0);
        return answer;
      },
    });
    const time = { epochMs: 1_790_000_000_000, offsetMinutes: 120 };
    const wish = { time, digestAlgorithm: 'SHA-256', contentsBytes: 2000 } as const;
    expect(await prepareTallied(child(prepared), document, wish)).toBe(prepared);
    const digest = new Uint8Array(32);
    await expect(prepareTallied(child({ ...prepared, digest }), document, wish)).rejects.toMatchObject({
      code: 'crashed',
    });
  });
});
