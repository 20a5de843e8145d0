import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it, vi } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

const KINDS: ReadonlySet<string> = new Set(['tiny_text', 'same_colour_text', 'covered_text']);

function found(content: string): Finding[] {
  const entries = '/Resources<</Font<</F1 3 0 R>>>>';
  const objects = documentObjects({ pages: [{ content, entries }] });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.filter(({ kind }) => KINDS.has(kind));
}

const line = (shows: string): string => `BT /F1 12 Tf 72 700 Td ${shows} ET`;

describe('numbers of which eyes miss a digit or a sign', () => {
  it.each([
    ['a tiny digit', '(Fee 5) Tj /F1 1.9 Tf (0) Tj /F1 12 Tf (00 euro) Tj', 'tiny_text', '500'],
    ['tiny digits at the end', '(Fee 5) Tj /F1 3 Tf (000) Tj', 'tiny_text', '5000'],
    ['tiny digits at the beginning', '/F1 3 Tf (9) Tj /F1 12 Tf (,000 euro) Tj', 'tiny_text', '9,'],
    ['digits that grow smaller', '(5) Tj /F1 5 Tf (0) Tj /F1 2 Tf (0) Tj', 'tiny_text', '00'],
    ['a squeezed digit', '(Fee 1) Tj 16 Tz (0) Tj 100 Tz (00 euro) Tj', 'tiny_text', '100'],
    ['a tiny point', '(Fee 5) Tj /F1 3 Tf (.) Tj /F1 12 Tf (00 euro) Tj', 'tiny_text', '5.0'],
    ['a pale point', '(Fee 5) Tj .9 g (.) Tj 0 g (00 euro) Tj', 'same_colour_text', '5.0'],
    ['a pale minus', '(Balance ) Tj .91 g (-) Tj 0 g (500 euro) Tj', 'same_colour_text', '-5'],
    ['a pale digit before others', '.91 g (9) Tj 0 g (500 euro) Tj', 'same_colour_text', '95'],
    [
      'a comma that another text object strikes',
      '(Fee 1) Tj (,) Tj ET BT /F1 12 Tf 101 700 Td (500) Tj',
      'covered_text',
      '1,',
    ],
    [
      'a digit over another one',
      '(Fee 3000) Tj ET BT /F1 12 Tf 96.01 700 Td (8) Tj',
      'covered_text',
      '3000 8',
    ],
    [
      'a zero over the last one',
      '(Fee 100) Tj ET BT /F1 12 Tf 109.35 700 Td (00) Tj',
      'covered_text',
      '100 00',
    ],
    ['digits that a string goes back over', '[(Fee 10) 556 (000)] TJ', 'covered_text', '10 000'],
    ['a comma that the same string strikes', '[(Fee 1,) 240 (500 euro)] TJ', 'covered_text', '1,5'],
    [
      'two zeros on one place',
      '(Fee 1) Tj (0) Tj ET BT /F1 12 Tf 103.35 700 Td (0) Tj (00 euro) Tj',
      'covered_text',
      '10000',
    ],
    [
      'painted against the order of reading',
      ' 106.7 0 Td (00 euro) Tj -106.7 0 Td (Fee 5) Tj /F1 1.9 Tf 31.35 0 Td (0) Tj',
      'tiny_text',
      '50',
    ],
    [
      'on a line that rises',
      '0 1 -1 0 300 300 Tm (Fee 5) Tj /F1 1.9 Tf (0) Tj /F1 12 Tf (00) Tj',
      'tiny_text',
      '500',
    ],
  ])('UP-6: %s', (_, shows, kind, excerpt) => {
    expect(found(line(shows))).toMatchObject([{ kind, page: 1, excerpt }]);
  });

  it.each([
    ['a raised note', '(Fee 500) Tj /F1 4 Tf 5 Ts (1) Tj'],
    ['a note after a blank', '(Fee 500 ) Tj /F1 4 Tf ( 1) Tj'],
    ['cents in small digits', '(Fee 5) Tj /F1 6 Tf (99) Tj'],
    ['cells side by side', '(500) Tj /F1 3 Tf 40 0 Td (12) Tj'],
    ['lines one under the other', '(500) Tj /F1 3 Tf 0 -4 Td (12) Tj'],
    ['grey zeros before a number', '.6 g (000) Tj 0 g (512) Tj'],
    ['a line of pale text', '.9 g (Fee 5) Tj (00) Tj (0 euro) Tj'],
    ['bold by a second painting', '(500) Tj -0.3 0 Td (500) Tj'],
    ['bold digit by digit', '(5) Tj .3 0 Td (5) Tj 6.37 0 Td (0) Tj .3 0 Td (0) Tj'],
    ['a number with a shadow', '.75 g (Item 35) Tj ET BT /F1 12 Tf 0 g 70.7 701.3 Td (Item 35) Tj'],
    ['kerning', '[(Fee 7) 110 (.) 90 (5) 30 (1)] TJ'],
    ['a tiny word', '(Fee 500) Tj /F1 3 Tf (euro) Tj'],
  ])('SGN-7: no warning of %s', (_, shows) => {
    expect(found(line(shows))).toEqual([]);
  });

  it('LIM each pair of digits that is compared is paid for', () => {
    const digits = '1234567890'.repeat(20);
    const content = line(`(${digits}) Tj`) + line(`(${[...digits].reverse().join('')}) Tj`);
    const entries = '/Resources<</Font<</F1 3 0 R>>>>';
    const pdf = open(
      writePdf({ kind: 'table', objects: documentObjects({ pages: [{ content, entries }] }) }),
    );
    const spend = vi.spyOn(pdf, 'spend');
    inspect(pdf);
    expect(Math.max(...spend.mock.calls.map(([units]) => units))).toBeGreaterThanOrEqual(200 ** 2 / 4);
  });

  it('many digits in one place are looked at within bounds', () => {
    const started = performance.now();
    expect(found(line('(1) Tj '.repeat(20_000))).length).toBeLessThan(100);
    expect(found(line('(1) Tj 0 0 Td '.repeat(20_000))).length).toBeLessThan(100);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
