import { describe, expect, it } from 'vitest';
import { type Line, unreadOnPages, type Way, wordAt } from './hidden-scans.ts';
import { letteredScan, letteredWidth } from './lettered-scans.ts';

const TEXT: readonly Line[] = [
  { text: 'The parties agree as follows', y: 780 },
  { text: 'Each of them has a copy', y: 760 },
];
const shown = [...TEXT, { text: 'The price is 1.000 euro', y: 700 }];
const said = [...TEXT, { text: 'The price is 9.000 euro', y: 700 }];
const recognised = (lines: readonly Line[]): string =>
  lines.map(({ text, y }) => wordAt(text, 72, y, letteredWidth(text))).join('');
/** So many have more samples than a small file may cost work in all. */
const PAGES = 60;

describe('SGN-7 UP-6: a scan of many pages is read to the last of them', () => {
  it.each<Way>(['jpeg', 'fax', 'jbig2'])('as %s', (way) => {
    const pages = Array.from({ length: PAGES }, (_, at) => recognised(at === PAGES - 1 ? said : shown));
    expect(unreadOnPages(letteredScan(shown), pages, way)).toEqual([
      { page: PAGES, excerpt: 'The price is 9.000 euro' },
    ]);
  });
});
