import { openPdf, type RunningDigest } from '@websign/pdf';
import { documentObjects, longTermWorld, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { evidence } from '../src/index.ts';
import { ports, signed, signedAt } from './long-term.ts';

const MIB = 1024 * 1024;

/** A document of one page that weighs `bytes`. */
const weighing = (bytes: number): Uint8Array => {
  const objects = documentObjects({ pages: [{ content: 'BT ET' }] });
  const number = Math.max(...objects.map((object) => object.number)) + 1;
  const weight = { number, body: streamBody('x'.repeat(bytes)) };
  return writePdf({ kind: 'table', hidden: [], objects: [...objects, weight] });
};

/** Octets that are digested while the signatures of a file are read. */
async function digestedFor(file: Uint8Array): Promise<number> {
  let octets = 0;
  const counted = (running: RunningDigest): RunningDigest => ({
    update: (bytes) => {
      octets += bytes.length;
      return counted(running.update(bytes));
    },
    copy: () => counted(running.copy()),
    digest: () => running.digest(),
  });
  function digest(algorithm: 'SHA-256'): RunningDigest;
  function digest(algorithm: 'SHA-256', bytes: Uint8Array): Uint8Array;
  function digest(algorithm: 'SHA-256', bytes?: Uint8Array): RunningDigest | Uint8Array {
    if (bytes === undefined) return counted(ports.digest(algorithm));
    octets += bytes.length;
    return ports.digest(algorithm, bytes);
  }
  const counting = { ...ports, digest: digest as typeof ports.digest };
  await evidence(file, openPdf(file, counting), counting);
  return octets;
}

describe('work grows with the file, not with the number of its signatures', () => {
  test.each([1, 4, 16])('%i signatures: what stands before them is digested once', async (count) => {
    const world = await longTermWorld();
    let file = weighing(MIB);
    const original = file.length;
    for (let made = 0; made < count; made++) ({ file } = await signed(file, world, { plain: true }));
    const added = file.length - original;
    // Each signature digests what follows its own gap in its update, and certificates are digested for their names.
    expect(await digestedFor(file)).toBeLessThan(original + 2 * added);
  });

  test('twice the file at B-LTA, twice the octets', async () => {
    const world = await longTermWorld();
    const digested = async (bytes: number): Promise<[number, number]> => {
      const { file } = await signedAt('B-LTA', weighing(bytes), world);
      return [await digestedFor(file), file.length];
    };
    const [[one, length], [two, longer]] = await Promise.all([digested(MIB), digested(2 * MIB)]);
    expect(Math.abs(two - one - (longer - length))).toBeLessThan(0.01 * length);
    expect(one).toBeLessThan(length + 64 * 1024);
  });
});
