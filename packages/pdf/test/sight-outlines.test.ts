import { streamBody, type TestGlyph, type TestObject, testTrueType } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { Box } from '../src/revisions/pages.ts';
import { Sight } from '../src/revisions/sight/sight.ts';
import { type Drawn, effectOf, revised } from './sight-support.ts';

const PLACE: Box = [90, 690, 140, 720];
const LETTERS = 'BT /F1 20 Tf 100 700 Td (ABC) Tj ET';

/** A font with one letter, A, which is half an em wide. */
const brought = (drawn: NonNullable<TestGlyph['drawn']>, units = 1000): TestObject[] => {
  const program = Buffer.from(testTrueType([{ name: 'A', character: 'A', drawn }]));
  for (let at = 12; at < 12 + 16 * program.readUInt16BE(4); at += 16)
    if (program.toString('latin1', at, at + 4) === 'head')
      program.writeUInt16BE(units, program.readUInt32BE(at + 8) + 18);
  return [
    {
      number: 330,
      body:
        '<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+X/FirstChar 65/LastChar 65/Widths[500]' +
        '/Encoding/WinAnsiEncoding/FontDescriptor 331 0 R>>',
    },
    {
      number: 331,
      body:
        '<</Type/FontDescriptor/FontName/ABCDEF+X/Flags 32/FontBBox[0 0 500 700]/ItalicAngle 0/Ascent 700' +
        '/Descent 0/CapHeight 700/StemV 80/FontFile2 332 0 R>>',
    },
    { number: 332, body: streamBody(program) },
  ];
};
const drawnBy = (text: string, state = '', rect = PLACE): Drawn => ({
  rect,
  look: `/G gs BT ${text} Tj ET`,
  fonts: '/F9 330 0 R',
  resources: `/ExtGState<</G<<${state}>>>>`,
});
type Shape = NonNullable<TestGlyph['drawn']>;
const told = (drawn: Shape, text: string, state = '', rect = PLACE, units = 1000) =>
  effectOf(LETTERS, drawnBy(text, state, rect), { more: brought(drawn, units) });

describe('glyphs whose outlines are known', () => {
  const ROW = '/F9 20 Tf 90 699 Td (AAAAA)';

  it.each<[string, string, Shape, string, string?]>([
    ['hides', 'boxes', 'box', ROW],
    ['clear', 'nothing', 'nothing', ROW],
    ['clear', 'bars', 'bar', ROW],
    ['clear', 'dashes', 'dash', ROW],
    ['hides', 'boxes that let half through', 'box', ROW, '/ca .55'],
    ['clear', 'boxes that let more through', 'box', ROW, '/ca .45'],
    ['clear', 'rings that let half through', 'ring', ROW, '/ca .55'],
    ['clear', 'boxes that are not painted', 'box', `3 Tr ${ROW}`],
    ['clear', 'boxes beside them', 'box', '/F9 20 Tf 131 699 Td (A)'],
  ])('MAP-8 %s: %s', (effect, _, drawn, text, state) => {
    expect(told(drawn, text, state)).toBe(effect);
  });

  it('MAP-8 hide as strokes do where they are thin or leave much free', () => {
    // The glyph is ten times as large as its letter: a letter is under one of its parts.
    const large = (shape: Shape, alpha: number, x: number, y: number) =>
      told(shape, `/F9 20 Tf ${x} ${y} Td (A)`, `/ca ${alpha}`, PLACE, 100);
    expect(large('box', 0.45, 80, 690)).toBe('hides');
    expect(large('box', 0.38, 80, 690)).toBe('clear');
    expect(large('ring', 0.7, 85, 690)).toBe('hides');
    expect(large('ring', 0.55, 85, 690)).toBe('clear');
    expect(large('dash', 0.7, 80, 660)).toBe('hides');
    // A bar as broad as a quarter of its size, and one that is a little thinner, over half of a letter.
    expect(told('bar', '/F9 20 Tf 90 690 Td (A)', '', PLACE, 380)).toBe('hides');
    expect(told('bar', '/F9 20 Tf 90 690 Td (A)', '', PLACE, 410)).toBe('clear');
  });

  it('MAP-8 are seen where they reach out of their line', () => {
    const { pdf, page } = revised('', [drawnBy('/F9 20 Tf 10 600 Td (A)')], { more: brought('box', 100) });
    expect(new Sight().look(pdf, page, 300)?.isSeen).toBe(true);
    expect(new Sight().look(pdf, page, 300)?.written).toEqual([]);
    const away = revised('', [drawnBy('/F9 20 Tf 200 600 Td (A)')], { more: brought('box', 100) });
    expect(new Sight().look(away.pdf, away.page, 300)?.isSeen).toBe(false);
  });

  it.each<[string, number, number, string]>([
    ['as they are', 0, 1000, '/F9 20 Tf 100 700 Td (A)'],
    ['larger than their line', 1, 500, '/F9 20 Tf 100 695 Td (A)'],
    ['larger than letters are', 0, 100, '/F9 20 Tf 100 695 Td (A)'],
  ])('MAP-8 are marks where they are %s', (_, count, units, text) => {
    const { pdf, page } = revised('', [drawnBy(text)], { more: brought('box', units) });
    expect(new Sight().look(pdf, page, 300)?.marks).toHaveLength(count);
  });

  it('MAP-8 are not known where their program is none', () => {
    const broken = brought('box').map((object) =>
      object.number === 332 ? { number: 332, body: streamBody(Uint8Array.of(0, 1, 0, 0, 9, 9)) } : object,
    );
    expect(effectOf('', drawnBy('/F9 20 Tf 100 700 Td (A)'), { more: broken })).toBe('unread');
    expect(effectOf('', drawnBy('/F9 20 Tf 100 700 Td (A)'), { more: brought('box') })).toBe('clear');
    expect(effectOf(LETTERS, drawnBy('/F9 40 Tf 80 690 Td (AAAA)'), { more: broken })).toBe('hides');
  });
});

describe('glyphs that are drawn by themselves, or are not there', () => {
  const type3 = (content: string): TestObject[] => [
    {
      number: 330,
      body:
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 500 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/LastChar 65' +
        '/Widths[500]/Encoding<</Differences[65/A]>>/CharProcs<</A 331 0 R>>/Resources<<>>>>',
    },
    { number: 331, body: streamBody(content) },
  ];
  const ROW = '/F9 80 Tf 80 690 Td (AA)';

  it('MAP-8 hide what they paint', () => {
    const drawn = (content: string) => effectOf(LETTERS, drawnBy(ROW), { more: type3(content) });
    expect(drawn('500 0 d0 0 0 500 700 re f')).toBe('hides');
    expect(drawn('500 0 d0 0 0 20 20 re f')).toBe('clear');
    expect(drawn('500 0 d0 0 0 5 700 re f')).toBe('clear');
    expect(drawn('500 0 d0')).toBe('clear');
  });

  it('MAP-8 hide what letters of their size do', () => {
    expect(effectOf(LETTERS, drawnBy('/F8 40 Tf 80 695 Td (AAAA)'))).toBe('hides');
    expect(effectOf(LETTERS, drawnBy('/F8 20 Tf 90 699 Td (AAAAA)'))).toBe('clear');
  });

  it('MAP-8 are as broad as half an em where they are said to have no width', () => {
    const flat = [
      {
        number: 330,
        body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 65/LastChar 65/Widths[0]>>',
      },
    ];
    const around: Box = [60, 640, 200, 780];
    const thin = (place: string) =>
      effectOf(LETTERS, drawnBy(`/F9 40 Tf ${place} (A)`, '', around), { more: flat });
    expect(thin('90 690 Td')).toBe('hides');
    expect(thin('79 690 Td')).toBe('clear');
    expect(thin('140 690 Td')).toBe('hides');
    expect(thin('151 690 Td')).toBe('clear');
    expect(thin('0 1 -1 0 130 690 Tm')).toBe('hides');
    expect(thin('0 1 -1 0 130 722 Tm')).toBe('hides');
    expect(thin('0 1 -1 0 130 733 Tm')).toBe('clear');
    expect(thin('0 1 -1 0 130 680 Tm')).toBe('clear');
    const wide = (y: number) =>
      effectOf(LETTERS, { rect: around, look: `BT /F1 40 Tf 90 ${y} Td (MMM) Tj ET` });
    expect(wide(726)).toBe('clear');
    expect(wide(660)).toBe('clear');
  });
});

it('MAP-8 a look whose path has too many points is not known', { timeout: 30_000 }, () => {
  const path = (count: number): string => {
    const points = Array.from(
      { length: count },
      (_, at) => `${(91 + at / 2000).toFixed(2)} ${700 + 10 * (at % 2)}`,
    );
    return `.1 w ${points[0]} m ${points.slice(1).join(' l ')} l S`;
  };
  expect(effectOf('', { rect: PLACE, look: path(70_000) })).toBe('unread');
  expect(effectOf('', { rect: PLACE, look: path(700) })).toBe('clear');
});
