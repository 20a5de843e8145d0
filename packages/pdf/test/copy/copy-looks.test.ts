import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { contents, copied, everything, found, kindsLeftOut, make, wordsOn } from './copied.ts';

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

  describe('a line without a look has at its ends what readers draw there', () => {
    const ends = (entries: string, width = 2, to = 200): string => {
      const annotation = `<</Type/Annot/Subtype/Line/L[100 50 ${to} 50]/Rect[0 0 300 100]/C[1 0 0]/BS<</W ${width}>>${entries}>>`;
      return everything(copied(make({ pages: [{ entries: `/Annots[${annotation}]` }] })).bytes);
    };

    it.each([
      ['Square', '100 44 m\n112 44 l\n112 56 l\n100 56 l\ns\n'],
      ['Circle', '112 50 m\n112 53.3138 109.3138 56 106 56 c\n'],
      ['Diamond', '100 50 m\n106 44 l\n112 50 l\n106 56 l\ns\n'],
      ['OpenArrow', '112 56.92820323 m\n100 50 l\n112 43.07179677 l\nS\n'],
      ['ROpenArrow', '88 56.92820323 m\n100 50 l\n88 43.07179677 l\nS\n'],
      ['ClosedArrow', '112 56.92820323 m\n100 50 l\n112 43.07179677 l\ns\n'],
      ['RClosedArrow', '88 56.92820323 m\n100 50 l\n88 43.07179677 l\ns\n'],
      ['Butt', '100 56 m\n100 44 l\nS\n'],
      ['Slash', '103 56 m\n97 44 l\nS\n'],
    ])('%s', (name, drawn) => {
      expect(ends(`/LE[/${name}/None]`)).toContain(drawn);
    });

    it('which is filled where it is closed, and within which the line ends', () => {
      expect(ends('/LE[/None/ClosedArrow]/IC[0 1 0]')).toContain(
        '100 50 m\n188 50 l\nS\n0 1 0 rg\n188 43.07179677 m\n200 50 l\n188 56.92820323 l\nb\n',
      );
      expect(ends('/LE[/OpenArrow/Butt]/IC[0 1 0]')).not.toContain('0 1 0 rg');
    });

    it('no larger than half of the line that it stands at, and none of a line without width or length', () => {
      expect(ends('/LE[/Square/None]', 2, 110)).toContain('100 47.5 m\n105 47.5 l\n');
      expect(ends('/LE[/Square/Butt]', 0)).not.toMatch(/ l\n/);
      expect(ends('/LE[/Square/Butt]', 2, 100)).toContain('100 50 m\n100 50 l\nS\n');
      expect(ends('/LE[/Square/Butt]', 2, 100)).not.toContain('100 44');
    });

    it('along the first and the last part of one with corners', () => {
      const annotation =
        '<</Type/Annot/Subtype/PolyLine/Vertices[100 100 100 200 200 200]/Rect[0 0 300 300]/LE[/Butt/Butt]/BS<</W 1>>>>';
      const drawn = everything(copied(make({ pages: [{ entries: `/Annots[${annotation}]` }] })).bytes);
      expect(drawn).toContain('97 100 m\n103 100 l\nS\n200 197 m\n200 203 l\nS\n');
    });
  });

  it('a squiggly line without a look has teeth, so many that they can be counted', () => {
    const squiggly = (width: number): string => {
      const annotation = `<</Type/Annot/Subtype/Squiggly/Rect[0 0 ${width} 25]/C[1 0 0]>>`;
      return everything(copied(make({ pages: [{ entries: `/Annots[${annotation}]` }] })).bytes);
    };
    expect(squiggly(9)).toContain('1 0 0 RG\n1.5 w\n0 3 m\n3 1 l\n6 3 l\n9 1 l\nS\n');
    expect(squiggly(1_000_000).match(/ l\n/g)).toHaveLength(1000);
  });

  describe('a stamp without a look shows the words that its name stands for, in a frame', () => {
    const stamp = (entries: string, top = 160): Uint8Array => {
      const annotation = `<</Type/Annot/Subtype/Stamp/F 4/Rect[100 100 280 ${top}]${entries}>>`;
      return make({ pages: [{ entries: `/Annots[${annotation}]` }] });
    };

    it.each([
      ['/Name/NotApproved', 'NOT APPROVED'],
      ['/Name/AsIs', 'AS IS'],
      ['/Name/NotForPublicRelease', 'NOT FOR PUBLIC RELEASE'],
      ['', 'DRAFT'],
    ])('%s: %s', (name, words) => {
      const copy = copied(stamp(name));
      expect(everything(copy.bytes)).toContain(`(${words}) Tj`);
      expect(wordsOn(copy.bytes)).toContain(words);
      expect(kindsLeftOut(copy)).toEqual(['note_drawn', 'ambiguous']);
      expect(found(copy.bytes)).toEqual([]);
    });

    it('in its colour, or else in black, and within it', () => {
      const red = everything(copied(stamp('/Name/Sold/C[1 0 0]')).bytes);
      expect(red).toContain(
        '1 0 0 RG\n2 w\n1 1 178 58 re\nS\nq\n0 0 180 60 re\nW\nn\nBT\n/F0 36 Tf\n1 0 0 rg\n',
      );
      const long = everything(copied(stamp('/Name/NotForPublicRelease')).bytes);
      expect(long).toMatch(/0 G\n2 w[\s\S]*BT\n\/F0 1[01]\.\d+ Tf\n0 g\n/);
    });

    it('but not one that is named otherwise, nor one that has no extent', () => {
      for (const one of [stamp('/Name/SBApproved'), stamp('/Name/constructor'), stamp('', 100)])
        expect(kindsLeftOut(copied(one))).toContain('note_hidden');
    });
  });

  describe('a note without a look shows the icon of a note', () => {
    const note = (entries: string, content = ''): Uint8Array => {
      const annotation = `<</Type/Annot/Subtype/Text/F 4/Rect[100 100 120 120]/Contents(Please check)${entries}>>`;
      return make({ pages: [{ content, entries: `/Annots[${annotation}]` }] });
    };

    it.each([
      ['without a name', ''],
      ['of any name and colour', '/Name/Help/C[0 0 0]'],
    ])('in yellow, %s', (_, entries) => {
      const copy = copied(note(entries));
      expect(everything(copy.bytes)).toContain(
        `/G0 gs\n1 1 0 rg\n0 G\n1 w\n100.5 104.5 m\n100.5 119.5 l\n119.5 119.5 l\n119.5 104.5 l\n108.5 104.5 l\n106.5 100.5 l\n`,
      );
      expect(copy.leftOut).toEqual([
        { kind: 'note_drawn', page: 1, box: [100, 100, 120, 120], detail: 'Please check' },
      ]);
      expect(found(copy.bytes)).toEqual([]);
    });

    it('through which the page is seen', () => {
      const text = 'BT /F1 10 Tf 102 106 Td (12) Tj ET';
      const once = copied(note('', text));
      expect(wordsOn(once.bytes)).toBe('12');
      expect(wordsOn(copied(once.bytes).bytes)).toBe('12');
    });

    it('but an attachment, of which readers differ, shows none', () => {
      const entries =
        '/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[100 100 120 120]/FS<</Type/Filespec/F(a.txt)>>>>]';
      expect(kindsLeftOut(copied(make({ pages: [{ entries }] })))).toContain('note_hidden');
    });
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
