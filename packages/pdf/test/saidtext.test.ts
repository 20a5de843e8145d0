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
    ['a blank that is said as words', `(He shall) Tj ${said('( not )', ' ')} (pay) Tj`, '→ not '],
    ['a blank that is not seen', `3 Tr ${said('( only if he likes)', ' ')} 0 Tr`, ' → only if he likes'],
    ['nothing', `/Span <</ActualText(only if he likes)>> BDC EMC (He pays) Tj`, '→only if he likes'],
    ['a word that is said as a sign that nobody sees', said('<FEFF200B>', 'not '), 'not →\u200b'],
    ['a word that is said as a point', said('(.)', 'not '), 'not →.'],
    ['within an artifact', `/Artifact BMC ${said('(900)', '100')} EMC`, '100→900'],
    [
      'within a piece that is said as it is shown',
      `/P <</ActualText(100)>> BDC ${said('(900)', '100')} EMC`,
      '100→900',
    ],
    ['less than more', said('(>)', '<'), '<→>'],
    ['a sum that is a difference', said('(a - b)', 'a + b'), 'a + b→a - b'],
    ['letters of another script', said('<FEFF039D03910399>', 'OXI'), 'OXI→ΝΑΙ'],
  ])('UP-6: %s', (_, shows, excerpt) => expect(told(shows)).toMatchObject([{ page: 1, excerpt }]));

  it.each([
    ['a raised note', `(in 2024) Tj 5 Ts ${said('()', '1')} 0 Ts ( and) Tj`],
    ['a digit after a blank', `(Fee 500 ) Tj ${said('()', '1')}`],
    ['a hyphen at the end of a line', `(2020) Tj ${said('()', '-')} 0 -14 Td (2021) Tj`],
    ['a sign that is said in words', `(5) Tj ${said('( minus )', '-')} (3) Tj`],
    ['a blank that is said as one', said('<FEFF00A0>', ' ')],
    ['a tabulator', said('(\\t)', ' ')],
    ['what nothing ends and is said as it is shown', `(Fee ) Tj /Span <</ActualText(900)>> BDC (900) Tj`],
    ['a picture', '/Figure <</ActualText(A house)>> BDC ET 0 G 9 9 m 20 20 l 30 9 l S BT EMC'],
    ['Greek letters that look the same', said('<FEFF039D039103A4039F>', 'NATO')],
  ])('SGN-7: no warning of %s', (_, shows) => expect(told(shows)).toEqual([]));

  it.each([
    ['not', '', true],
    ['no', ' ', true],
    ['may', 'shall', true],
    ['or', 'and', true],
    ['to', 'from', true],
    ['ή', 'και', true],
    ["doesn't", 'does', true],
    ['pays', 'pays nothing', true],
    ['☐', '☒', true],
    ['✗', '✓', true],
    ['×', '÷', true],
    ['☑', '☒', false],
    ['≥', '>=', false],
    ['x−1', 'x-1', false],
    ['vs', 'versus', false],
    ['✓', 'yes', false],
    ['buy', 'sell', true],
    ['The tenant pays', 'The tenant pays all costs and damages', true],
    ['The tenant pays all costs and damages', 'The tenant pays', true],
    ['Ltd', 'Limited', false],
    ['gcd', 'greatest common divisor', false],
    ['figure', 'figure of a house by the sea', false],
    ['T h e  t e n a n t', 'The tenant', false],
  ])('%j read as %j: %s', (shown, text, verdict) => expect(contradictsText(shown, text)).toBe(verdict));
});

describe('a long text that is said', () => {
  const words = (count: number): string[] =>
    Array.from({ length: count }, (_, at) => `word${'abcdefghij'.charAt(at % 10)}`);
  /** In lines of ten words, without blanks at their ends. */
  const shown = (all: readonly string[]): string =>
    Array.from(
      { length: all.length / 10 },
      (_, at) => `(${all.slice(10 * at, 10 * at + 10).join(' ')}) Tj 0 -9 Td`,
    ).join(' ');
  const piece = (all: readonly string[], end: string, saidEnd: string): string =>
    `/P <</ActualText(${all.join(' ')} ${saidEnd})>> BDC ${shown(all)} (${end}) Tj EMC`;

  it.each([300, 3000])('SGN-7: no warning of one of %i words that is shown so', (count) =>
    expect(told(piece(words(count), 'pays 100 euro', 'pays 100 euro'))).toEqual([]),
  );
  it('UP-6: another amount at the end of one', () =>
    expect(told(piece(words(300), 'pays 100 euro', 'pays 900 euro'))).toHaveLength(1));
});

describe('text whose strings are marked as written in reverse (ISO 32000-2 §14.8.2.5.3)', () => {
  const reversed = (...strings: string[]): string =>
    `/ReversedChars BMC ${strings.map((text) => `(${text}) Tj`).join(' ')} EMC`;

  it.each([
    ['digits', reversed('1500'), '1500→0051'],
    ['digits of two strings', reversed('15', '23'), '1523→5132'],
    ['a word', reversed('draw'), 'draw→ward'],
    ['digits, with properties', '/ReversedChars <<>> BDC (15) Tj EMC', '15→51'],
  ])('UP-6: %s', (_, shows, excerpt) => expect(told(shows)).toMatchObject([{ page: 1, excerpt }]));

  it.each([
    ['digit by digit', reversed('1', '5', '0')],
    ['the same both ways', reversed('1551')],
    ['marked otherwise', '/Reversed BMC (1500) Tj EMC'],
    ['said by a text', `/Span <</ActualText(1500)>> BDC ${reversed('1500')} EMC`],
  ])('SGN-7: no warning of digits %s', (_, shows) => expect(told(shows)).toEqual([]));
});

describe('what makes thousands or millions of a number before it', () => {
  const said = (shown: string, text: string, entry: string): string =>
    `(The price is 10 ) Tj /Span <</${entry}${text}>> BDC (${shown}) Tj EMC ( net) Tj`;

  it.each([
    ['EUR', '(thousand euro)'],
    ['euro', '(million euro)'],
    ['units', '(hundred units)'],
    ['EUR', '<FEFF03C703B903BB03B903AC03B403B503C2002003B503C503C103CE>'],
  ])('UP-6: %s as %s', (shown, text) => {
    for (const entry of ['E', 'ActualText']) expect(told(said(shown, text, entry))).toHaveLength(1);
  });

  it.each([
    ['TEUR', '(thousand euro)'],
    ['k', '(thousand)'],
    ['m', '(million)'],
    ['bn EUR', '(billion euro)'],
    ['thousand', '(thousand)'],
    ['mill.', '(million)'],
  ])('SGN-7: no warning of %s as %s', (shown, text) => expect(told(said(shown, text, 'E'))).toEqual([]));

  it('SGN-7: none without a number before it', () =>
    expect(told('(All of it ) Tj /Span <</E(in thousands of euro)>> BDC (EUR) Tj EMC')).toEqual([]));
});

describe('what expands a currency (§14.9.5)', () => {
  const expanded = (shown: string, text: string): string =>
    `(Fee 900 ) Tj /Span <</E${text}>> BDC (${shown}) Tj EMC`;

  it.each([
    ['EUR', '(US dollars)', 'EUR→US dollars'],
    ['USD', '(euro)', 'USD→euro'],
    ['$', '(Euros)', '$→Euros'],
    ['EUR', '<FEFF03B403BF03BB03AC03C103B903B1>', 'EUR→δολάρια'],
  ])('UP-6: %s as %s', (shown, text, excerpt) =>
    expect(told(expanded(shown, text))).toMatchObject([{ page: 1, excerpt }]),
  );

  it.each([
    ['EUR', '(Euro)'],
    ['EUR', '<FEFF03B503C503C103CE>'],
    ['GBP', '(pounds sterling)'],
    ['CHF', '(Swiss francs)'],
    ['USD', '(dollars of the United States)'],
    ['DLR', '(euro)'],
    ['EU', '(dollars)'],
    ['EUR', '(what is not paid in US dollars but in the currency of those who took part)'],
    ['EUR', '(single currency)'],
    ['NOK', '(next of kin)'],
    ['CAD', '(some level or range of solid wonders)'],
    ['$', '(Mexican pesos)'],
    ['\\245', '(Chinese yuan)'],
  ])('SGN-7: no warning of %s as %s', (shown, text) => expect(told(expanded(shown, text))).toEqual([]));
});
