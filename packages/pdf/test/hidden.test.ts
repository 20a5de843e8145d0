import { harmlessText, hiddenAttacks } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

const HIDDEN = [
  'invisible_text',
  'same_colour_text',
  'transparent_text',
  'tiny_text',
  'off_page_text',
  'clipped_text',
  'covered_text',
  'text_under_annotation',
  'ocr_layer',
];
const hidden = (bytes: Uint8Array): Finding[] =>
  inspect(open(bytes)).findings.filter(({ kind }) => HIDDEN.includes(kind));

describe('hidden text', () => {
  it.each(hiddenAttacks)('UP-6, MAP-6: $name', ({ bytes, expect: [kind] }) => {
    const found = hidden(bytes());
    expect(found).toMatchObject([{ kind, page: 1 }]);
    expect(found[0]?.rect).toHaveLength(4);
    expect(found[0]?.excerpt ?? '').not.toBe('');
    expect(hidden(bytes('objstm'))).toEqual(found);
  });

  it.each(harmlessText)('SGN-7: no warning of $name', ({ bytes, expect: kinds }) => {
    expect(hidden(bytes()).map(({ kind }) => kind)).toEqual(kinds);
  });
});
