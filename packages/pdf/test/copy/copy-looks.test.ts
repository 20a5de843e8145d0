import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { contents, copied, everything, make } from './copied.ts';

describe('CPY-1 looks of annotations in a safe copy', () => {
  it.each([
    [90, 'q\n0 1 -1 0 140 140 cm\n'],
    [180, 'q\n-1 0 0 -1 100 180 cm\n'],
    [270, 'q\n0 -1 1 0 60 140 cm\n'],
  ])(
    'a look that does not turn with its page stands upright about its upper left corner: %i',
    (turn, placed) => {
      const entries = `/Rotate ${turn}/Annots[101 0 R]`;
      const body = '<</Type/Annot/Subtype/Stamp/F 20/Rect[100 100 140 140]/AP<</N 102 0 R>>>>';
      const look = streamBody('0 0 40 40 re f', '/Type/XObject/Subtype/Form/BBox[0 0 40 40]');
      const more = [
        { number: 101, body },
        { number: 102, body: look },
      ];
      expect(contents(copied(make({ pages: [{ entries }], more })).bytes)[0]).toContain(placed);
    },
  );

  it.each([
    ['its own', '/BS<</W 2/S/D/D[5 3]>>', '2 w\n[5 3] 0 d\n'],
    ['those of its style', '/BS<</W 2/S/D>>', '2 w\n[3] 0 d\n'],
    ['of the older entry', '/Border[0 0 2 [4]]', '2 w\n[4] 0 d\n'],
    ['none, of another style', '/BS<</W 2/S/S/D[5 3]>>', '2 w\n11 11 m\n'],
    ['none, beside a style', '/BS<</W 2>>/Border[0 0 2 [4]]', '2 w\n11 11 m\n'],
    ['none, of lengths that are none', '/BS<</W 2/S/D/D[0 0]>>', '2 w\n11 11 m\n'],
  ])('the border of an annotation without a look has the dashes that readers draw: %s', (_, style, drawn) => {
    const entries = `/Annots[<</Type/Annot/Subtype/Square/C[1 0 0]/Rect[10 10 30 30]${style}>>]`;
    expect(everything(copied(make({ pages: [{ entries }] })).bytes)).toContain(drawn);
  });

  it('all options that are chosen at once stand in a list without a look, each on a line', () => {
    const opt = '/Opt[[(1)(One)](Two)[(3)(Three)]]';
    const field = `<</Type/Annot/Subtype/Widget/FT/Ch/T(a)/Ff 2097152/V[(1)(3)]${opt}/DA(/H 9 Tf)/Rect[9 9 99 99]>>`;
    const more = [{ number: 100, body: field }];
    const catalog = '/AcroForm<</Fields[100 0 R]>>';
    const text = everything(copied(make({ catalog, pages: [{ entries: '/Annots[100 0 R]' }], more })).bytes);
    expect(text).toMatch(/\(One\) Tj[^(]*\(Three\) Tj/);
  });
});
