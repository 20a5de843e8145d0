import type { LeftOut } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import { isExplained, type Mark } from '../src/common/compare/mark.ts';
import { firstPage, leftOutGroups, leftOutOf } from '../src/common/copy/left-out.ts';

const field = (page: number, detail: string): LeftOut => ({ kind: 'field_drawn', page, detail });
const leftOut: LeftOut[] = [
  { kind: 'truncated' },
  { kind: 'encryption' },
  field(3, 'Όνομα'),
  field(2, 'Επώνυμο'),
  { kind: 'script', page: 2, rect: [72, 752, 330, 782] },
  field(2, 'Όνομα'),
  field(2, ' '),
];

describe('what a safe copy leaves out', () => {
  it('CPY-2 is told by kind: how often, on which pages, and in whose words, each once', () => {
    expect(leftOutGroups(leftOut)).toEqual([
      { kind: 'encryption', count: 1, pages: [], details: [] },
      { kind: 'field_drawn', count: 4, pages: [2, 3], details: ['Όνομα', 'Επώνυμο'] },
      { kind: 'script', count: 1, pages: [2], details: [] },
      { kind: 'truncated', count: 1, pages: [], details: [] },
    ]);
    expect(leftOutGroups([])).toEqual([]);
  });

  it('CPY-2 is looked at from the first page on that has any of it', () => {
    expect(firstPage(leftOut)).toBe(2);
    expect(firstPage([{ kind: 'encryption' }])).toBe(1);
    expect(leftOutOf(leftOut, 3)).toEqual([field(3, 'Όνομα')]);
  });

  it('CPY-2 a place where the pages differ is explained by what stood there, and by nothing elsewhere', () => {
    const mark: Mark = { key: '1', rect: [100, 200, 300, 240], calm: true, words: '' };
    const area = { x: 96, y: 196, width: 208, height: 48 };
    expect(isExplained(area, [mark])).toBe(true);
    expect(isExplained({ ...area, width: 300 }, [mark])).toBe(false);
    expect(isExplained({ ...area, y: 500 }, [mark])).toBe(false);
    expect(isExplained(area, [{ ...mark, rect: null }])).toBe(false);
  });
});
