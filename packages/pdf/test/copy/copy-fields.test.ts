import type { TestDocument } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { copied, everything, found, make } from './copied.ts';

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
    expect(everything(bytes)).toContain(`BT\n/F0 9 Tf\n${colour}\n1 0 0 1 2 6.76 Tm\n(Held) Tj\nET`);
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
