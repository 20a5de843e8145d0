import { type Attack, formAttacks, harmlessForms, testEncryption, type XrefKind } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { chooser, reencode } from './reencode.ts';
import { open } from './support.ts';

const KINDS: XrefKind[] = ['table', 'objstm'];
const OURS = new Set([
  'field_value_differs',
  'hidden_field',
  'stale_appearances',
  'overlapping_fields',
  'hidden_annotation',
  'conditional_annotation',
  'ambiguous_syntax',
]);
const foundIn = (bytes: Uint8Array): Finding[] =>
  inspect(open(bytes)).findings.filter(({ kind }) => OURS.has(kind));
const found = (attack: Attack, kind: XrefKind): Finding[] => foundIn(attack.bytes(kind));

describe.each(KINDS)('SGN-7 forms and annotations in a %s file', (kind) => {
  it.each(formAttacks)('$name', (attack) => {
    expect(found(attack, kind).map((finding) => finding.kind)).toEqual(attack.expect);
  });

  it.each(harmlessForms)('nothing is found in $name', (attack) => {
    expect(found(attack, kind)).toEqual([]);
  });
});

describe('SGN-7 the same is found however it is written', () => {
  it.each([...formAttacks, ...harmlessForms])('$name', (attack) => {
    const pdf = open(attack.bytes());
    for (let seed = 1; seed <= 6; seed++) {
      const encryption = seed % 2 === 0 ? testEncryption(seed % 4 === 0 ? 'rc4' : 'aes256') : undefined;
      const kind = seed % 3 === 0 ? 'objstm' : 'table';
      const bytes = reencode(pdf, kind, chooser(seed), encryption);
      expect(foundIn(bytes).map((finding) => finding.kind)).toEqual(attack.expect);
    }
  });
});
