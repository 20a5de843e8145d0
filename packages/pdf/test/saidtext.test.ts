import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { contradictsText } from '../src/inspect/hidden/saidtext.ts';
import { open } from './support.ts';

function told(shows: string): Finding[] {
  const entries = '/Resources<</Font<</F1 3 0 R>>>>';
  const objects = documentObjects({ pages: [{ content: `BT /F1 12 Tf 72 700 Td ${shows} ET`, entries }] });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.filter(
    ({ kind }) => kind === 'text_map_mismatch',
  );
}

const said = (text: string, shown: string): string => `/Span <</ActualText${text}>> BDC (${shown}) Tj EMC`;

describe('text that is read aloud as something else than it shows, with what stands around it', () => {
  it.each([
    ['a digit left out', `(Fee ) Tj ${said('()', '9')} (000 euro) Tj`, '9→'],
    ['a digit left out at the end', `(Fee 900) Tj ${said('()', '0')}`, '0→'],
    ['a minus left out', `(Balance ) Tj ${said('()', '-')} (500 euro) Tj`, '-→'],
    ['a comma left out', `(Fee 1) Tj ${said('()', ',')} (500 euro) Tj`, ',→'],
    ['a comma that is said as a point', `(Fee 1) Tj ${said('(.)', ',')} (500 euro) Tj`, ',→.'],
    ['before a further piece', `(Fee ) Tj ${said('()', '9')} ${said('(000)', '000')}`, '9→'],
    ['letters of another script', said('<FEFF039D03910399>', 'OXI'), 'OXI→ΝΑΙ'],
  ])('UP-6: %s', (_, shows, excerpt) => expect(told(shows)).toMatchObject([{ page: 1, excerpt }]));

  it.each([
    ['a raised note', `(in 2024) Tj 5 Ts ${said('()', '1')} 0 Ts ( and) Tj`],
    ['a digit after a blank', `(Fee 500 ) Tj ${said('()', '1')}`],
    ['a hyphen at the end of a line', `(2020) Tj ${said('()', '-')} 0 -14 Td (2021) Tj`],
    ['a sign that is said in words', `(5) Tj ${said('( minus )', '-')} (3) Tj`],
    ['Greek letters that look the same', said('<FEFF039D039103A4039F>', 'NATO')],
  ])('SGN-7: no warning of %s', (_, shows) => expect(told(shows)).toEqual([]));

  it.each([
    ['not', '', true],
    ['no', ' ', true],
    ['may', 'shall', true],
    ['buy', 'sell', true],
    ['The tenant pays', 'The tenant pays all costs and damages', true],
    ['The tenant pays all costs and damages', 'The tenant pays', true],
    ['Ltd', 'Limited', false],
    ['gcd', 'greatest common divisor', false],
    ['figure', 'figure of a house by the sea', false],
    ['T h e  t e n a n t', 'The tenant', false],
  ])('%j read as %j: %s', (shown, text, verdict) => expect(contradictsText(shown, text)).toBe(verdict));
});
