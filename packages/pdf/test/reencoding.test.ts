import {
  type Attack,
  actionAttacks,
  actionInnocents,
  fontAttacks,
  harmlessFonts,
  harmlessText,
  hiddenAttacks,
  layerAttacks,
  layerInnocents,
  type XrefKind,
} from '@websign/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { chooser, reencode } from './reencode.ts';
import { open } from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm'];
/** Attacks that are nothing but notation. */
const NOTATION = /^(the first of two (actions|types)|a predictor that overflows)$/;

/** Kinds of what is found, but for keys that are written twice: a document written anew has none. */
const kindsOf = (bytes: Uint8Array): string[] =>
  [...new Set(inspect(open(bytes)).findings.map(({ kind }) => kind))]
    .filter((kind) => kind !== 'duplicate_key')
    .sort();

describe.each<[string, readonly Attack[], boolean]>([
  ['actions', actionAttacks, true],
  ['layers', layerAttacks, true],
  ['hidden text', hiddenAttacks, true],
  ['fonts', fontAttacks, true],
  ['everyday actions', actionInnocents, false],
  ['everyday layers', layerInnocents, false],
  ['everyday text', harmlessText, false],
  ['everyday fonts', harmlessFonts, false],
])('SGN-7 UP-6 what is found does not depend on how it is written: %s', (_, documents, deceives) => {
  const cases = documents.filter(({ name }) => !NOTATION.test(name)).map((one) => [one.name, one] as const);

  it.each(cases)('%s', (_name, { bytes }) => {
    const table = bytes('table');
    const pdf = open(table);
    const plain = kindsOf(table);
    if (deceives) expect(plain).not.toEqual([]);
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...KINDS), (seed, kind) => {
        expect(kindsOf(reencode(pdf, kind, chooser(seed)))).toEqual(plain);
      }),
      // Hundreds of documents draw their notation, and how they are stored, anew in every run.
      { numRuns: 1 },
    );
  });
});
