import { makeTestPki, testStamp } from '@websign/testkit';
import { expect } from 'vitest';
import {
  embed,
  type LaterChanges,
  laterChangesOf,
  PdfError,
  prepareDocTimeStamp,
  prepareDss,
  reopen,
  signatureFields,
} from '../src/index.ts';
import { RULES } from '../src/revisions/changes/levels.ts';
import { open } from './support.ts';

const pki = makeTestPki();
const MATERIAL = { certificates: pki.signers.p256.chain, ocsps: [Buffer.from('an OCSP response')], crls: [] };
const STAMP = { digestAlgorithm: 'SHA-256', contentsBytes: 8000 } as const;

/** The file with validation data and a document time-stamp over all of it, as we make them. */
export async function raised(before: Uint8Array): Promise<Uint8Array> {
  const pdf = open(before);
  const { tail } = prepareDss(pdf, MATERIAL);
  const prepared = prepareDocTimeStamp(reopen(pdf, tail), STAMP);
  const whole = Buffer.concat([before, tail, prepared.tail]);
  const [start, to, from, length] = prepared.byteRange;
  const covered = Buffer.concat([whole.subarray(start, to), whole.subarray(from, from + length)]);
  return Buffer.concat([before, tail, embed(prepared, await testStamp(pki)(covered))]);
}

/** What changed after the first signature; undefined where the file no longer opens or its byte range is broken. */
export function changesOf(file: Uint8Array): LaterChanges | undefined {
  try {
    const pdf = open(file);
    const fields = signatureFields(pdf).filter(({ signature }) => signature !== undefined);
    if ((fields[0]?.signature?.problems.length ?? 0) > 0) return undefined;
    const found = laterChangesOf(pdf, fields).get(fields[0]?.name ?? '');
    expectSound(found);
    return found;
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** Expects every change to have a rule that there is and words, and to be forbidden where it has a reason. */
export function expectSound(found: LaterChanges | undefined): void {
  for (const { level, rule, reason, what } of found?.changes ?? []) {
    expect(RULES).toHaveProperty(rule);
    expect(what).not.toBe('');
    if (reason !== undefined) expect(level).toBe('other');
  }
}

/** Every change in a line of its own, with all that is told of it. */
export const linesOf = (found: LaterChanges | undefined): string[] =>
  (found?.changes ?? []).map(({ revision, level, rule, reason, object, what, field, page, rect }) =>
    [
      `revision ${revision}`,
      `${level}: ${rule}${reason === undefined ? '' : ` (${reason})`}`,
      `${what}${object === undefined ? '' : ` of object ${object}`}`,
      ...(field === undefined ? [] : [`field ${field}`]),
      ...(page === undefined ? [] : [`page ${page}`]),
      ...(rect === undefined ? [] : [`[${rect.map(Math.round).join(' ')}]`]),
    ].join(', '),
  );
