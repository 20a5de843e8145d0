import { streamBody, type TestDocument } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { copyWithFont, type SafeCopy } from '../../src/index.ts';
import { font, ports } from '../support.ts';
import { copied, everything, found, kindsLeftOut, make, wordsOn } from './copied.ts';

/** Ωμέγα, as a text string has it. */
const greek = 'FEFF03A903BC03AD03B303B1';

const field = (entries: string, rect = '100 100 200 120'): TestDocument => ({
  catalog: '/AcroForm<</Fields[100 0 R]/DR<</Font<</Helv 3 0 R>>>>/DA(/Helv 9 Tf 0 g)>>',
  pages: [{ entries: '/Annots[100 0 R]' }],
  more: [{ number: 100, body: `<</Type/Annot/Subtype/Widget/T(f)/Rect[${rect}]${entries}>>` }],
});
const drawn = (entries: string, rect?: string): string =>
  everything(copied(make(field(entries, rect))).bytes);

describe('CPY-1 of the look that a field asks for', () => {
  it.each([
    ['whose last colour counts', '1 g /Helv 9 Tf 0 0 1 rg', '0 0 1 rg'],
    ['with a colour in a comment', '%1 g\\n/Helv 9 Tf 0 0 1 rg', '0 0 1 rg'],
    ['with a colour in a string', '/Helv 9 Tf 0 0 1 rg \\(1 g\\) Tj', '0 0 1 rg'],
    ['that is parted by what is no white space', '/Helv 9 Tf .5\\2400\\2400\\240rg', '0 g'],
    ['with more numbers than the colour has', '/Helv 9 Tf 1 1 0 0 rg', '1 0 0 rg'],
    ['with fewer', '/Helv 9 Tf 1 rg', '0 g'],
    ['with points that are no number', '/Helv 9 Tf ... g', '0 g'],
    ['with other operators', '/Helv 9 Tf 0.5 g /Fm0 Do 3 Tr 0 Tz BI ID EI', '0.5 g'],
    ['whose font has a name in other letters', '/He#6cv 9 Tf 0.5 g', '0.5 g'],
  ])('one %s passes as one operator and its numbers', (_, said, colour) => {
    const document = make(field(`/FT/Tx/V(Held)/DA(${said})`));
    const { bytes } = copied(document);
    expect(everything(bytes)).toContain(`BT\n/F0 9 Tf\n${colour}\n1 0 0 1 1 6.76 Tm\n(Held) Tj\nET`);
    expect(found(bytes)).toEqual([]);
    expect(copied(bytes).bytes).toEqual(bytes);
  });

  it.each(['constructor', 'toString', '__proto__', 'Q Q Q'])('the caption %s is no mark', (caption) => {
    const { bytes } = copied(make(field(`/FT/Btn/AS/On/MK<</CA(${caption})>>`)));
    expect(everything(bytes)).toMatch(/0.38 0.12 l\n0.9 0.88 l\nS\nQ/);
    expect(found(bytes)).toEqual([]);
    expect(copied(bytes).bytes).toEqual(bytes);
  });

  it('a button whose state is not said shows no mark, whatever its field holds', () => {
    expect(drawn('/FT/Btn/V/Yes')).not.toContain(' cm');
    expect(drawn('/FT/Btn/V/Yes/Ff 32768')).not.toContain(' cm');
  });
});

describe('CPY-1 a value that is drawn stands as readers set it', () => {
  it.each([
    [90, '100 100 120 200', '[0 1 -1 0 20 0]', '0 0 100 20 re'],
    [180, '100 100 200 120', '[-1 0 0 -1 100 20]', '0 0 100 20 re'],
    [-90, '100 100 120 200', '[0 -1 1 0 0 100]', '0 0 100 20 re'],
  ])('turned by %i degrees', (degrees, rect, matrix, clip) => {
    const { bytes } = copied(make(field(`/FT/Tx/V(Held in a turned field)/MK<</R ${degrees}>>`, rect)));
    expect(Buffer.from(bytes).toString('latin1')).toContain(`/Matrix ${matrix}`);
    expect(everything(bytes)).toContain(`q\n${clip}\nW\nn\nBT`);
    expect(found(bytes)).toEqual([]);
    expect(copied(bytes).bytes).toEqual(bytes);
  });

  it('in as many lines as it takes, smaller where the size is left open', () => {
    const words = 'A long text that takes more than one line of a field';
    const lines = (entries: string): string[] =>
      [...drawn(`/FT/Tx/Ff 4096/V(${words})${entries}`, '100 100 200 160').matchAll(/Tm\n\((.*)\) Tj/g)].map(
        ([, line = '']) => line,
      );
    expect(lines('').length).toBeGreaterThan(2);
    expect(lines('').join(' ')).toBe(words);
    expect(lines('/DA(/Helv 18 Tf)').length).toBeGreaterThan(3);
    expect(drawn(`/FT/Tx/V(${words})/DA(/Helv 0 Tf)`)).toContain('/F0 4 Tf');
    expect(drawn('/FT/Tx/V(Held)/DA(/Helv 0 Tf)')).toContain('/F0 12 Tf');
    const tall = `/FT/Tx/Ff 4096/V(${`${words} `.repeat(9)})/DA(/Helv 0 Tf)`;
    expect(
      Math.min(...[...drawn(tall).matchAll(/1 0 0 1 1 (\S+) Tm/g)].map(([, y]) => Number(y))),
    ).toBeLessThan(0);
    expect(
      Math.min(
        ...[...drawn(tall, '100 100 300 200').matchAll(/1 0 0 1 1 (\S+) Tm/g)].map(([, y]) => Number(y)),
      ),
    ).toBeGreaterThan(0);
  });

  it('a letter in each cell of a comb', () => {
    const comb = '/FT/Tx/Ff 16777216/V(12)';
    const starts = (entries: string): number[] =>
      [...drawn(comb + entries).matchAll(/1 0 0 1 (\S+) \S+ Tm\n\(\d\) Tj/g)].map(([, x]) => Number(x));
    const [first = 0, second = 0] = starts('/MaxLen 10');
    expect([first > 2 && first < 5, second - first]).toEqual([true, 10]);
    expect(starts('/MaxLen 10/Q 2')[1]).toBeGreaterThan(90);
    expect(starts('/MaxLen 0')).toEqual([]);
    expect(drawn(`${comb}/MaxLen 99999999999`)).toContain('(1) Tj');
  });

  it('and costs what it takes to set it, so that thousands of long ones end soon', () => {
    const numbers = Array.from({ length: 40 }, (_, at) => 100 + at);
    const long = make({
      catalog: '/AcroForm<</DA(/Helv 0 Tf)>>',
      pages: [{ entries: `/Annots[${numbers.map((number) => `${number} 0 R`).join(' ')}]` }],
      more: [
        { number: 99, body: `(${'a\\n'.repeat(2000)})` },
        ...numbers.map((number) => ({
          number,
          body: '<</Type/Annot/Subtype/Widget/FT/Tx/Ff 4096/V 99 0 R/Rect[100 100 200 120]>>',
        })),
      ],
    });
    expect(() => copied(long, { readBytes: 5_000_000 })).toThrow('takes more work than');
    expect(kindsLeftOut(copied(long, { readBytes: 15_000_000 }))).toEqual(['field_drawn']);
  });
});

describe('CPY-1 CPY-3 a value that nobody sees once it is drawn', () => {
  it.each([
    ['white on white', '/V(Held)/DA(/Helv 9 Tf 1 g)', '100 100 200 120'],
    ['white on white in our font', `/V<${greek}>/DA(/Helv 9 Tf 1 g)`, '100 100 200 120'],
    ['outside the page', '/V(Held)', '5000 5000 5100 5020'],
    ['outside the page in our font', `/V<${greek}>`, '5000 5000 5100 5020'],
    ['too small to be read', '/V(Held)/DA(/Helv 0.0001 Tf 0 g)', '100 100 200 120'],
    ['in a field without area', '/V(Held)', '100 100 100 100'],
    ['larger than any page', '/V(Held)/DA(/Helv 999999999999 Tf 0 g)', '100 100 200 120'],
  ])('is told as hidden, and does not go along: %s', async (_, entries, rect) => {
    const copy = await copyWithFont(make(field(`/FT/Tx${entries}`, rect)), font, ports);
    expect(kindsLeftOut(copy)).toEqual(['field_drawn', 'hidden_text']);
    expect(found(copy.bytes)).toEqual([]);
    expect(wordsOn(copy.bytes)).not.toMatch(/Held|Ω/);
    expect((await copyWithFont(copy.bytes, font, ports)).bytes).toEqual(copy.bytes);
  });

  it('with marks of direction is not drawn', async () => {
    const copy = await copyWithFont(make(field('/FT/Tx/V<FEFF003100300030202E003000300031>')), font, ports);
    expect(kindsLeftOut(copy)).toEqual(['field_hidden']);
  });
});

describe('CPY-1 of fields that readers draw anew', () => {
  const old = 'BT /Helv 9 Tf 2 6 Td (Old) Tj ET';
  const anew = (entries: string, more = ''): SafeCopy =>
    copied(
      make({
        catalog: `/AcroForm<</NeedAppearances true/Fields[100 0 R]/DR<</Font<</Helv 3 0 R>>>>/DA(/Helv 9 Tf 0 g)${more}>>`,
        pages: [{ entries: '/Annots[100 0 R]' }],
        more: [
          { number: 100, body: `<</Type/Annot/Subtype/Widget/T(f)/Rect[100 100 200 120]${entries}>>` },
          { number: 101, body: streamBody(old, '/Type/XObject/Subtype/Form/BBox[0 0 100 20]') },
        ],
      }),
    );

  it.each([
    ['nothing', '/FT/Tx'],
    ['an empty text', '/FT/Tx/V()'],
    ['what no font at hand has', '/FT/Tx/V<FEFF6F225B57>'],
  ])('one that holds %s does not show its old words', (_, entries) => {
    const copy = anew(`${entries}/AP<</N 101 0 R>>`);
    expect(everything(copy.bytes)).not.toContain('Old');
    expect(kindsLeftOut(copy)).toEqual(['ambiguous', 'field_hidden']);
  });

  it('a button that is on shows its mark, where its looks have none for that', () => {
    const copy = anew('/FT/Btn/AS/Yes/AP<</N<</Off 101 0 R>>>>');
    expect(everything(copy.bytes)).toMatch(/0.38 0.12 l\n0.9 0.88 l\nS\nQ/);
    expect(kindsLeftOut(copy)).toContain('field_drawn');
  });
});

describe('CPY-1 a button that is pressed and has no look', () => {
  it('shows its caption', () => {
    const { bytes } = copied(make(field('/FT/Btn/Ff 65536/MK<</BG[.8]/CA(Pay)>>')));
    expect(everything(bytes)).toMatch(/0 0 100 20 re\nf\n[\s\S]*\(Pay\) Tj/);
    expect(copied(bytes).bytes).toEqual(bytes);
  });
});
