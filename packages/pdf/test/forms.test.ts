import { type Attack, formAttacks, harmlessForms, type XrefKind } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

const KINDS: XrefKind[] = ['table', 'objstm'];
const OURS = new Set([
  'field_value_differs',
  'hidden_field',
  'stale_appearances',
  'overlapping_fields',
  'hidden_annotation',
  'conditional_annotation',
]);
const found = (attack: Attack, kind: XrefKind): Finding[] =>
  inspect(open(attack.bytes(kind))).findings.filter((finding) => OURS.has(finding.kind));

describe.each(KINDS)('SGN-7 forms and annotations in a %s file', (kind) => {
  it.each(formAttacks)('$name', (attack) => {
    expect(found(attack, kind).map((finding) => finding.kind)).toEqual(attack.expect);
  });

  it.each(harmlessForms)('nothing is found in $name', (attack) => {
    expect(found(attack, kind)).toEqual([]);
  });
});
