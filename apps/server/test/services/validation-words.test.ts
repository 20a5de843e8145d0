import * as el from '@websign/contract/words/el/validation';
import * as en from '@websign/contract/words/en/validation';
import { SUB_INDICATIONS } from '@websign/pades';
import { describe, expect, it } from 'vitest';

const languages = { el, en };

describe.each(Object.entries(languages))('words of validation, %s', (_, words) => {
  it('MSG every sub-indication has a cause, a meaning and advice', () => {
    for (const code of SUB_INDICATIONS)
      for (const part of [words.causes, words.meanings, words.advice] as Record<string, string>[])
        expect(part[code], code).toMatch(/\S/);
  });
});
