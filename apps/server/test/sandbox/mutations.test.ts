import {
  actionAttacks,
  fontAttacks,
  formAttacks,
  hiddenAttacks,
  layerAttacks,
  shadowAttacks,
  structureAttacks,
  type XrefKind,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SandboxError } from '../../src/sandbox/error.ts';
import { smallPdf } from '../http/harness.ts';
import { engineInSandbox, sourceOf } from './engine.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm'];
const attacks = [
  ...actionAttacks,
  ...fontAttacks,
  ...formAttacks,
  ...hiddenAttacks,
  ...layerAttacks,
  ...shadowAttacks,
  ...structureAttacks,
];

/** What is done to a file: at a place, a number of bytes give way to others. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(12),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc
      .constantFrom(
        '<<',
        '>>',
        '[',
        ' 0 R',
        '/Kids',
        'endobj',
        'stream\n',
        ' q ',
        '999999999',
        '%',
        '(',
        '/S/JavaScript',
      )
      .map((word) => Buffer.from(word)),
  ),
});

function changed(
  bytes: Uint8Array,
  changes: readonly { at: number; cut: number; put: Uint8Array }[],
): Uint8Array {
  let now: Uint8Array = bytes;
  for (const { at, cut, put } of changes) {
    const from = Math.floor(at * now.length);
    now = Buffer.concat([now.subarray(0, from), put, now.subarray(from + cut)]);
  }
  return now;
}

describe('documents changed at random', () => {
  const engine = engineInSandbox({ children: 2, queue: 16 });

  test('UP-6: each has an answer or a refusal that is known, and no child dies of it', {
    timeout: 120_000,
  }, async () => {
    // One child reads them all, so that it is seen to live on.
    await engine().together(async (child) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...attacks),
          fc.constantFrom(...KINDS),
          fc.array(change, { minLength: 1, maxLength: 6 }),
          async (attack, kind, changes) => {
            const bytes = changed(attack.bytes(kind), changes);
            const outcome = await child.examine(sourceOf(bytes)).then(
              () => 'examined',
              (error: unknown) => (error instanceof SandboxError ? `${error.code} ${error.reason}` : error),
            );
            expect(outcome).toMatch(/^(examined|refused (?!internal)[a-z_]+)$/);
          },
        ),
        { numRuns: 600 },
      );
      expect((await child.examine(sourceOf(smallPdf()))).pages).toBe(2);
    });
  });
});
