import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type FindingKind, inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of one kind on a page that shows something. */
function told(kind: FindingKind, content: string): string[] {
  const objects = documentObjects({ pages: [{ content, entries: '/Resources<</Font<</F1 3 0 R>>>>' }] });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter((finding) => finding.kind === kind)
    .map(({ excerpt }) => excerpt ?? '');
}

const line = (text: string): string => `BT /F1 12 Tf 72 700 Td (${text}) Tj ET\n`;

// In Helvetica of 12 points `We can` is 41.3 wide, `not` 16.7, `There is no` 60 and `t` 3.3.
describe('UP-6: letters that are taken out of a line so that another one is read', () => {
  /** A clip that leaves out what stands from one place to another. */
  const without = (from: number, to: number): string => `q 60 690 ${from - 60} 30 re ${to} 690 300 30 re W n`;

  it.each([
    [
      'the end of a word, covered',
      'covered_text',
      `${line('We cannot leave')}1 g 113.4 696 16.6 14 re f`,
      'not',
    ],
    ['a letter of `not`', 'covered_text', `${line('There is not debt')}1 g 132 696 3.4 14 re f`, 'not'],
    [
      'a word, by a clip with a hole',
      'clipped_text',
      `${without(113.6, 130.2)} ${line('We can not leave at any time and for no reason')}Q`,
      'no',
    ],
    [
      'the beginning of a word, by such a clip',
      'clipped_text',
      `${without(127.3, 140.9)} ${line('The act is unlawful')}Q`,
      'un',
    ],
    [
      'the end of a word, by such a clip',
      'clipped_text',
      `${without(113.2, 130.2)} ${line('We cannot leave')}Q`,
      'not',
    ],
    [
      'one letter, by such a clip',
      'clipped_text',
      `${without(131.9, 135.6)} ${line('There is not debt')}Q`,
      'not',
    ],
    [
      'the left bows of an eight, by the edge of a clip',
      'clipped_text',
      `q 73.9 690 300 30 re W n ${line('8000 euro')}Q`,
      '8',
    ],
  ] as const)('%s', (_, kind, content, excerpt) => expect(told(kind, content)).toEqual([excerpt]));

  it.each([
    ['the end of a line, covered', 'covered_text', `${line('The act is lawful')}1 g 145 696 60 14 re f`],
    ['one letter of an ordinary word', 'covered_text', `${line('There is rent due')}1 g 138 696 4 14 re f`],
    [
      'the end of a line that a cell cuts',
      'clipped_text',
      `q 60 690 100 30 re W n ${line('The act is lawful and long')}Q`,
    ],
    ['a digit that the edge of the page cuts', 'clipped_text', 'BT /F1 12 Tf -1.9 700 Td (8000 euro) Tj ET'],
    ['the room beside a digit', 'clipped_text', `q 72.5 690 300 30 re W n ${line('8000 euro')}Q`],
    [
      'a line in tiles with fine gaps',
      'clipped_text',
      `${without(130, 130.6)} ${line('The act is lawful')}Q`,
    ],
  ] as const)('SGN-7: none of %s', (_, kind, content) => expect(told(kind, content)).toEqual([]));
});
