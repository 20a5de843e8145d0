import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { contents, copied, everything, kindsLeftOut, make } from './copied.ts';

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

  const list = (entries: string): string => {
    const body = `<</Type/Annot/Subtype/Widget/FT/Ch/T(a)/DA(/H 10 Tf)/Rect[10 10 110 47]${entries}>>`;
    const more = [{ number: 100, body }];
    const catalog = '/AcroForm<</Fields[100 0 R]>>';
    return everything(copied(make({ catalog, pages: [{ entries: '/Annots[100 0 R]' }], more })).bytes);
  };
  const wordsOf = (text: string): string[] =>
    [...text.matchAll(/\((\w+)\) Tj/g)].map(([, word = '']) => word).filter((word) => word !== 'Page');
  const FEW = '/Opt[[(1)(One)](Two)[(3)(Three)]]';
  const MANY = '/Opt[(A)(B)(C)(D)(E)(F)]';
  const MARK = '0.6 0.75686 0.8549 rg\n';

  it.each<[string, string, string[], string]>([
    ['with one that is chosen', `${FEW}/V(Two)`, ['One', 'Two', 'Three'], `${MARK}1 13 98 11.5 re\nf\nBT`],
    [
      'with two that are chosen',
      `${FEW}/Ff 2097152/V[(1)(3)]`,
      ['One', 'Two', 'Three'],
      `${MARK}1 24.5 98 11.5 re\nf\n1 1.5 98 11.5 re\nf\nBT`,
    ],
    ['from the one that is its first', `${MANY}/TI 2/V(D)`, ['C', 'D', 'E'], `${MARK}1 13 98 11.5 re\nf\nBT`],
    [
      'from the chosen one where that is out of sight',
      `${MANY}/V(E)`,
      ['E', 'F'],
      `${MARK}1 24.5 98 11.5 re\nf\nBT`,
    ],
  ])('a list without a look shows its options: %s', (_, entries, words, marked) => {
    const text = list(entries);
    expect(wordsOf(text)).toEqual(words);
    expect(text).toContain(marked);
  });

  it('a list without a look that holds none of its options shows them, and what it holds where it has none', () => {
    expect(list(`${FEW}/V(Four)`)).not.toContain(MARK);
    expect(wordsOf(list('/V(Four)'))).toEqual(['Four']);
    expect(wordsOf(list('/V(Four)/Opt[]'))).toEqual(['Four']);
  });

  it('what is seen through is drawn as one: a frame is not seen through its ground as well', () => {
    const square = (more: string): string => {
      const entries = `/Annots[<</Type/Annot/Subtype/Square/C[1 0 0]/IC[1 0 0]/Rect[10 10 30 30]${more}>>]`;
      return everything(copied(make({ pages: [{ entries }] })).bytes);
    };
    expect(square('/CA .5')).toMatch(/\/G0 gs\n\/X0 Do\n/);
    expect(square('/CA .5')).toContain('/Group <</S /Transparency>>');
    expect(square('')).not.toContain('/Transparency');
  });

  describe('a text box without a look shows its words, as readers write them', () => {
    const box = (entries: string, catalog = ''): string => {
      const annotation = `<</Type/Annot/Subtype/FreeText/F 4/Rect[10 10 110 50]${entries}>>`;
      const document = make({ catalog, pages: [{ entries: `/Annots[${annotation}]` }] });
      return everything(copied(document).bytes);
    };

    it('from its upper edge on, line by line, in a frame of their colour', () => {
      const text = box('/Contents(A text that takes two lines of it)/DA(/Helv 10 Tf 0 0 1 rg)');
      expect(text).toContain('0 0 1 RG\n1 w\n0.5 0.5 99 39 re\nS\n');
      expect(text).toMatch(
        /BT\n\/F0 10 Tf\n0 0 1 rg\n1 0 0 1 1 29 Tm\n\(A text that takes two\) Tj\n.* Tm\n\(lines of it\) Tj/,
      );
    });

    it('on its ground, in its middle, without a frame that has no breadth', () => {
      const text = box('/Contents(Middle)/DA(0 g /Helv 10 Tf)/Q 1/C[1 1 0]/BS<</W 0>>');
      expect(text).toContain('1 1 0 rg\n0 0 100 40 re\nf\nq');
      expect(text).toMatch(/1 0 0 1 35\.\d+ 29 Tm\n\(Middle\) Tj/);
      expect(text).not.toMatch(/re\nS/);
    });

    it('in the font that the form names, and none where it says nothing', () => {
      const form = '/AcroForm<</DR<</Font<</Wide<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>';
      expect(box('/Contents(Typed)/DA(/Wide 10 Tf)', form)).toContain('/Courier');
      expect(box('/Contents()/DA(/Helv 10 Tf)/C[1 1 0]')).not.toContain('/FreeText');
      expect(box('/Contents()/DA(/Helv 10 Tf)/C[1 1 0]')).not.toContain('1 1 0 rg');
    });

    it('and is told as drawn', () => {
      const annotation =
        '<</Type/Annot/Subtype/FreeText/F 4/Rect[10 10 110 50]/Contents(Words)/DA(/H 10 Tf)>>';
      const document = make({ pages: [{ entries: `/Annots[${annotation}]` }] });
      expect(kindsLeftOut(copied(document))).toEqual(['note_drawn']);
    });
  });
});
