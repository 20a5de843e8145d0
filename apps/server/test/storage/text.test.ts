import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../src/storage/canonical.ts';
import { fold, storable } from '../../src/storage/fold.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 40 });

describe('fold', () => {
  it('is the same for every case, accent and final sigma of Greek', () => {
    for (const text of ['Ὀδυσσεύς', 'ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς', 'οδυσσευσ']) expect(fold(text)).toBe('οδυσσευσ');
    for (const text of ['ϊΐΪ', 'ιιι', 'ΙΙΙ']) expect(fold(text)).toBe('ιιι');
    expect(fold('ΠαΐσιοΣ Ἀθηνᾶ')).toBe('παισιοσ αθηνα');
  });

  it('once folded stays folded, whatever the text and its normal form', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = fold(text);
        expect(fold(folded)).toBe(folded);
        expect(fold(storable(text).normalize('NFD'))).toBe(fold(storable(text).normalize('NFC')));
        expect(folded.isWellFormed() && !folded.includes('\0')).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('canonical JSON', () => {
  it('reads back as what it was, and is the same for every order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonical(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonical(reversed(value))).toBe(text);
        expect(canonical(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('is bounded in depth', () => {
    let deep: unknown = 1;
    for (let n = 0; n < 64; n += 1) deep = [deep];
    expect(canonical(deep)).toHaveLength(129);
    expect(() => canonical([deep])).toThrow(expect.objectContaining({ code: 'invalid' }));
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([key, item]) => [key, reversed(item)]));
}
