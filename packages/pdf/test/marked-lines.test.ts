import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const WORDS = 'The contractor waives all claims';
const content = `BT /F1 12 Tf 72 690 Td (${WORDS}) Tj ET`;

/** What is told to be under a mark without a look: from the left of those words to the right, between two heights. */
function told(subtype: string, low: number, high: number): string[] {
  const [x0, x1] = [60, 400];
  const quad = [x0, high, x1, high, x0, low, x1, low].join(' ');
  const rect = `[${x0} ${low} ${x1} ${high}]`;
  const body = `<</Type/Annot/Subtype/${subtype}/F 4/C[1 1 1]/QuadPoints[${quad}]/Rect${rect}>>`;
  const more = [{ number: 100, body }];
  const objects = documentObjects({ pages: [{ content, entries: '/Annots[100 0 R]' }], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_under_annotation')
    .map(({ excerpt }) => excerpt ?? '');
}

describe('UP-6: words under a line whose breadth goes by what it marks', () => {
  it.each([
    ['a line through it', 'StrikeOut', 620, 760],
    ['a line under it', 'Underline', 685, 825],
    ['a wavy line under it', 'Squiggly', 685, 825],
  ] as const)('%s', (_, subtype, low, high) => expect(told(subtype, low, high)).toEqual([WORDS]));

  it.each([
    ['words that are struck through', 'StrikeOut', 686, 702],
    ['words that are underlined', 'Underline', 686, 702],
    ['a heading that is struck through', 'StrikeOut', 676, 716],
    ['words beside the line', 'StrikeOut', 500, 800],
  ] as const)('SGN-7: none of %s', (_, subtype, low, high) => expect(told(subtype, low, high)).toEqual([]));
});
