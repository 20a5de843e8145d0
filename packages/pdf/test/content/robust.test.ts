import { judged } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawPage } from '../../src/content/draw.ts';
import { PdfError, pageAt } from '../../src/index.ts';
import { expectNoHang, has, judgedBy, lacks, open } from '../support.ts';
import { type Drawn, draw, drawFile, form, pageFile, rounded, words } from './drawing.ts';

function withinTime<T>(work: () => T): T {
  const used = process.cpuUsage();
  try {
    return work();
  } finally {
    expectNoHang(used);
  }
}

describe('content that is not as it should be', () => {
  it.each<[string, number[]]>([
    ['--10 20 3-0 40.5.6 re f', [0, 20, 20, 60.5]],
    ['10 20 30 40re f', [10, 20, 40, 60]],
    ['7 8 10 20 30 40 re f', [10, 20, 40, 60]],
    ['.5 5. 4 4 re f', [0.5, 5, 4.5, 9]],
    ['10 20 30 40 re foo bar 5 gargle f', [10, 20, 40, 60]],
    ['BX 10 20 30 40 re 1 2 whatever EX f', [10, 20, 40, 60]],
    ['Q Q Q 10 20 30 40 re f', [10, 20, 40, 60]],
    ['qq10 20 30 40 ref', [10, 20, 40, 60]],
    ['10 20 30 40 re % comment (\nf', [10, 20, 40, 60]],
    ['] >> ) } 10 20 30 40 re f', [10, 20, 40, 60]],
    ['10 20 30 40 re 1 m (x) /y l f', [10, 20, 40, 60]],
    ['<</A<</B(>>)/C<3e3e>>>>> /D DP 10 20 30 40 re f', [10, 20, 40, 60]],
    [`10 20 30 40 re ${'9'.repeat(400)} w f`, [10, 20, 40, 60]],
  ])('%s', (content, solid) => {
    expect(rounded(draw(content).paintings.at(-1)?.solid)).toEqual(solid);
  });

  it.each<[string, string[]]>([
    ['BT /F1 9 Tf (a) Tj', ['a']],
    ['BT /F1 9 Tf (a) Tj (b', ['a']],
    ['BT /F1 9 Tf (a) Tj (b) Tj 5 Tj', ['a', 'b']],
    ['BT /F1 9 Tf [(a)(b)] TJ [(c) TJ (d) TJ', ['ab', 'c', 'd']],
    ['BT /F1 9 Tf [(a) 0.0 Tc -250.0 (b) ] TJ (c) Tj', ['a', 'b', 'c']],
    ['BT /F1 9 Tf [(a) TJ [(b)] TJ', ['a', 'b']],
    ['BT /F1 9 Tf (a) Tj ET Q ET BT (b) Tj', ['a', 'b']],
    ['BT/F1 9Tf(a)Tj<62>Tj/F1 8Tf[(c)]TJ', ['a', 'b', 'c']],
    ['/F#31 9 Tf (a) Tj', ['a']],
    ['ID EI BT /F1 9 Tf (a) Tj', ['a']],
  ])('%s', (content, expected) => expect(words(draw(content))).toEqual(expected));

  it('marked content that a form leaves open ends with the form', () => {
    const told: string[] = [];
    const pdf = open(
      pageFile('/A BMC /X Do BT (b) Tj ET EMC EMC /B BMC', {
        resources: '/XObject<</X 100 0 R>>',
        more: [form(100, '/C BMC /D BMC BT (a) Tj ET EMC')],
      }),
    );
    drawPage(pdf, pageAt(pdf, 1), {
      text: ({ bytes }) => told.push(Buffer.from(bytes).toString()),
      paint: () => {},
      begin: () => told.push('['),
      end: () => told.push(']'),
    });
    expect(told.join('')).toBe('[[[a]]b][]');
  });

  it('a page without content, or with content of another kind, is blank', () => {
    const none = pageFile('').toString().replace('/Contents', '/Content_');
    expect(drawFile(Buffer.from(none, 'latin1')).marks).toEqual([]);
    expect(draw([]).marks).toEqual([]);
  });
});

describe('content made to exhaust', () => {
  const nested = (count: number): { number: number; body: Uint8Array | string }[] =>
    Array.from({ length: count }, (_, index) =>
      form(100 + index, '/X Do', `/BBox[0 0 9 9]/Resources<</XObject<</X ${101 + index} 0 R>>>>`),
    );
  const fan = (width: number, depth: number): { number: number; body: Uint8Array | string }[] =>
    Array.from({ length: depth }, (_, index) =>
      form(
        100 + index,
        `0 0 1 1 re f ${'/X Do '.repeat(width)}`,
        `/BBox[0 0 9 9]/Resources<</XObject<</X ${101 + index} 0 R>>>>`,
      ),
    );
  const resources = '/XObject<</X 100 0 R>>';

  it.each<[string, string, () => unknown]>([
    ['forms nested without end', 'too_deep', () => draw('/X Do', { resources, more: nested(200) })],
    [
      'a form that calls ten that call ten',
      'too_many_objects',
      () => draw('/X Do', { resources, more: fan(10, 20) }),
    ],
    [
      'a million calls of one form',
      'too_many_objects',
      () => draw('/X Do '.repeat(1_000_000), { resources, more: [form(100, '0 0 1 1 re f')] }),
    ],
    ['a million saved states', 'too_deep', () => draw('q '.repeat(1_000_000))],
    ['a million open marked contents', 'too_deep', () => draw('/a BMC '.repeat(1_000_000))],
    ['two million operands', 'too_large', () => draw('1 '.repeat(2_000_000))],
    [
      'patterns within patterns',
      'too_deep',
      () =>
        draw('/Pattern cs /P scn 0 0 99 99 re f', {
          resources: '/Pattern<</P 100 0 R>>',
          more: Array.from({ length: 60 }, (_, index) =>
            form(
              100 + index,
              '/Pattern cs /P scn 0 0 9 9 re f',
              `/PatternType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Pattern<</P ${101 + index} 0 R>>>>`,
            ),
          ),
        }),
    ],
  ])('%s', (_, code, work) => {
    withinTime(() => {
      let thrown: unknown;
      try {
        work();
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(PdfError);
      expect(thrown instanceof PdfError && thrown.code).toBe(code);
    });
  });

  it.each<[string, () => string]>([
    ['a million open dictionaries', () => '<<'.repeat(1_000_000)],
    ['a million open arrays', () => '[ '.repeat(100_000)],
    ['a million open strings', () => '('.repeat(1_000_000)],
    ['a hundred thousand images without an end', () => 'BI /F/Fl ID x '.repeat(100_000)],
    ['a path of a million points', () => `0 0 m ${'1 1 l 0 0 m '.repeat(300_000)} f`],
    ['a million rectangles in a path', () => `${'0 0 1 1 re '.repeat(300_000)} f*`],
    ['one run of a million strings', () => `BT /F1 9 Tf [${'(a)'.repeat(90_000)}] TJ ET`],
    ['a million words that are none', () => 'foobar '.repeat(500_000)],
    ['a word of a million letters', () => 'Q'.repeat(1_000_000)],
  ])('%s', (_, content) => {
    withinTime(() => {
      try {
        draw(content());
      } catch (error) {
        expect(error).toBeInstanceOf(PdfError);
      }
    });
  });
});

describe('any content', () => {
  const operator = fc.constantFrom(
    ...(
      'q Q cm w J j M d ri i gs m l c v y h re S s f F f* B B* b b* n W W* BT ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T* Tj ' +
      `TJ ' " d0 d1 CS cs SC SCN sc scn G g RG rg K k sh BI ID EI Do MP DP BMC BDC EMC BX EX`
    ).split(' '),
  );
  const operand = fc.oneof(
    fc.integer({ min: -99, max: 999 }).map(String),
    fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((value) => value.toFixed(3)),
    fc.constantFrom(
      '/F1',
      '/X',
      '/P',
      '/OC',
      '/S',
      '/G',
      '/Pattern',
      '(text)',
      '<4142>',
      '[(a)-300(b)]',
      '[3 2] 0',
    ),
    fc.constantFrom('[', ']', '<<', '>>', '(', ')', '<', '>', '%\n', 'true', 'null', '--5', '1.2.3', '1e400'),
  );
  const statement = fc
    .tuple(fc.array(operand, { maxLength: 7 }), operator)
    .map(([list, last]) => [...list, last]);
  const content = fc.array(statement, { maxLength: 40 }).map((list) => list.flat());
  const drawing = {
    resources:
      '/XObject<</X 100 0 R>>/Pattern<</P 101 0 R>>/Shading<</S<</ShadingType 2>>>>/ExtGState<</G<</ca .5>>>>' +
      '/Properties<</P 102 0 R>>',
    more: [
      form(100, 'BT /F1 9 Tf (x) Tj /X Do', '/BBox[0 0 9 9]/Matrix[2 1 1 2 0 0]'),
      form(101, '/X Do 0 0 5 5 re f', '/PatternType 1/PaintType 1/BBox[0 0 9 9]/XStep 9/YStep 1e-9'),
      { number: 102, body: '<</Type/OCG>>' },
    ],
  };
  const numbers = ({ marks }: Drawn): number[] =>
    marks.flatMap(({ box, clip, alpha }) => [...box, ...clip, alpha]);

  it('is drawn, and what is told has places', () => {
    fc.assert(
      fc.property(content, (tokens) => {
        const drawn = withinTime(() => draw(tokens.join(' '), drawing));
        expect(numbers(drawn).some(Number.isNaN)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('of random bytes is drawn', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        withinTime(() => draw(Buffer.from(bytes).toString('latin1'), drawing));
      }),
      { numRuns: 500 },
    );
  });

  it('is the same however it is cut into streams', () => {
    const told = (streams: string | string[]): unknown =>
      draw(streams, drawing).marks.map(({ maker: _, ...mark }) =>
        // Where its operator stands is another place of the content.
        'font' in mark ? { ...mark, at: 0, font: mark.font?.name, bytes: Array.from(mark.bytes) } : mark,
      );
    const whole = fc
      .array(
        fc.oneof(
          statement.filter((tokens) => !tokens.some((token) => /^(BI|ID|%|[[(<]|[\])>]+)/.test(token))),
          fc.constantFrom(['BT', '/F1', '9', 'Tf', '(a b)', 'Tj'], ['[', '(a)', '-300', '(b)', ']', 'TJ']),
        ),
        { maxLength: 20 },
      )
      .map((list) => list.flat());
    fc.assert(
      fc.property(whole, fc.array(fc.nat(), { maxLength: 5 }), (tokens, cuts) => {
        const streams: string[] = [];
        let from = 0;
        for (const cut of cuts.map((at) => at % (tokens.length + 1)).sort((a, b) => a - b)) {
          streams.push(tokens.slice(from, cut).join(' '));
          from = cut;
        }
        streams.push(tokens.slice(from).join(' '));
        expect(told(streams)).toEqual(told(tokens.join(' ')));
      }),
      { numRuns: 300 },
    );
  });
});

describe('beside another viewer', () => {
  const content = [
    'BT /F1 10 Tf 20 30 Td (one) Tj 2 Tc 3 Tw 80 Tz ( two three) Tj 12 TL T* [(fo)50(u)-900(r)] TJ ET',
    'q .8 .6 -.6 .8 90 10 cm BT /F1 8 Tf 1 Tr 3 Ts 5 5 Td (turned) Tj 0 -9 TD (next) Tj T* (last) Tj ET Q',
    "BT /F1 -7 Tf 1 0 0 -1 150 80 Tm (upside) Tj (down) ' ET /X Do",
  ];
  const bytes = pageFile(content, {
    resources: '/XObject<</X 100 0 R>>',
    more: [form(100, 'BT /F1 6 Tf 10 10 Td (in a form) Tj ET', '/BBox[0 0 99 99]/Matrix[1 .5 0 1 9 40]')],
  });

  it.skipIf(lacks('mutool'))(judgedBy(['mutool'], 'text stands where it stands there'), () => {
    expect(has.mutool).toBe(true);
    const lines = drawFile(bytes).texts.map(({ line }) => line);
    let glyphs = 0;
    for (const [, matrix = '', spans = ''] of judged('mutool', ['trace'], bytes).text.matchAll(
      /<(?:fill|stroke)_text[^>]*transform="([^"]*)"[^>]*>([\s\S]*?)<\/(?:fill|stroke)_text>/g,
    )) {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix.split(' ').map(Number);
      for (const [, gx, gy] of spans.matchAll(/<g [^>]*x="([^"]*)" y="([^"]*)"/g)) {
        const [x, y] = [Number(gx), Number(gy)];
        const distance = distanceTo(lines, a * x + c * y + e, 100 - (b * x + d * y + f));
        expect(distance).toBeLessThan(0.05);
        glyphs++;
      }
    }
    expect(glyphs).toBe(50);
  });

  function distanceTo(lines: readonly (readonly number[])[], x: number, y: number): number {
    return Math.min(
      ...lines.map(([x0 = 0, y0 = 0, x1 = 0, y1 = 0]) => {
        const square = (x1 - x0) ** 2 + (y1 - y0) ** 2;
        const along = Math.min(1, Math.max(0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / square));
        return Math.hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0));
      }),
    );
  }
});
