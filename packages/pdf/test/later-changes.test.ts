import { type SignedChange, signatureAttacks, signatureInnocents, signedDocument } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type LaterChanges, laterChangesOf, PdfError, signatureFields } from '../src/index.ts';
import { open, sign } from './support.ts';

/** Signs the document as wished; twice the same wish signs once. */
const signed = new Map<string, Promise<Uint8Array>>();
function signedAs(wish: SignedChange['wish']): Promise<Uint8Array> {
  const key = JSON.stringify(wish);
  const known = signed.get(key) ?? sign(signedDocument(), wish);
  signed.set(key, known);
  return known;
}

/** What changed after the first signature; undefined where the file no longer opens or its byte range is broken. */
function changesOf(file: Uint8Array): LaterChanges | undefined {
  try {
    const pdf = open(file);
    const fields = signatureFields(pdf).filter(({ signature }) => signature !== undefined);
    if (fields.some(({ signature }) => (signature?.problems.length ?? 0) > 0)) return undefined;
    return laterChangesOf(pdf, fields).get(fields[0]?.name ?? '');
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

const titled = (list: readonly SignedChange[]): [string, SignedChange][] =>
  list.map((change) => [`${change.class}: ${change.name}`, change]);

describe('what changed after a signature', () => {
  it.each(titled(signatureAttacks))('SVL-2 %s is told', async (_, { wish, make, expect: due }) => {
    const found = changesOf(make(await signedAs(wish)));
    if ('broken' in due) expect(found).toBeUndefined();
    else if ('reason' in due) {
      expect(found?.level).toBe('other');
      expect(found?.changes.map(({ reason }) => reason)).toContain(due.reason);
    }
  });

  it.each(titled(signatureInnocents))('SVL-2 %s is permitted', async (_, { wish, make, expect: due }) => {
    const found = changesOf(make(await signedAs(wish)));
    const odd = found?.changes.filter(({ level }) => level === 'other');
    expect(odd).toEqual([]);
    expect(found?.level).toBe('level' in due ? due.level : undefined);
  });
});
