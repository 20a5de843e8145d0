import { describe, expect, it } from 'vitest';
import { draw, form, rounded, words } from './drawing.ts';

const type3 = (procedures: string): string =>
  `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 98` +
  `/Widths[1000 1000]/Encoding<</Differences[97/a/b]>>/CharProcs<<${procedures}>>/Resources<</Font<</F1 3 0 R>>>>>>`;

describe('text', () => {
  it.each<[string, [number, number, number, number]]>([
    // Courier: every glyph is 600 wide.
    ['BT /F1 10 Tf 20 30 Td (ab) Tj ET', [20, 30, 32, 30]],
    ['BT /F1 10 Tf 2 0 0 2 20 30 Tm (ab) Tj ET', [20, 30, 44, 30]],
    ['q 2 0 0 2 5 0 cm BT /F1 10 Tf 20 30 Td (ab) Tj ET Q', [45, 60, 69, 60]],
    ['BT /F1 10 Tf 0 1 -1 0 20 30 Tm (ab) Tj ET', [20, 30, 20, 42]],
    ['BT /F1 10 Tf 1 Tc 20 30 Td (ab) Tj ET', [20, 30, 34, 30]],
    ['BT /F1 10 Tf 3 Tw 20 30 Td (a b) Tj ET', [20, 30, 41, 30]],
    ['BT /F1 10 Tf 50 Tz 1 Tc 20 30 Td (ab) Tj ET', [20, 30, 27, 30]],
    ['BT /F1 10 Tf 4 Ts 20 30 Td (ab) Tj ET', [20, 34, 32, 34]],
    ['BT /F1 10 Tf 12 TL 20 30 Td T* (ab) Tj ET', [20, 18, 32, 18]],
    ["BT /F1 10 Tf 12 TL 20 30 Td (ab) ' ET", [20, 18, 32, 18]],
    ['BT /F1 10 Tf 12 TL 20 30 Td 3 1 (a b) " ET', [20, 18, 44, 18]],
    ['BT /F1 10 Tf 20 30 TD 5 -9 TD T* (ab) Tj ET', [25, 12, 37, 12]],
    ['BT /F1 10 Tf 20 30 Td [-500 (ab)] TJ ET', [25, 30, 37, 30]],
    ['/G gs BT 20 30 Td (ab) Tj ET', [20, 30, 32, 30]],
  ])('%s', (content, line) => {
    const { texts } = draw(content, { resources: '/ExtGState<</G<</Font[3 0 R 10]>>>>' });
    expect(texts).toHaveLength(1);
    expect(rounded(texts[0]?.line)).toEqual(line);
  });

  it('goes on where the string before ended, in and out of BT', () => {
    const { texts } = draw('BT /F1 10 Tf 20 30 Td (ab) Tj (c) Tj ET BT (d) Tj ET (e) Tj');
    expect(texts.map(({ line }) => Math.round(line[0]))).toEqual([20, 32, 0, 6]);
  });

  it('stays within its box, which is as high as its size says', () => {
    const [run] = draw('BT /F1 10 Tf 0 2 -2 0 50 30 Tm (ab) Tj ET').texts;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = run?.box ?? [];
    expect(run?.size).toBe(20);
    expect([y0, y1]).toEqual([30, 54]);
    expect(x0).toBeLessThan(50 - 10);
    expect(x1).toBeGreaterThan(50);
  });

  it('kerned letters are one run; a gap that parts words parts runs', () => {
    const drawn = draw('BT /F1 10 Tf 20 30 Td [(W)80(o)-20(rd)-600(next)] TJ ET');
    expect(words(drawn)).toEqual(['Word', 'next']);
    expect(drawn.texts.map(({ line }) => rounded(line))).toEqual([
      [20, 30, 43.4, 30],
      [49.4, 30, 73.4, 30],
    ]);
  });

  it.each<[string, string[]]>([
    ['<576F7264>', ['Word']],
    ['(Wo)<7264>', ['Word']],
    ['<576F>(r)<64>', ['Word']],
    ['<57 6F 7>(r)', ['Wopr']],
    ['<>(Wo)<zz>(rd)', ['Word']],
    ['(W)<6f>-10(r)<64>-600<6e657874>', ['Word', 'next']],
  ])('digits and letters in turns: %s', (strings, shown) => {
    expect(words(draw(`BT /F1 10 Tf 20 30 Td [${strings}] TJ ET`))).toEqual(shown);
  });

  it('long strings in pieces stay what they are when further ones are shown', () => {
    const line = (letter: string): string =>
      `[${`(${letter.repeat(999)})<${'7a'.repeat(999)}>`.repeat(5)}] TJ`;
    const shown = (letter: string): string => `${letter.repeat(999)}${'z'.repeat(999)}`.repeat(5);
    const drawn = draw(`BT /F1 1 Tf ${line('a')} ${line('b')} ${line('c')} ET`);
    expect(words(drawn)).toEqual(['a', 'b', 'c'].map(shown));
  });

  it.each([
    ['(a\\(b\\)\\\\\\101\\7)', 'a(b)\\A\x07'],
    ['(a(b)c)', 'a(b)c'],
    ['(a\\\nb\rc)', 'ab\nc'],
    ['<6 1 6 2 7>', 'abp'],
  ])('the string %s', (string, text) => {
    const [run] = draw(`BT /F1 10 Tf ${string} Tj ET`).texts;
    expect(Buffer.from(run?.bytes ?? []).toString('latin1')).toBe(text);
  });

  it.each([
    [0, 0xff0000, undefined],
    [1, 0x0000ff, undefined],
    [2, 0xff0000, 0x0000ff],
    [3, 0xff0000, undefined],
    [7, 0xff0000, undefined],
  ])('mode %i tells what paints it', (mode, colour, outline) => {
    const [run] = draw(`1 0 0 rg 0 0 1 RG BT /F1 10 Tf ${mode} Tr (a) Tj ET`).texts;
    expect(run).toMatchObject({ mode, colour, outline });
  });

  it('modes 4 to 7 clip what follows to the text, from ET on', () => {
    const { texts, paintings } = draw(
      'q BT /F1 10 Tf 7 Tr 20 30 Td (ab) Tj 0 0 9 9 re f ET 0 0 200 100 re f Q 0 0 9 9 re f',
    );
    expect(paintings[0]?.clip).toEqual([0, 0, 200, 100]);
    expect(paintings[1]?.clip).toEqual(texts[0]?.box);
    expect(paintings[1]?.solid).toBeUndefined();
    expect(paintings[2]?.clip).toEqual([0, 0, 200, 100]);
  });

  it('a font that is not there still shows text', () => {
    const [run] = draw('BT /F9 10 Tf 20 30 Td (ab) Tj ET').texts;
    expect(run).toMatchObject({ font: undefined, size: 10 });
    expect(run?.line[2]).toBeGreaterThan(20);
  });
});

describe('Type 3 fonts', () => {
  const at = (content: string, procedures: string, more = [form(101, '')]) =>
    draw(content, {
      resources: '/Font<</T 100 0 R/F1 3 0 R>>',
      more: [{ number: 100, body: type3(procedures) }, ...more],
    });

  it('text within a glyph is told where it stands', () => {
    const { texts } = at('BT /T 10 Tf 20 30 Td (a) Tj ET', '/a 101 0 R', [
      form(101, '1000 0 d0 BT /F1 500 Tf 100 200 Td (x) Tj ET'),
    ]);
    expect(texts.map(({ glyph }) => glyph)).toEqual([false, true]);
    expect(rounded(texts[1]?.line)).toEqual([21, 32, 24, 32]);
    expect(texts[1]?.size).toBeCloseTo(5);
  });

  it('a rectangle that a glyph covers is told; an outline is text like any other', () => {
    const outline = 'd1 0 0 m 500 1000 l 300 400 l 1000 0 l f';
    const { paintings } = at('BT /T 10 Tf 20 30 Td (ab) Tj ET', '/a 101 0 R/b 102 0 R', [
      form(101, outline),
      form(102, '1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f'),
    ]);
    expect(paintings.map(({ solid }) => rounded(solid))).toEqual([[30, 30, 40, 40]]);
  });

  it('glyphs of a kerned line are each in its place', () => {
    const { paintings } = at('BT /T 10 Tf 20 30 Td [(a)100(a)] TJ ET', '/a 101 0 R', [
      form(101, '1000 0 d0 0 0 500 500 re f'),
    ]);
    expect(paintings.map(({ solid }) => rounded(solid))).toEqual([
      [20, 30, 25, 35],
      [29, 30, 34, 35],
    ]);
  });

  it('says whether its glyphs paint anything', () => {
    const { texts } = at('BT /T 10 Tf (a) Tj (b) Tj (ab) Tj ET', '/a 101 0 R/b 102 0 R', [
      form(101, '1000 0 d0'),
      form(102, '1000 0 d0 0 0 m 9 9 l S'),
    ]);
    expect(texts.map(({ blank }) => blank)).toEqual([true, false, false]);
  });

  it('a glyph that shows itself ends', () => {
    const { texts } = draw('BT /T 10 Tf (a) Tj ET', {
      resources: '/Font<</T 100 0 R>>',
      more: [
        { number: 100, body: type3('/a 101 0 R').replace('/F1 3 0 R', '/T 100 0 R') },
        form(101, 'BT /T 1 Tf (a) Tj ET'),
      ],
    });
    expect(texts.length).toBeLessThan(5);
  });
});
