import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

const WORDS = 'The tenant owes nine thousand';

function found(content: string, font = '/Encoding/WinAnsiEncoding'): Finding[] {
  const more = [{ number: 100, body: `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${font}>>` }];
  const entries = '/Resources<</Font<</F2 100 0 R>>>>';
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.filter(({ kind }) =>
    ['tiny_text', 'same_colour_text', 'covered_text'].includes(kind),
  );
}

const shown = (shows: string): string => `BT /F2 12 Tf 72 700 Td ${shows} ET`;
const each = (text: string, show: (letter: string) => string): string => [...text].map(show).join(' ');
const widths = (width: number): string =>
  `/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${`${width} `.repeat(95)}]`;

describe('letters that are heaped on each other', () => {
  it.each([
    ['without widths', shown(`(${WORDS}) Tj`), widths(0)],
    ['of small widths', shown(`(${WORDS}) Tj`), widths(90)],
    ['each on the same place', shown(each(WORDS, (letter) => `(${letter}) Tj 0 0 Td`)), undefined],
    ['each going back', shown(`[${each(WORDS, (letter) => `(${letter}) 550`)}] TJ`), undefined],
    [
      'each on the same place of a line that rises',
      shown(each(WORDS, (letter) => `0 1 -1 0 300 300 Tm (${letter}) Tj`)),
      undefined,
    ],
  ])('UP-6: %s', (_, content, font) => {
    expect(found(content, font)).toMatchObject([{ kind: 'tiny_text', page: 1 }]);
  });

  it.each([
    ['of a condensed font', shown(`(${WORDS}) Tj`), widths(220)],
    ['letter by letter', shown(each(WORDS, (letter) => `(${letter}) Tj`)), undefined],
    [
      'with a shadow of many parts',
      shown(
        each('Heading', (letter) => `(${letter}) Tj -6 0 Td (${letter}) Tj .2 0 Td (${letter}) Tj 12 0 Td`),
      ),
      undefined,
    ],
    ['with accents', shown("(e) Tj 0 0 Td (') Tj 7 0 Td (o) Tj 0 0 Td (`) Tj"), undefined],
    ['in columns', shown(each('12345678', (digit) => `(${digit}) Tj 20 0 Td`)), undefined],
  ])('SGN-7: no warning of letters %s', (_, content, font) => expect(found(content, font)).toEqual([]));
});

describe('letters that stroke and fill paint', () => {
  const line = `(${WORDS}) Tj`;
  it.each([
    ['a white stroke over the own fill', `0 g 1 G 2 Tr 6 w ${line}`],
    ['a white stroke as broad as the stems', `0 g 1 G 2 Tr 1.5 w ${line}`],
    ['a hairline around white', `1 g 0 G 2 Tr .02 w ${line}`],
  ])('UP-6: %s', (_, shows) => {
    expect(found(shown(shows))).toMatchObject([{ kind: 'same_colour_text', page: 1 }]);
  });

  it.each([
    ['a thin white stroke', `0 g 1 G 2 Tr .5 w ${line}`],
    ['a stroke of the same colour', `0 g 0 G 2 Tr 2 w ${line}`],
    ['a stroke around white', `1 g 0 G 2 Tr .3 w ${line}`],
  ])('SGN-7: no warning of %s', (_, shows) => expect(found(shown(shows))).toEqual([]));
});
