import { describe, expect, it } from 'vitest';
import { keepSelector } from '../build/govgr-css.ts';

const used = new Set(['govgr-btn', 'govgr-link']);

describe('what is kept of the design system', () => {
  it('elements and classes that a source names stay, others go', () => {
    expect(keepSelector('a', used)).toEqual({ selector: 'a', dark: false });
    expect(keepSelector('.govgr-btn:hover', used)?.selector).toBe('.govgr-btn:hover');
    expect(keepSelector('.govgr-table', used)).toBeNull();
    expect(keepSelector('.govgr-btn .md\\:mb-4', used)).toBeNull();
  });

  it('the dark theme follows the system instead of a class', () => {
    expect(keepSelector('.dark .govgr-link', used)).toEqual({ selector: ':root .govgr-link', dark: true });
    expect(keepSelector(':root.dark', used)).toEqual({ selector: ':root', dark: true });
    expect(keepSelector('.darker .govgr-link', used)).toBeNull();
  });
});
