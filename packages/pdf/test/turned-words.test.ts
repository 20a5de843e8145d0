import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const LINES =
  'BT /F1 12 Tf 72 760 Td 14 TL (The borrower owes the principal until it is paid.) Tj T* (And interest.) Tj ET ';
/** A line with a gap of 20 points at 172, 700. */
const LINE = 'BT /F1 12 Tf 72 700 Td (The rate may go ) Tj ET BT /F1 12 Tf 184 700 Td (at any time.) Tj ET ';
const AMOUNT = 'BT /F1 12 Tf 72 700 Td (The penalty is EUR ) Tj ET BT /F1 12 Tf 184 700 Td (500) Tj ET ';

function told(content: string): (string | undefined)[] {
  const objects = documentObjects({ pages: [{ content: LINES + content }] });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt);
}

describe('words and signs that stand otherwise than their line', () => {
  it.each([
    ['a word on its head', `${LINE}BT /F1 12 Tf -1 0 0 -1 180 708 Tm (dn) Tj ET`, 'up→dn'],
    ['a word on its head by its size', `${LINE}BT /F1 -12 Tf 180 708 Td (ou) Tj ET`, 'no→ou'],
    ['a mirrored sign', `${AMOUNT}BT /F1 12 Tf -1 0 0 1 182 700 Tm (<) Tj ET`, '>→<'],
    ['a sign by a scaling below zero', `${AMOUNT}BT /F1 12 Tf -100 Tz 182 700 Td (>) Tj ET`, '<→>'],
    ['letters from foot to top', `${LINE}BT /F1 12 Tf 1 0 0 -1 170 708 Tm (MB) Tj ET`, 'WB→MB'],
    ['a stroke that stands', `${AMOUNT}BT /F1 12 Tf 0 2.6 -1 0 184 699 Tm (-) Tj ET`, '1→-'],
  ])('UP-6: %s', (_, content, excerpt) => expect(told(content)).toEqual([excerpt]));

  it.each([
    ['a footer on its head', 'BT /F1 12 Tf -1 0 0 -1 180 60 Tm (on) Tj ET'],
    ['words that are read alike', `${LINE}BT /F1 12 Tf -1 0 0 -1 180 708 Tm (SOS) Tj ET`],
    ['words that are none on their head', `${LINE}BT /F1 12 Tf -1 0 0 -1 180 708 Tm (are) Tj ET`],
    ['a dash that runs up beside words', `${LINE}BT /F1 12 Tf 0 1 -1 0 178 700 Tm (-) Tj ET`],
    ['a mirrored sign by itself', 'BT /F1 12 Tf -1 0 0 1 182 300 Tm (<) Tj ET'],
  ])('SGN-7: none of %s', (_, content) => expect(told(content)).toEqual([]));
});
