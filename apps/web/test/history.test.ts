import { limits } from '@websign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnread } from '../src/features/history/unread.ts';
import { versionName } from '../src/features/history/version-name.ts';
import {
  askOf,
  filterOf,
  firstView,
  pageSizes,
  pagesOf,
  readView,
  searchOf,
} from '../src/features/history/view.ts';

const viewOf = (search: string) => readView(new URLSearchParams(search));
const id = 'AAAAAAAAAAAAAAAAAAAAAA';

describe('the view of the history in the address', () => {
  it('HIS-2 page, search, filter and opened row are read from the address', () => {
    expect(viewOf('')).toEqual(firstView);
    expect(viewOf(`page=2&size=50&q=αίτηση&signed=false&row=${id}`)).toEqual({
      page: 2,
      size: 50,
      q: 'αίτηση',
      signed: false,
      row: id,
    });
  });

  it('HIS-2 what makes no sense in the address counts as not written', () => {
    for (const page of ['0', '-1', '1e3', '2.5', '99999999', 'abc', '', ' 2'])
      expect(viewOf(`page=${encodeURIComponent(page)}`).page, page).toBe(1);
    expect(viewOf('page=9999999').page).toBe(1_000_000);
    expect(viewOf('size=7').size).toBe(limits.historyPage);
    expect(viewOf('signed=yes').signed).toBeUndefined();
    for (const row of ['..', '../../api', 'x', `${id}/`, 'a'.repeat(65)])
      expect(viewOf(`row=${encodeURIComponent(row)}`).row, row).toBeNull();
    expect(viewOf(`q=${'α'.repeat(500)}`).q).toHaveLength(limits.searchLength);
  });

  it('HIS-2 any view survives the way through the address', () => {
    const view = fc.record({
      page: fc.integer({ min: 1, max: 1_000_000 }),
      size: fc.constantFrom(...pageSizes),
      q: fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.trim()),
      signed: fc.constantFrom(true, false, undefined),
      row: fc.constantFrom(null, id),
    });
    fc.assert(
      fc.property(view, (one) => {
        expect(viewOf(searchOf(one))).toEqual(one);
      }),
    );
  });

  it('HIS-2 the first view has a plain address; the filter alone goes into the export', () => {
    expect(searchOf(firstView)).toBe('');
    const view = { ...firstView, page: 3, q: '=1+1&x', signed: true };
    expect(filterOf(view).toString()).toBe('q=%3D1%2B1%26x&signed=true');
  });

  it('HIS-2 each view asks the server a question of its own, by which answers are kept apart: a late answer is never shown for another view', () => {
    const keys = [
      firstView,
      { ...firstView, page: 2 },
      { ...firstView, size: 50 },
      { ...firstView, q: 'a' },
      { ...firstView, signed: true },
      { ...firstView, signed: false },
    ].map(askOf);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('HIS-2 pages are whole, and there is always one', () => {
    expect([0, 1, 25, 26, 100_000].map((total) => pagesOf(total, 25))).toEqual([1, 1, 1, 2, 4000]);
  });

  it('SGN-9 earlier versions keep the letters of the name and carry their number', () => {
    expect(versionName('αίτηση.pdf', 1)).toBe('αίτηση_signed_1.pdf');
    expect(versionName('χωρίς κατάληξη', 2)).toBe('χωρίς κατάληξη_signed_2.pdf');
  });
});

describe('a file that was refused before it was looked through', () => {
  const row = { security: 'refused', validity: 'none', checks: { info: 0, warn: 0, refuse: 0 } } as const;

  it('HIS-1 is told from one without findings and without signatures', () => {
    expect(isUnread(row)).toBe(true);
    expect(isUnread({ ...row, security: 'passed' })).toBe(false);
    expect(isUnread({ ...row, validity: 'invalid' })).toBe(false);
    expect(isUnread({ ...row, checks: { ...row.checks, info: 1 } })).toBe(false);
  });
});
