import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a page that shows some lines. */
function told(...lines: string[]): string[] {
  const content = lines.map((text, at) => `BT /F1 12 Tf 72 ${700 - 16 * at} Td (${text}) Tj ET`).join('\n');
  const objects = documentObjects({ pages: [{ content, entries: '/Resources<</Font<</F1 3 0 R>>>>' }] });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

describe('UP-6: letters that stand for digits of an amount', () => {
  it.each([
    ['capital letters for noughts', 'The price is 1OOO EUR', '1OOO'],
    ['a letter among noughts', 'The price is 1O00 euro', '1O00'],
    ['a small letter for a one', 'The price is l.500 EUR', 'l.500'],
    ['a bar for a one', 'Total: EUR |,500.00', '|,500.00'],
    ['a Roman numeral for a one', '$I0,000 in full', 'I0,000'],
    ['before the name of another currency', 'The fine is 5OO kroner', '5OO'],
    ['in an account number', 'IBAN GR16 0110 1250 0000 00l2 3456 7O1', '0110 1250 0000 00l2 3456 7O1'],
    ['behind a separator', 'The fee is 1.OO0 EUR', '1.OO0'],
    ['in thousands, without a currency', 'Capital: 25.OOO,OO', '25.OOO,OO'],
    ['in hundredths, without a currency', 'Daily rate 710,OO', '710,OO'],
    ['one ring of hundreds', 'Daily rate 1O0,00 for all', '1O0,00'],
  ])('%s', (_, line, excerpt) => expect(told(line)).toEqual([excerpt]));

  it.each([
    ['an amount', 'The price is 1000 EUR, or 1.500,00 EUR'],
    ['an account number', 'IBAN GR16 0110 1250 0000 0012 3456 701'],
    ['a key of letters and digits', 'Key 1O34 5B78 90I2 AB12'],
    ['a quantity before an amount', 'Oil 5l EUR 30'],
    ['a capital that no digit looks like', 'Model 5L0 EUR 30'],
    ['a formula', 'H2O and CO2 for 20 EUR'],
    ['an ordinal', 'The 1o EURO of the year'],
    ['a code', 'Article A1O0B of 20 EUR'],
    ['letters that stand by themselves', 'Options I, II and O for 100 EUR'],
    ['a number without a currency', 'Model 1O00 of the series'],
    ['a reference with a letter', 'Section I.100 of Annex l'],
    ['an infinity', 'for all x in (0,oo)'],
    ['a version', 'Version 2.O of 1.1.2O26'],
  ])('SGN-7: none of %s', (_, line) => expect(told(line)).toEqual([]));

  /** Each letter as a string of its own, so many points behind the one before. */
  function spelled(word: string, gap: number): string {
    let x = 200;
    return [...word]
      .map((letter) => {
        const shown = `BT /F1 12 Tf ${x.toFixed(2)} 700 Td (${letter}) Tj ET`;
        x += gap + (letter === 'O' ? 9.33 : /\d/.test(letter) ? 6.67 : 3.34);
        return shown;
      })
      .join('\n');
  }

  it.each([
    ['25.OOO,OO', 0, ['25.OOO,OO']],
    ['25.OOO,OO', 6, []],
    ['25.OOO,OO.', 0, ['25.OOO,OO']],
    ['25.000,00', 0, []],
    ['2O.11.2O26', 0, []],
  ])('of a number whose letters are shown one by one: %s, %d points apart', (word, gap, excerpts) => {
    const content = `BT /F1 12 Tf 72 700 Td (Capital:) Tj ET\n${spelled(word, gap)}`;
    const objects = documentObjects({ pages: [{ content, entries: '/Resources<</Font<</F1 3 0 R>>>>' }] });
    const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
    expect(findings.flatMap(({ kind, excerpt }) => (kind === 'text_map_mismatch' ? excerpt : []))).toEqual(
      excerpts,
    );
  });

  it('SEC-3: a page of such letters takes no longer than others', () => {
    const started = performance.now();
    expect(told(...Array.from({ length: 400 }, () => "1'l".repeat(600)))).toEqual([]);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
