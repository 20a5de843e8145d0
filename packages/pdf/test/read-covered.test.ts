import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type FindingKind, inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of one kind on a page that shows something. */
function told(kind: FindingKind, content: string, more: TestObject[] = []): string[] {
  const entries =
    '/Resources<</Font<</F1 3 0 R>>/XObject<</X 100 0 R/I 101 0 R/Y 102 0 R>>/ExtGState<</G0<</ca 0>>/G1<</ca 1>>>>>>';
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter((finding) => finding.kind === kind)
    .map(({ excerpt }) => excerpt ?? '');
}

const line = (text: string): string => `BT /F1 12 Tf 72 700 Td (${text}) Tj ET\n`;

// In Helvetica of 12 points `The act is ` is 55.4 wide, `un` 13.3 and `in` 9.3.
describe('UP-6: beginnings that turn a word into its opposite', () => {
  it.each([
    ['covered', 'covered_text', `${line('The act is unlawful')}1 g 127.3 696 13.6 14 re f`, 'un'],
    [
      'covered, of two letters',
      'covered_text',
      `${line('The act is invalid')}1 g 127.3 696 9.5 14 re f`,
      'in',
    ],
    ['cut off', 'clipped_text', `q 140.9 600 300 200 re W n ${line('The act is unlawful')}Q`, 'un'],
  ] as const)('%s', (_, kind, content, excerpt) => expect(told(kind, content)).toEqual([excerpt]));

  it.each([
    ['the end of a word', 'covered_text', `${line('The act is lawful')}1 g 150 696 20 14 re f`],
    ['the beginning of another word', 'covered_text', `${line('The act is lawful')}1 g 127.3 696 4 14 re f`],
    ['a word cut in its middle', 'clipped_text', `q 136 600 300 200 re W n ${line('The act is lawful')}Q`],
  ] as const)('SGN-7: none of %s', (_, kind, content) => expect(told(kind, content)).toEqual([]));
});

describe('UP-6: letters that hide others', () => {
  const over = (entries: string): string =>
    `${line('The price is 9000 euro')}${entries} ${line('The price is 9000 euro')}`;

  it.each([
    ['filled and stroked', over('1 g 1 G 14 w 2 Tr')],
    ['stroked alone', over('1 G 14 w 1 Tr')],
  ])('by broad strokes around them: %s', (_, content) =>
    expect(told('covered_text', content)).toEqual(['The price is 9000 euro']),
  );

  it.each([
    ['bold letters', over('.6 w 2 Tr')],
    ['the halo of the letters themselves', `1 G 4 w 2 Tr ${line('Athens 2026')}`],
  ])('SGN-7: none by %s', (_, content) => expect(told('covered_text', content)).toEqual([]));
});

describe('UP-6: knockout groups, which some readers do not know', () => {
  const group = (data: string, entries = '/K true'): TestObject[] => [
    {
      number: 100,
      body: streamBody(
        data,
        `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency${entries}>>/Resources<</Font<</F1 3 0 R>>/ExtGState<</G0<</ca 0>>/G1<</ca 1>>>>>>`,
      ),
    },
  ];
  const area = '60 690 300 30 re f';

  it('what lets all through takes words away', () => {
    expect(
      told('ambiguous_syntax', '/X Do', group(`${line('The price is 9000')}/G0 gs ${area}`)),
    ).toHaveLength(1);
    expect(
      told('ambiguous_syntax', '/X Do', group(`${line('The price is 9000')}/G0 gs ${line('x')}`)),
    ).toHaveLength(1);
  });

  const inner = (data: string, entries = ''): TestObject => ({
    number: 101,
    body: streamBody(
      data,
      `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency${entries}>>/Resources<</Font<</F1 3 0 R>>/ExtGState<</G0<</ca 0>>/G1<</ca 1>>>>>>`,
    ),
  });
  /** A knockout group in which another one is drawn after what is written. */
  const nested = (before: string, within: string, entries = ''): TestObject[] => [
    {
      number: 100,
      body: streamBody(
        `${before} /I Do`,
        '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/K true>>/Resources<</XObject<</I 101 0 R>>/Font<</F1 3 0 R>>/ExtGState<</G0<</ca 0>>/G1<</ca 1>>>>>>',
      ),
    },
    inner(within, entries),
  ];

  it.each([
    ['of a group within', nested(line('The price is 9000'), `/G0 gs ${area}`)],
    ['of a group that is seen through', nested(`${line('The price is 9000')}/G0 gs`, area)],
    ['of a knockout group within', nested(line('The price is 9000'), `/G0 gs ${area}`, '/K true')],
    ['of a group drawn before', nested('/I Do /G0 gs', line('The price is 9000'))],
  ])('what lets all through takes words away: %s', (_, more) =>
    expect(told('ambiguous_syntax', '/X Do', more)).toHaveLength(1),
  );

  /** A knockout group that is filled with the cells of a pattern. */
  const tiled = (cell: string): TestObject[] => [
    {
      number: 100,
      body: streamBody(
        `${line('The price is 9000')}/Pattern cs /P scn ${area}`,
        '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/K true>>/Resources<</Pattern<</P 102 0 R>>/Font<</F1 3 0 R>>>>',
      ),
    },
    {
      number: 102,
      body: streamBody(
        cell,
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<</ExtGState<</G0<</ca 0>>/G5<</ca .5>>>>>>',
      ),
    },
  ];

  it('what lets all through takes words away: in the cells of a pattern', () => {
    expect(told('ambiguous_syntax', '/X Do', tiled('/G0 gs 0 0 10 10 re f'))).toHaveLength(1);
    expect(told('ambiguous_syntax', '/X Do', tiled('/G5 gs 1 0 0 rg 0 0 10 10 re f'))).toHaveLength(1);
    expect(told('ambiguous_syntax', '/X Do', tiled(''))).toEqual([]);
    expect(told('ambiguous_syntax', '/X Do', tiled('0 0 1 1 re f'))).toEqual([]);
  });

  it('what lets all through takes words away: on a page that is such a group itself', () => {
    const onPage = (content: string, knockout: boolean): number => {
      const entries = `/Group<</S/Transparency/CS/DeviceRGB/K ${knockout}>>/Resources<</Font<</F1 3 0 R>>/ExtGState<</G0<</ca 0>>>>>>`;
      const objects = documentObjects({ pages: [{ content, entries }] });
      const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
      return findings.filter(({ kind }) => kind === 'ambiguous_syntax').length;
    };
    const words = line('The price is 9000');
    expect(onPage(`${words}/G0 gs ${area}`, true)).toBe(1);
    expect(onPage(`${words}/G0 gs ${area}`, false)).toBe(0);
    expect(onPage(`${words}${area.replace('690', '600')}`, true)).toBe(0);
  });

  it('a group that was drawn elsewhere before takes words away as well', () => {
    const more = nested(line('The price is 9000'), `/G0 gs ${area}`);
    expect(told('ambiguous_syntax', '/I Do /X Do', more)).toHaveLength(1);
  });

  it.each([
    ['of a group of its own', nested('', `${line('The price is 9000')}/G0 gs ${area}`)],
    ['of an opaque group', nested(line('The price is 9000'), area)],
    ['of a group beside the words', nested(line('The price is 9000'), '/G0 gs 60 100 30 30 re f')],
    ['in other groups', group(`${line('The price is 9000')}/G0 gs ${area}`, '')],
    ['of what is opaque', group(`${line('The price is 9000')}/G1 gs ${area}`)],
    ['before the words', group(`/G0 gs ${area} /G1 gs ${line('The price is 9000')}`)],
    ['beside the words', group(`${line('The price is 9000')}/G0 gs 60 100 30 30 re f`)],
  ])('SGN-7: none %s', (_, more) => expect(told('ambiguous_syntax', '/X Do', more)).toEqual([]));
});

describe('UP-6: recognised words over a picture that is covered there', () => {
  const samples = Uint8Array.from({ length: 600 * 840 }, (_, at) => ((at >> 2) % 2 === 0 ? 0 : 255));
  const picture = [
    {
      number: 100,
      body: streamBody(
        samples,
        '/Type/XObject/Subtype/Image/Width 600/Height 840/BitsPerComponent 8/ColorSpace/DeviceGray',
        'flate',
      ),
    },
    {
      number: 102,
      body: streamBody(
        Uint8Array.of(255),
        '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
      ),
    },
  ];
  const scan = 'q 595 0 0 842 0 0 cm /X Do Q ';
  const words = `3 Tr ${line('Recognised words of a page')}BT /F1 12 Tf 72 600 Td (The price is 9000) Tj ET`;

  it.each([
    ['after them', `${scan}${words} 1 g 60 590 300 30 re f`],
    ['before them', `${scan}1 g 60 590 300 30 re f ${words}`],
    ['by two areas side by side', `${scan}${words} 1 g 60 590 60 30 re f 119 590 200 30 re f`],
    ['by an area that is no rectangle', `${scan}${words} 1 g 50 580 m 320 590 l 310 630 l 60 640 l f`],
    ['by a blank picture', `${scan}${words} q 300 0 0 30 60 590 cm /Y Do Q`],
    ['by a blank picture before them', `${scan}q 300 0 0 30 60 590 cm /Y Do Q ${words}`],
  ])('%s', (_, content) => expect(told('invisible_text', content, picture)).toEqual(['The price is 9000']));

  it.each([
    ['by the ground of the page before the picture', `1 g 0 0 595 842 re f ${scan}${words}`],
    ['beside them', `${scan}${words} 1 g 60 300 300 30 re f`],
    ['by what is seen through', `${scan}${words} /G0 gs 60 590 300 30 re f`],
    ['by an area beside a part of them', `${scan}${words} 1 g 60 590 60 30 re f`],
    ['by the blank ground of a scan in layers', `q 595 0 0 842 0 0 cm /Y Do Q ${scan}${words}`],
    ['by a blank picture beside them', `${scan}${words} q 300 0 0 30 60 300 cm /Y Do Q`],
    ['by a blank picture between two that show them', `${scan}q 595 0 0 842 0 0 cm /Y Do Q ${scan}${words}`],
  ])('SGN-7: none %s', (_, content) => expect(told('invisible_text', content, picture)).toEqual([]));

  const at = (y: number, text: string, size = 12): string =>
    `BT 3 Tr /F1 ${size} Tf 72 ${y} Td (${text}) Tj ET `;
  /** A word of a line, drawn out by so many hundredths. */
  const wide = (x: number, scale: number, text: string): string =>
    `BT 3 Tr /F1 12 Tf ${scale} Tz ${x} 640 Td (${text}) Tj ET `;
  const page = scan + at(700, 'The price is 1000 euro') + at(680, 'payable in four instalments');

  it.each([
    ['another amount', at(700, 'The price is 9000 euro')],
    ['a clause in small letters', at(702, 'who waives all claims', 8)],
    ['a word in large letters', at(698, 'void', 40)],
    [
      'an amount that rises unseen',
      'BT 3 Tr /F1 12 Tf 1 .0001 -.0001 1 72 700 Tm (The price is 9000 euro) Tj ET ',
    ],
    ['a number drawn out over another', wide(72, 300, '1000') + wide(80, 90, '9000')],
    ['a word that turns the sentence', at(700, 'not')],
    [
      'a word that was drawn out before those on its line',
      wide(110, 90, 'beginning') + wide(72, 300, 'Balance'),
    ],
    ['a year that is another one', at(640, 'Athens, May 2024') + at(640, 'Athens, May 2034')],
  ])('where other words were recognised: %s', (_, more) =>
    expect(told('invisible_text', page + more, picture)).toHaveLength(1),
  );

  it.each([
    ['the same words again', at(700, 'The price is 1000 euro')],
    ['one of them again', at(700, 'price')],
    ['another reading of them', at(680.5, 'payab1e in fonr instalrnents')],
    ['a reading that takes a digit for a letter', at(640, 'Athens, May 2024') + at(640, 'Athens, May 2O24')],
    ['the next line', at(690, 'Athens, in the month of March', 9)],
    ['a word drawn out over those behind it', wide(72, 300, 'Balance') + wide(110, 90, 'beginning of year')],
    [
      'a word whose end lies over the next one',
      wide(72, 100, 'www.example.org/pages') + wide(160, 100, 'lang=EN'),
    ],
    ['letters in a drawing, above a line', at(640, 'May', 60) + at(628, 'source')],
    ['three letters on a stain', at(640, 'recognised') + at(640, '25a')],
  ])('SGN-7: none of %s', (_, more) => expect(told('invisible_text', page + more, picture)).toEqual([]));
});

describe('UP-6: recognised words where the picture shows no letters', () => {
  const [wide, high] = [600, 840];
  /** Letters in the upper part of a picture, and below what `shade` gives, by column and row. */
  const scanned = (shade: (x: number, y: number) => number): TestObject[] => {
    const samples = Uint8Array.from({ length: wide * high }, (_, at) => {
      const [x, y] = [at % wide, Math.floor(at / wide)];
      return y < 200 ? ((x >> 2) % 2) * 255 : shade(x, y);
    });
    const entries = `/Type/XObject/Subtype/Image/Width ${wide}/Height ${high}/BitsPerComponent 8/ColorSpace/DeviceGray`;
    return [{ number: 100, body: streamBody(samples, entries, 'flate') }];
  };
  const content = `q 595 0 0 842 0 0 cm /X Do Q 3 Tr ${line('Recognised words of a page')}BT /F1 12 Tf 72 600 Td (who waives all claims) Tj ET`;
  /** Rows of the feet of those words. */
  const isRule = (y: number): boolean => y >= 234 && y < 239;

  it.each([
    ['blank paper', () => 255],
    ['a mere rule', (_x: number, y: number) => (isRule(y) ? 0 : 255)],
  ])('%s', (_, shade) =>
    expect(told('invisible_text', content, scanned(shade))).toEqual(['who waives all claims']),
  );

  it.each([
    ['where there are letters', (x: number) => ((x >> 2) % 2) * 255],
    ['where letters are struck through', (x: number, y: number) => (isRule(y) ? 0 : ((x >> 2) % 2) * 255)],
  ])('SGN-7: none %s', (_, shade) => expect(told('invisible_text', content, scanned(shade))).toEqual([]));
});
