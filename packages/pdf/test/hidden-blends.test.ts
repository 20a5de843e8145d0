import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect, PdfError } from '../src/index.ts';
import { open } from './support.ts';

const KINDS: ReadonlySet<string> = new Set(['same_colour_text', 'transparent_text', 'covered_text']);
const TEXT = 'BT /F1 12 Tf 72 700 Td (The fee is 900 euro) Tj ET\n';
const AREA = '60 690 300 30 re f\n';

function kinds(mode: string, content: string): string[] {
  const states = `/ExtGState<</G1<</BM/${mode}>>/Half<</ca .5>>>>`;
  const entries = `/Resources<</Font<</F1 3 0 R>>${states}>>`;
  const objects = documentObjects({ pages: [{ content, entries }] });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.map(({ kind }) => kind)
    .filter((kind) => KINDS.has(kind));
}

const MODES = ['Lighten', 'Screen', 'Hue', 'Difference', 'Exclusion', 'Overlay', 'SoftLight', 'ColorBurn'];

describe('blend modes', () => {
  it.each([
    ['Lighten', '1 g'],
    ['Screen', '1 g'],
    ['Multiply', '0 g'],
    ['ColorDodge', '1 g'],
    ['ColorBurn', '0 g'],
  ])('UP-6: an area on one word hides it in %s with %s', (mode, colour) => {
    expect(kinds(mode, `${TEXT}/G1 gs ${colour} 131 696 23 14 re f`)).toEqual(['covered_text']);
  });

  it.each(['Multiply', 'Darken', 'HardLight'])(
    'SGN-7: blue on bare paper is seen in %s, whether readers blend it with white or with nothing',
    (mode) => {
      expect(kinds(mode, `/G1 gs 0 0 .6 rg ${TEXT}`)).toEqual([]);
    },
  );

  it.each(MODES)('UP-6: black on bare paper is not seen in %s by readers that blend with white', (mode) => {
    expect(kinds(mode, `/G1 gs ${TEXT}`)).toEqual(['same_colour_text']);
  });

  it.each(['Lighten', 'Screen', 'Hue', 'Difference', 'Exclusion', 'Overlay'])(
    'UP-6: black on a white area is not seen in %s',
    (mode) => {
      expect(kinds(mode, `1 g ${AREA}0 g /G1 gs ${TEXT}`)).toEqual(['same_colour_text']);
    },
  );

  it.each(['Difference', 'Exclusion'])('UP-6: white on bare paper is not seen in %s', (mode) => {
    expect(kinds(mode, `q /G1 gs 1 g ${TEXT}Q ${TEXT.replace('700', '600')}`)).toEqual(['same_colour_text']);
  });

  it.each(['Difference', 'Exclusion'])('SGN-7: white on a white area is seen in %s', (mode) => {
    expect(kinds(mode, `1 g ${AREA}/G1 gs ${TEXT}`)).toEqual([]);
  });

  it('SGN-7: of a veil on bare paper it is not known how much blends', () => {
    expect(kinds('Difference', `q /Half gs 1 g ${AREA}Q /G1 gs 1 g ${TEXT}`)).toEqual([]);
  });

  it.each(['Difference', 'Exclusion', 'Luminosity'])('UP-6: a white area in %s erases black text', (mode) => {
    expect(kinds(mode, `${TEXT}/G1 gs 1 g ${AREA}`)).toEqual(['covered_text']);
  });

  it('UP-6: a white area in Overlay erases grey text', () => {
    expect(kinds('Overlay', `.75 g ${TEXT}/G1 gs 1 g ${AREA}`)).toEqual(['covered_text']);
  });

  it.each([
    ['a white area in Overlay', 'Overlay', `${TEXT}/G1 gs 1 g ${AREA}`],
    ['a white area in Difference over a white one', 'Difference', `1 g ${AREA}0 g ${TEXT}/G1 gs 1 g ${AREA}`],
    ['a grey area in ColorDodge', 'ColorDodge', `${TEXT}/G1 gs .5 g ${AREA}`],
    ['a white area in ColorBurn', 'ColorBurn', `${TEXT}/G1 gs 1 g ${AREA}`],
    ['a yellow area that multiplies', 'Multiply', `${TEXT}/G1 gs 1 1 0 rg ${AREA}`],
    ['a yellow area on one word', 'Multiply', `${TEXT}/G1 gs 1 1 0 rg 131 696 23 14 re f`],
    ['a dark area that multiplies', 'Multiply', `1 g ${TEXT}/G1 gs .2 g ${AREA}`],
  ])('SGN-7: %s leaves text to be read', (_, mode, content) => {
    expect(kinds(mode, content).filter((kind) => kind === 'covered_text')).toEqual([]);
  });

  it('UP-6: a yellow area that multiplies erases yellow text', () => {
    expect(kinds('Multiply', `1 1 0 rg ${TEXT}/G1 gs ${AREA}`)).toContain('covered_text');
  });
});

describe('blend modes are looked at within bounds', () => {
  it('areas that blend over many lines', { timeout: 60_000 }, () => {
    const lines = Array.from({ length: 500 }, (_, at) => TEXT.replace('700', String(20 + at))).join('');
    const areas = Array.from({ length: 6000 }, (_, at) => `${at % 100} 0 500 800 re f\n`).join('');
    expect(() => kinds('Difference', `${lines}/G1 gs .5 g ${areas}`)).toThrow(PdfError);
  });
});
