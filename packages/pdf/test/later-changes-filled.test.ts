import { streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, look, PAY, saying, told } from './later-changes-objects.ts';

const FIELD = { number: 100, entries: '/FT/Tx' };
/** A page with the text field 100 that is filled in with `value` and shows `shown`. */
async function filled(
  value: string,
  shown: Uint8Array,
  { entries = '/FT/Tx', more = [] as TestObject[] } = {},
): Promise<string[]> {
  const objects = [
    instead(100, { '/FT/Tx': entries, '/Rect[9 9 99 29]': '/Rect[0 0 90 20]' }),
    instead(4, { ' 150 0 R': '' }),
    { number: 5, body: streamBody(PAY) },
  ];
  const changed = (signed: Uint8Array): TestObject[] => [
    instead(FIELD.number, { '/T(amount)': `/T(amount)/V${value}/AP<</N 301 0 R>>` }, signed),
    { number: 301, body: shown },
    ...more,
  ];
  return told(objects, changed);
}
const SHOWN = ['form_value'];
const UNREAD = ['form_value', 'unread_look'];
const OTHER = ['appearance'];

const text = (words: string, at = '2 4'): string => `BT /F1 9 Tf ${at} Td (${words}) Tj ET`;
/** Nine hundred, drawn. */
const DRAWN = '2 4 m 10 4 l 10 16 l 2 16 l h 12 4 m 20 4 l 20 16 l 12 16 l h 22 4 m 30 4 l 30 16 l h';

describe('what else a filled field shows than the letters of its value', () => {
  it.each([
    ['its value', text('100')],
    [
      'its value on a ground within a border',
      `.9 g 0 0 90 20 re f 1 w 0.5 0.5 89 19 re S 0 g ${text('100')}`,
    ],
    [
      'its value within a border that seems raised',
      `.8 g 0 0 m 90 0 l 90 20 l 88 18 l 88 2 l 2 2 l h f .5 g 0 0 m 0 20 l 90 20 l 88 18 l 2 18 l 2 2 l h f 0 g ${text('100')}`,
    ],
    ['its value in white on black', `0 0 90 20 re f 1 g ${text('100')}`],
    ['its value in white alone, on whatever the page has', `1 g ${text('100')}`],
    ['its value in the cells of a comb', `.5 w 30 0 m 30 20 l 60 0 m 60 20 l S ${text('100')}`],
    ['its value over a line to write on', `0 1 90 .5 re f ${text('100')}`],
    ['nothing', ''],
    ['a ground alone', '.9 g 0 0 90 20 re f'],
  ])('MAP-8 %s is its look', async (_, content) => {
    expect(await filled('(100)', look(content))).toEqual(SHOWN);
  });

  it.each([
    ['pale letters beside drawings', `1 g ${text('100')} 0 g ${DRAWN} f`, OTHER],
    ['letters under a drawing', `${text('100')} 1 g 0 0 90 20 re f 0 g ${DRAWN} f`, OTHER],
    ['letters under others', `${text('100')} 1 g 0 0 90 20 re f 0 g ${text('900')}`, OTHER],
    ['pale letters beside others', `1 g ${text('100')} 0 g ${text('900', '40 4')}`, OTHER],
    ['a pale figure before others', `1 g ${text('1')} 0 g ${text('00', '8 4')}`, OTHER],
    ['letters of no alpha beside others', `/G gs ${text('100')} /H gs ${text('900', '40 4')}`, OTHER],
    ['drawings alone', `${DRAWN} f`, OTHER],
    ['strokes alone', `1 w ${DRAWN} S`, OTHER],
    ['strokes across all of it', '1 w 2 4 m 20 16 l 40 4 l 60 16 l 88 4 l S', OTHER],
    [
      'a fill across all of it',
      '2 4 m 20 16 l 40 4 l 60 16 l 88 4 l 88 3 l 60 14 l 40 3 l 20 14 l h f',
      OTHER,
    ],
    ['an image alone', 'q 60 0 0 14 2 2 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q', OTHER],
    ['a drawing beside its value', `${text('100')} 40 4 m 46 4 l 46 12 l h f`, UNREAD],
    ['a stroke beside its value', `${text('100')} 1 w 40 4 m 44 12 l 48 4 l S`, UNREAD],
    [
      'an image beside its value',
      `${text('100')} q 8 0 0 9 40 4 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q`,
      UNREAD,
    ],
  ])('MAP-8 %s', async (_, content, expected) => {
    const states = '/ExtGState<</G<</ca .1>>/H<</ca 1>>>>/Font<</F1 3 0 R>>';
    expect(await filled('(100)', look(content, states))).toEqual(expected);
  });
});

describe('glyphs of a filled field', () => {
  const shown = (codes: string): Uint8Array =>
    look(`BT /F9 9 Tf 2 4 Td (${codes}) Tj ET`, '/Font<</F9 330 0 R>>');
  const mapped = (from: string, to: string): TestObject[] => [
    { number: 330, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 331 0 R>>' },
    {
      number: 331,
      body: streamBody(
        `begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <${from}> <${to}> endbfchar endcmap`,
      ),
    },
  ];

  it('MAP-8 are digits other than those that are copied', async () => {
    expect(await filled('(100)', shown('900'), { more: mapped('39', '0031') })).toEqual(OTHER);
    expect(await filled('(100)', shown('100'), { more: mapped('39', '0039') })).toEqual(SHOWN);
  });

  it('MAP-8 are a digit where another sign is copied, or another sign than a digit', async () => {
    expect(await filled('(no)', shown('9o'), { more: mapped('39', '006E') })).toEqual(OTHER);
    expect(await filled('(100)', shown('n00'), { more: mapped('6E', '0031') })).toEqual(OTHER);
  });

  it('MAP-8 are letters other than those that are copied', async () => {
    expect(await filled('(no)', shown('to'), { more: mapped('74', '006E') })).toEqual(UNREAD);
  });

  it('MAP-8 are drawings of a Type 3 font', async () => {
    const glyph = streamBody('600 0 d0 0 0 500 700 re f');
    const more = [
      {
        number: 330,
        body: '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 48/LastChar 49/Widths[600 600]/Encoding<</Differences[48/zero/one]>>/CharProcs<</zero 332 0 R/one 332 0 R>>/Resources<<>>>>',
      },
      { number: 332, body: glyph },
    ];
    expect(await filled('(100)', shown('100'), { more })).toEqual(UNREAD);
  });
});

describe('a field whose look a script formats', () => {
  const entries = '/FT/Tx/AA<</F<</S/JavaScript/JS(format)>>>>';

  it.each([
    ['1000', '1,000.00'],
    ['1000', '1.000,00 EUR'],
    ['1234.567', '1,234.57'],
    ['.25', '25%'],
    ['-100', '(100.00)'],
    ['2101234567', '210 1234567'],
    ['2026-11-21', '2026/11/21'],
  ])('MAP-8 shows %s as %s', async (value, words) => {
    const escaped = words.replace(/[()]/g, '\\$&');
    expect(await filled(`(${value})`, saying(escaped), { entries })).toEqual(SHOWN);
  });

  it.each([
    ['100', '900'],
    ['100', '1,000'],
    ['1000', '10.00'],
    ['100', '1000.00'],
  ])('MAP-8 shows not %s by %s', async (value, words) => {
    expect(await filled(`(${value})`, saying(words), { entries })).toEqual(OTHER);
  });

  it.each([
    ['2026-11-21', '21 Nov 2026'],
    ['1', '1.000'],
    ['-100', '100.00'],
  ])('MAP-8 may show %s by %s', async (value, words) => {
    expect(await filled(`(${value})`, saying(words), { entries })).toEqual(UNREAD);
  });

  it('MAP-8 shows no other value for another script', async () => {
    const calculated = '/FT/Tx/AA<</C<</S/JavaScript/JS(sum)>>>>';
    expect(await filled('(100)', saying('900'), { entries: calculated })).toEqual(OTHER);
  });
});

describe('a list', () => {
  const entries = '/FT/Ch/Opt[(100)(900)[(3)(Three)]]';
  const line = (words: string, y: number, isChosen = false): string =>
    `${isChosen ? `.6 .75 .85 rg 0 ${y - 1} 90 6 re f 0 g ` : ''}BT /F1 5 Tf 2 ${y} Td (${words}) Tj ET `;

  it.each([
    ['what is chosen in it', '(100)', line('100', 14, true) + line('900', 8) + line('Three', 2), SHOWN],
    ['what is chosen by its label', '(3)', line('100', 14) + line('900', 8) + line('Three', 2, true), SHOWN],
    [
      'several that are chosen',
      '[(100)(3)]',
      line('100', 14, true) + line('900', 8) + line('Three', 2, true),
      SHOWN,
    ],
    ['what is not chosen alone', '(100)', line('900', 14), OTHER],
    [
      'what is not chosen as if it were',
      '(100)',
      line('100', 14) + line('900', 8, true) + line('Three', 2),
      OTHER,
    ],
    ['what is no option', '(100)', line('100', 14, true) + line('5000', 8), OTHER],
  ])('MAP-8 shows %s', async (_, value, content, expected) => {
    expect(await filled(value, look(content), { entries })).toEqual(expected);
  });
});

describe('letters from right to left', () => {
  /** A look whose codes 1 to 9 are the letters of `letters`, in the order in which they stand. */
  const visual = (letters: string): { shown: Uint8Array; more: TestObject[] } => {
    const codes = [...letters].map((_, at) => (at + 1).toString(16).padStart(2, '0'));
    const map = [...letters].map(
      (letter, at) => `<${codes[at]}> <${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`,
    );
    const cmap = `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${map.length} beginbfchar ${map.join(' ')} endbfchar endcmap`;
    return {
      shown: look(`BT /F9 9 Tf 2 4 Td <${codes.join('')}> Tj ET`, '/Font<</F9 330 0 R>>'),
      more: [
        { number: 330, body: '<</Type/Font/Subtype/TrueType/BaseFont/Hebrew/ToUnicode 331 0 R>>' },
        { number: 331, body: streamBody(cmap) },
      ],
    };
  };
  const held = (words: string): string =>
    `<FEFF${[...words].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`;

  it.each([
    ['as it is written', 'שלום', 'שלום', SHOWN],
    ['as it is seen', 'שלום', 'םולש', SHOWN],
    ['with a number as it is seen', 'סך 120', '120 ךס', SHOWN],
    ['with a number that is turned', 'סך 120', '021 ךס', OTHER],
    ['with another number', 'סך 120', '920 ךס', OTHER],
    ['with other letters', 'שלום', 'שלוש', OTHER],
    ['in Arabic forms', 'سلام', '\ufee1\ufefc\ufeb3', SHOWN],
  ])('MAP-8 %s', async (_, value, letters, expected) => {
    const { shown, more } = visual(letters);
    expect(await filled(held(value), shown, { more })).toEqual(expected);
  });
});

describe('a field without a value', () => {
  const resources = '/XObject<</X 302 0 R>>/Font<</F1 3 0 R>>';
  const inside = { number: 302, body: look(text('900')) };

  it.each([
    ['nothing', ''],
    ['a ground', '.9 g 0 0 90 20 re f'],
    ['an empty text whose string is an operator', 'BT /F1 9 Tf ET % (Tj)'],
  ])('MAP-8 comes to show %s', async (_, content) => {
    expect(await filled('()', look(content), {})).toEqual(SHOWN);
  });

  it.each([
    ['text', text('900')],
    ['text in a form', '/X Do'],
    ['text in a form by another spelling', '/#58 Do'],
    ['a drawing', '2 4 m 10 4 l 10 16 l h f'],
  ])('MAP-8 does not come to show %s', async (_, content) => {
    expect(await filled('()', look(content, resources), { more: [inside] })).toEqual(OTHER);
  });
});

describe('bounds of what is read of a filled field', () => {
  it('MAP-8 a default appearance is compared up to its bound', async () => {
    const style = (letters: number): string => `/F1 9 Tf${' '.repeat(letters - '/F1 9 Tf'.length)}`;
    const restyled = (letters: number): Promise<string[]> =>
      told([instead(103, { '/T(name)': '/T(name)/DA(/F1 9 Tf)' })], (signed) => [
        instead(
          103,
          { '(/F1 9 Tf)': `(${style(letters)})`, '(Eleni)': '(Maria)', '104 0 R': '301 0 R' },
          signed,
        ),
        { number: 301, body: saying('Maria') },
      ]);
    expect(await restyled(1000)).toEqual(SHOWN);
    expect(await restyled(1001)).toEqual(['field']);
  });

  it('MAP-8 a look of more letters than are kept is not read', async () => {
    const half = `(${'x'.repeat(10_000)}) Tj`;
    const fitted = (more: string): Uint8Array => look(`BT /F1 9 Tf .05 Tz 2 4 Td ${half} ${half} ${more} ET`);
    const value = (letters: number): string => `(${'x'.repeat(letters)})`;
    expect(await filled(value(20_000), fitted(''))).toEqual(SHOWN);
    expect(await filled(value(20_001), fitted('(x) Tj'))).toEqual(UNREAD);
  });

  it('MAP-8 a choice among many shows its label', async () => {
    const options = Array.from({ length: 12_000 }, (_, at) => `[(${at})(Choice ${at})]`).join('');
    const entries = `/FT/Ch/Ff 131072/Opt[${options}]`;
    expect(await filled('(11999)', saying('Choice 11999'), { entries })).toEqual(SHOWN);
    expect(await filled('(11999)', saying('Choice 11998'), { entries })).toEqual(OTHER);
  });
});

describe('pieces of a value', () => {
  it.each([
    ['in their order', `${text('10')} ${text('00', '14 4')}`, SHOWN],
    ['in another order', `${text('10', '14 4')} ${text('00')}`, UNREAD],
  ])('MAP-8 stand %s', async (_, content, expected) => {
    expect(await filled('(1000)', look(content))).toEqual(expected);
  });

  it('MAP-8 stand on their feet', async () => {
    const turned = look('BT /F1 9 Tf -1 0 0 -1 60 14 Tm (6000) Tj ET');
    expect(await filled('(6000)', turned)).toEqual(UNREAD);
  });
});

describe('a field of whatever type', () => {
  const shows = (entries: string, value: string, words: string): Promise<string[]> =>
    filled(value, look(text(words)), { entries });

  it('MAP-8 of a password shows stars alone', async () => {
    expect(await shows('/FT/Tx/Ff 8192', '(100)', '***')).toEqual(SHOWN);
    expect(await shows('/FT/Tx/Ff 8192', '(100)', '900')).toEqual(OTHER);
  });

  it('MAP-8 that has none shows its value', async () => {
    expect(await shows('', '(100)', '100')).toEqual(SHOWN);
    expect(await shows('', '(100)', '900')).toEqual(OTHER);
  });

  it('MAP-8 has a rich text that says the same words', async () => {
    const rich = (words: string): Promise<string[]> =>
      filled(`(100)/RV(<body><p>${words}</p></body>)`, look(text('100')));
    expect(await rich('1<b>00</b>')).toEqual(SHOWN);
    expect(await rich('&#49;00')).toEqual(SHOWN);
    expect(await rich('&#x31;00')).toEqual(SHOWN);
    expect(await rich('100&#x200b;&#1114112;')).toEqual(SHOWN);
    expect(await rich('900')).toEqual(OTHER);
    expect(await rich('100&#x10ffff;')).toEqual(SHOWN);
    expect(await filled('(<&>)/RV(<p>&lt;&amp;&gt;</p>)', look(text('<&>')))).toEqual(SHOWN);
  });

  it('MAP-8 has a rich text that can be read, or none', async () => {
    const rich = (value: string, more: TestObject[] = []): Promise<string[]> =>
      filled(`(100)/RV ${value}`, look(text('100')), { more });
    expect(await rich('302 0 R', [{ number: 302, body: streamBody('<p>100</p>') }])).toEqual(OTHER);
    expect(await rich('(100)')).toEqual(OTHER);
    expect(await rich('(<p>100)')).toEqual(OTHER);
    const objects = [instead(100, { '/T(amount)': '/T(amount)/RV(<p>1</p>)' })];
    const without = (signed: Uint8Array) => [instead(100, { '/RV(<p>1</p>)': '' }, signed)];
    expect(await told(objects, without)).toEqual(SHOWN);
    const empty = (signed: Uint8Array) => [instead(100, { '/T(amount)': '/T(amount)/RV(<p></p>)' }, signed)];
    expect(await told([], empty)).toEqual(SHOWN);
  });

  it('MAP-8 shows the value that it has from above', async () => {
    const objects = [
      instead(100, { '/FT/Tx/T(amount)': '/T(amount)/Parent 160 0 R/AP<</N 161 0 R>>' }),
      instead(110, { '100 0 R': '160 0 R' }),
      { number: 160, body: '<</FT/Tx/T(above)/V(100)/Kids[100 0 R]>>' },
      { number: 161, body: look(text('100')) },
    ];
    const changed = (value: string) => (signed: Uint8Array) => [
      instead(160, { '/V(100)': `/V(${value})` }, signed),
    ];
    expect(await told(objects, changed('900'))).toContain('appearance');
    expect(await told(objects, changed('100)%('))).not.toContain('appearance');
    const nested = [
      instead(100, { '/FT/Tx/T(amount)': '/T(amount)/Parent 162 0 R/AP<</N 161 0 R>>' }),
      ...objects.slice(1, 2),
      { number: 160, body: '<</FT/Tx/T(above)/V(100)/Kids[162 0 R]>>' },
      { number: 162, body: '<</T(within)/Parent 160 0 R/Kids[100 0 R]>>' },
      ...objects.slice(3),
    ];
    expect(await told(nested, changed('900'))).toContain('appearance');
  });
});

it('MAP-8 an empty field keeps what it said: a look that says nothing comes where none said something', async () => {
  const emptied = async (before: Uint8Array): Promise<string[]> => {
    const objects = [
      instead(100, { '/T(amount)': '/T(amount)/AP<</N 160 0 R>>' }),
      { number: 160, body: before },
    ];
    return told(objects, (signed) => [
      instead(100, { 'N 160': 'N 301' }, signed),
      { number: 301, body: look('') },
    ]);
  };
  expect(await emptied(saying('Void without annex B'))).toContain('appearance');
  expect(await emptied(look('.9 g 0 0 90 20 re f'))).not.toContain('appearance');
});
