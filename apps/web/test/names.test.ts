import { describe, expect, it } from 'vitest';
import { withoutTurns } from '../src/common/names.ts';

describe('names of files on the screen', () => {
  it.each([
    ['τιμολόγιο\u202egpj.pdf', 'τιμολόγιο_gpj.pdf'],
    ['a\u2066b\u2069\u202a\u202c.pdf', 'a_b___.pdf'],
    // Names in scripts that read from the right keep all their letters and marks.
    ['חשבונית\u200f 1.pdf', 'חשבונית\u200f 1.pdf'],
    ['αίτηση «1» "β".pdf', 'αίτηση «1» "β".pdf'],
  ])('UP-3 marks that turn the direction are seen, all else stays: %j', (name, shown) => {
    expect(withoutTurns(name)).toBe(shown);
  });
});
