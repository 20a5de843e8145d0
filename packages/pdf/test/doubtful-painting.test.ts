import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a page with a content, and a state dictionary /G1. */
function told(content: string, state = '<<>>'): string[] {
  const objects = documentObjects({ pages: [{ content }] }).map((object) =>
    object.number === 4
      ? { number: 4, body: String(object.body).replace('/Font<<', () => `/ExtGState<</G1 ${state}>>/Font<<`) }
      : object,
  );
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
}

describe('UP-6: a dash pattern of nothing but zeros, which readers draw as a line or not at all (ISO 32000-2 §8.4.3.6)', () => {
  it.each(['[0] 0 d', '[0 0] 0 d'])('%s', (dash) =>
    expect(told(`${dash} 72 700 m 300 700 l S`)).toContain('ambiguous_syntax'),
  );
  it.each(['[] 0 d', '[0 4] 0 d'])('SGN-7: none of %s', (dash) =>
    expect(told(`${dash} 72 700 m 300 700 l S`)).toEqual([]),
  );
});

describe('UP-6: a transfer function, which readers leave to the device or apply (ISO 32000-2 §10.5)', () => {
  const text = 'BT /F1 12 Tf 72 700 Td (The price is 9000 euro) Tj ET';
  const curve = (c0: number, c1: number): string =>
    `<</TR<</FunctionType 2/Domain[0 1]/C0[${c0}]/C1[${c1}]/N 1>>>>`;

  it('that makes dark what is light', () =>
    expect(told(`/G1 gs 1 g ${text}`, curve(1, 0))).toContain('ambiguous_syntax'));

  it('SGN-7: none that evens out a printer', () =>
    expect(told(`/G1 gs .2 g ${text}`, curve(0.05, 0.95))).toEqual([]));
});

describe('UP-6: a filled area without a breadth, which readers paint as a line or not at all (ISO 32000-2 §8.5.3.3.1)', () => {
  const text = 'BT /F1 12 Tf 72 700 Td (The price is 9000 euro) Tj ET';
  it.each([
    ['across words', '72 704 120 0 re f'],
    ['before them', '62 704 6 0 re f'],
    ['upright', '140 698 0 10 re f*'],
    ['drawn as a line', '72 704 m 180 704 l f'],
  ])('%s', (_, area) => expect(told(`${text} ${area}`)).toContain('ambiguous_syntax'));

  it.each([
    ['as the border of a cell', '67 690 0 40 re f'],
    ['as a long line before them', '10 704 58 0 re f'],
    ['under words', '72 698 120 0 re f'],
    ['beside them', '300 704 120 0 re f'],
    ['too short to be seen', '100 704 1 0 re f'],
    ['with a breadth', '72 698 120 .4 re f'],
    ['as a line', '72 704 m 180 704 l S'],
    ['that is stroked as well', '72 704 m 180 704 l B'],
  ])('SGN-7: none %s', (_, area) => expect(told(`${text} ${area}`)).toEqual([]));
});

describe('UP-6: a light colour within what has no colours of its own (ISO 32000-2 §8.7.3.3, §9.6.4)', () => {
  /** What is told of a Type 3 glyph with a procedure, or of a pattern whose cell paints so. */
  function toldOf(procedure: string, content: string): string[] {
    const type3 =
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 600 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97/Widths[600]' +
      '/CharProcs<</a 91 0 R>>/Encoding<</Differences[97/a]>>/Resources<<>>>>';
    const more: TestObject[] = [
      { number: 90, body: type3 },
      { number: 91, body: streamBody(`600 0 0 0 600 700 ${procedure} 0 0 500 700 re f`) },
      {
        number: 92,
        body: streamBody(
          `${procedure.replace(/^d[01]/, '')} 0 0 5 5 re f`,
          '/PatternType 1/PaintType 2/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>',
        ),
      },
    ];
    const named = '/Pattern<</P1 92 0 R>>/ColorSpace<</C1[/Pattern/DeviceGray]>>/Font<</T3 90 0 R';
    const objects = documentObjects({ pages: [{ content }], more }).map((object) =>
      object.number === 4 ? { number: 4, body: String(object.body).replace('/Font<<', () => named) } : object,
    );
    return inspect(open(writePdf({ kind: 'table', objects })))
      .findings.map(({ kind }) => kind)
      .filter((kind) => kind === 'ambiguous_syntax');
  }
  const glyph = 'BT /T3 12 Tf 72 700 Td (aaa) Tj ET';
  const pattern = '/C1 cs 0 /P1 scn 72 500 100 20 re f';

  it.each([
    ['a glyph', 'd1 1 g', glyph],
    ['a glyph, in three parts', 'd1 .9 .95 1 rg', glyph],
    ['a cell of a pattern', 'd1 1 1 1 rg', pattern],
  ])('%s', (_, procedure, content) => expect(toldOf(procedure, content)).not.toEqual([]));

  it.each([
    ['dark', 'd1 0 g', glyph],
    ['of a glyph that has colours', 'd0 1 g', glyph],
    ['dark, of a pattern', 'd1 .2 g', pattern],
  ])('SGN-7: none of one that is %s', (_, procedure, content) =>
    expect(toldOf(procedure, content)).toEqual([]),
  );
});

describe('UP-6: a shading whose function fails, or lacks what readers need (ISO 32000-2 §7.10, Table 77)', () => {
  /** What is told of a shading /S1 with a function, painted by itself or as a pattern /P1. */
  function toldOfShading(functions: string, code: string, content: string): string[] {
    const shading = `<</ShadingType 2/ColorSpace/DeviceRGB/Coords[72 0 300 0]/Extend[true true]/Function ${functions}>>`;
    const more: TestObject[] = [
      { number: 90, body: streamBody(code, '/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]') },
      { number: 91, body: shading },
    ];
    const named = '/Shading<</S1 91 0 R>>/Pattern<</P1<</PatternType 2/Shading 91 0 R>>>>/Font<<';
    const objects = documentObjects({ pages: [{ content }], more }).map((object) =>
      object.number === 4 ? { number: 4, body: String(object.body).replace('/Font<<', () => named) } : object,
    );
    return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
  }
  const ways = [
    ['by itself', 'q 72 500 100 20 re W n /S1 sh Q'],
    ['as a pattern', '/Pattern cs /P1 scn 72 500 100 20 re f'],
  ] as const;
  const doubtful = [
    ['takes more than is there', '90 0 R', '{ pop .5 .5 .5 0 ne { 3 copy } if pop pop pop 1 1 1 }'],
    ['is missing', '99 0 R', '{ dup dup }'],
    ['has no exponent', '[<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]>>]', '{ dup dup }'],
  ] as const;

  it.each(ways.flatMap(([way, content]) => doubtful.map((one) => [way, ...one, content] as const)))(
    '%s: one that %s',
    (_way, _what, functions, code, content) =>
      expect(toldOfShading(functions, code, content)).toContain('ambiguous_syntax'),
  );

  const parts = Array.from({ length: 3 }, () => '<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>').join('');
  it.each(
    ways.flatMap(([way, content]) => [
      [way, '90 0 R', '{ dup 0 gt { dup 1 exch div pop } if dup dup }', content] as const,
      [way, '90 0 R', '{ 1 exch div 0 mul dup dup }', content] as const,
      [way, `[${parts}]`, '{}', content] as const,
    ]),
  )('SGN-7: none of %s: %s %s', (_way, functions, code, content) =>
    expect(toldOfShading(functions, code, content)).toEqual([]),
  );
});

it('UP-6: what is painted beside a pattern, a shading or an image that cannot be read is still looked at', () => {
  const content =
    '/Pattern cs /P1 scn 72 500 100 20 re f q 200 0 0 50 72 400 cm BI /W 1 /H 1 /BPC 8 /CS /C1 /F /AHx ID 00> EI Q 1 g BT /F1 12 Tf 72 700 Td (The price is 9000 euro) Tj ET';
  const more: TestObject[] = [
    {
      number: 90,
      body: streamBody('', '/PatternType 1/PaintType 1/BBox[0 0 9 9]/XStep 9/YStep 1e-9/Resources<<>>'),
    },
    { number: 91, body: '<</N 1e-9>>' },
  ];
  const named = '/Pattern<</P1 90 0 R>>/ColorSpace<</C1[/ICCBased 91 0 R]>>/Font<<';
  const objects = documentObjects({ pages: [{ content }], more }).map((object) =>
    object.number === 4 ? { number: 4, body: String(object.body).replace('/Font<<', () => named) } : object,
  );
  const kinds = inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
  expect(kinds).toContain('same_colour_text');
  expect(kinds).toContain('unreadable_object');
});
