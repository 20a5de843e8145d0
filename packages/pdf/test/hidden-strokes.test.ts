import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const WORDS = 'BT /F1 12 Tf 72 700 Td (The tenant owes nine thousand euro) Tj ET';

function covered(stroke: string, entries = ''): string[] {
  const page = {
    content: `${WORDS} q 1 G ${stroke} Q`,
    entries: `/Resources<</Font<</F1 3 0 R>>${entries}>>`,
  };
  const { findings } = inspect(
    open(writePdf({ kind: 'table', objects: documentObjects({ pages: [page] }) })),
  );
  return findings.filter(({ kind }) => kind === 'covered_text').map(({ kind }) => kind);
}

const dots = (step: number): string =>
  Array.from(
    { length: Math.ceil(240 / step) },
    (_, at) => `${72 + at * step} 704 m ${72 + at * step} 704 l S`,
  ).join(' ');

describe('UP-6: words under broad lines', () => {
  it.each([
    ['dashes as long as the line', '24 w [300 50] 0 d 60 704 m 400 704 l S'],
    ['dashes with gaps that nobody sees', '24 w [100 .2] 0 d 60 704 m 400 704 l S'],
    ['dashes without a length and round ends', '1 J 24 w [0 6] 0 d 60 704 m 400 704 l S'],
    ['dashes whose square ends meet', '2 J 24 w [10 20] 0 d 60 704 m 400 704 l S'],
    ['an odd number of lengths', '24 w [300] 0 d 60 704 m 700 704 l S'],
    ['a phase that skips the gap', '24 w [400 400] 800 d 60 704 m 400 704 l S'],
    ['hundreds of short dashes', '24 w [1 .6] 0 d 60 704 m 440 704 l S'],
    ['points with round ends', `1 J 24 w ${dots(6)}`],
    ['points with square ends', `2 J 24 w ${dots(20)}`],
    ['a curve', '24 w 60 704 m 150 704.5 250 703.5 400 704 c S'],
    ['a closed one', '24 w 60 704 m 400 704 l s'],
    ['axes that scale differently', '1 0 0 24 0 0 cm 1 w 60 29.33 m 400 29.33 l S'],
    ['axes that scale differently, upright', '400 0 0 1 0 0 cm 1 w .5 690 m .5 720 l S'],
    [
      'a dash of the state dictionary',
      '/G gs 24 w 60 704 m 400 704 l S',
      '/ExtGState<</G<</D[[300 50]0]>>>>',
    ],
  ])('%s', (_name, stroke, entries = '') => {
    expect(covered(stroke, entries)).toEqual(['covered_text']);
  });

  it.each([
    ['dots that stand apart', '1 J 4 w [0 16] 0 d 60 704 m 400 704 l S'],
    ['gaps over the words', '24 w [60 400] 0 d 0 704 m 460 704 l S'],
    ['a phase that begins with the gap', '24 w [400 400] 400 d 60 704 m 400 704 l S'],
    ['a pattern of many short dashes', `24 w [${'1 3 '.repeat(8)}] 0 d 60 704 m 400 704 l S`],
    ['a line under them', '3 w 60 697 m 400 697 l S'],
    ['points without ends', `24 w ${dots(6)}`],
    ['a line that ends before them', '2 J 24 w 20 704 m 50 704 l S'],
    ['more dashes than are looked at', '24 w [.01 .05] 0 d 60 704 m 400 704 l S'],
    ['a pen without a width of its own', '0 0 0 0 0 0 cm 24 w 60 704 m 400 704 l S'],
  ])('none under %s', (_name, stroke) => {
    expect(covered(stroke)).toEqual([]);
  });
});

/** What is told of a digit of an amount that is shown in that state. */
function toldOf(state: string): string[] {
  const content = `q ${state} BT /F1 14 Tf 160 700 Td (9) Tj 0 Tr 0 g /N gs (500) Tj ET Q`;
  const page = {
    content,
    entries: '/Resources<</Font<</F1 3 0 R>>/ExtGState<</F<</ca 0>>/N<</ca 1>>>>>>',
  };
  const file = writePdf({ kind: 'table', objects: documentObjects({ pages: [page] }) });
  return inspect(open(file)).findings.flatMap(({ kind, excerpt }) =>
    kind.endsWith('_text') ? `${kind} ${excerpt}` : [],
  );
}

describe('UP-6: letters whose outlines are stroked with dashes', () => {
  it.each([
    ['that paint nothing of them', '[.001 1000] 500 d 1 Tr', 'invisible_text 9'],
    ['that paint a part of them', '.6 w [12 1000] 0 d 1 Tr', 'invisible_text 9'],
    [
      'in units of another size',
      '.01 0 0 .01 0 0 cm [.1 100000] 500 d 100 0 0 100 0 0 cm 1 Tr',
      'invisible_text 9',
    ],
    ['over a fill that is not seen', '[.001 1000] 500 d 1 g 2 Tr', 'same_colour_text 9'],
    ['over a fill that lets all through', '[.001 1000] 500 d /F gs 2 Tr', 'transparent_text 9'],
  ])('%s', (_name, state, told) => {
    expect(toldOf(state)).toEqual([told]);
  });

  it.each([
    ['dots', '.4 w [.5 .5] 0 d 1 Tr'],
    ['dots with round ends', '1 J .5 w [0 1] 0 d 1 Tr'],
    ['dashes that are longer than an outline', '[1000 1000] 0 d 1 Tr'],
    ['a gap whose ends meet', '2 J 12 w [30 12] 0 d 0 Tr'],
    ['a fill that is seen', '[.001 1000] 500 d 2 Tr'],
  ])('SGN-7: none of %s', (_name, state) => {
    expect(toldOf(state)).toEqual([]);
  });
});
