import type { TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, look, saying, told } from './later-changes-objects.ts';

const SHOWN = ['form_value'];
const UNREAD = ['form_value', 'unread_look'];
const OTHER = ['appearance'];
const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4/Rect[0 400 90 420]';
const text = (words: string, at = '2 4'): string => `BT /F1 9 Tf ${at} Td (${words}) Tj ET `;
const DRAWN = '0 g 60 4 m 66 4 l 64 12 l h f ';

/** The field 100, with these entries, gets others and the looks 301 and so on. */
function filled(had: string, has: string, ...looks: (string | Uint8Array)[]): Promise<string[]> {
  const body = (entries: string): string => `<<${WIDGET}/T(amount)${entries}>>`;
  const drawn = looks.map((content, at) => ({
    number: 301 + at,
    body: typeof content === 'string' ? look(content) : content,
  }));
  return told([{ number: 100, body: body(had) }], [{ number: 100, body: body(had + has) }, ...drawn]);
}
const looked = (value: string): string => `/V${value}/AP<</N 301 0 R>>`;
const shows = (had: string, value: string, content: string | Uint8Array): Promise<string[]> =>
  filled(had, looked(value), content);

describe('the value that a field shows', () => {
  it('MAP-8 is none of a password, nor of a box', async () => {
    expect(await shows('/FT/Tx/Ff 8192', '(100)', text('***'))).toEqual(SHOWN);
    expect(await shows('/FT/Tx', '(100)', text('***'))).toEqual(OTHER);
    expect(await shows('/FT/Ch/Ff 8192', '(100)', text('***'))).toEqual(OTHER);
    expect(await shows('/FT/Btn', '/Yes/AS/Yes', text('x'))).toEqual(SHOWN);
  });

  it('MAP-8 is none where nobody sees the field', async () => {
    const hidden = (flags: number): Promise<string[]> =>
      told([instead(100, { '/F 4': `/F ${flags}` })], (signed): TestObject[] => [
        instead(100, { '/T(amount)': `/T(amount)${looked('(100)')}` }, signed),
        { number: 301, body: saying('900') },
      ]);
    expect(await hidden(2)).toEqual(SHOWN);
    expect(await hidden(0)).toEqual(OTHER);
    expect(await hidden(32)).toEqual(OTHER);
  });

  it('MAP-8 is none of a field that has no place', async () => {
    const body = '<</Type/Annot/Subtype/Widget/P 4 0 R/F 4/FT/Tx/T(amount)>>';
    const changed = { number: 100, body: body.replace('/FT', '/V(9)/AP<</N 301 0 R>>/FT') };
    const found = await told([{ number: 100, body }], [changed, { number: 301, body: saying('8') }]);
    expect(found).toEqual(['form_value', 'unread_look']);
  });

  it('MAP-8 is that of every look, those under the mouse too', async () => {
    const states = (entries: string): string => `/V(100)/AP<<${entries}>>`;
    expect(await filled('/FT/Tx', states('/N 301 0 R/R 302 0 R'), text('100'), text('900'))).toEqual(OTHER);
    expect(await filled('/FT/Tx', states('/N 301 0 R/D 302 0 R'), text('100'), text('900'))).toEqual(OTHER);
    expect(await filled('/FT/Tx', states('/N 301 0 R/R 302 0 R'), text('100'), text('100'))).toEqual(SHOWN);
    expect(
      await filled('/FT/Tx', states('/N<</A 301 0 R/B 302 0 R>>/R 5'), text('100'), text('900')),
    ).toEqual(OTHER);
    expect(await filled('/FT/Tx', states('/N<</A 301 0 R/B 5/C null>>'), text('100'))).toEqual(SHOWN);
    const unsure = text('100') + DRAWN;
    expect(await filled('/FT/Tx', states('/N 301 0 R/R 302 0 R'), unsure, text('900'))).toEqual(OTHER);
    expect(await filled('/FT/Tx', states('/N 301 0 R/R 302 0 R'), text('100'), unsure)).toEqual(UNREAD);
  });

  it('MAP-8 is not that of a drawing', async () => {
    expect(await shows('/FT/Tx', '(1)', DRAWN)).toEqual(UNREAD);
    expect(await shows('/FT/Tx', '()', DRAWN)).toEqual(OTHER);
    expect(await shows('/FT/Ch', '[()(1)]', DRAWN)).toEqual(UNREAD);
    expect(await shows('/FT/Tx', '(1)', DRAWN + DRAWN.replace('60', '40'))).toEqual(OTHER);
    expect(await shows('/FT/Tx', '(1)', text('1') + DRAWN)).toEqual(UNREAD);
    expect(await shows('/FT/Tx', '(1)', text('2') + DRAWN)).toEqual(OTHER);
  });

  it('MAP-8 is not known of letters that nobody names', async () => {
    expect(await shows('/FT/Tx', '(1\\200)', text('1\\177'))).toEqual(UNREAD);
    expect(await shows('/FT/Tx', '<FEFF0031E000>', '/F9 9 Tf BT 2 4 Td (1) Tj ET')).toEqual(UNREAD);
  });

  it.each([
    ['blanks', '(1 000\\n)', text('1000')],
    ['blanks in the look', '(1000)', text('1 00 0')],
    ['letters of another width', '<FEFFFF11>', text('1')],
    ['marks that nobody sees', '<FEFF200E0031>', text('1')],
  ])('MAP-8 is the same with %s', async (_, value, content) => {
    expect(await shows('/FT/Tx', value, content)).toEqual(SHOWN);
  });

  it('MAP-8 is written with the fonts of the form where the look has none', async () => {
    const bare = look(text('100')).toString().replace('/Resources<</Font<</F1 3 0 R>>>>', '');
    expect(bare).not.toContain('Resources');
    expect(await shows('/FT/Tx', '(100)', Buffer.from(bare))).toEqual(SHOWN);
  });

  it('MAP-8 is that of pale letters where beside them stand blanks alone', async () => {
    const pale = (words: string): string => `1 g ${text(words)}0 g ${text(' ', '60 4')}`;
    expect(await shows('/FT/Tx', '(100)', pale('100'))).toEqual(SHOWN);
    expect(await shows('/FT/Tx', '(100)', pale('900'))).toEqual(OTHER);
  });

  it('MAP-8 is cut off between words, not within them', async () => {
    const cut = (words: string): string => text(words, '78 4');
    expect(await shows('/FT/Tx', '(1000)', cut('1000'))).toEqual(UNREAD);
    expect(await shows('/FT/Tx', '(1000 2000)', text('1000 2000', '68 4'))).toEqual(SHOWN);
    expect(await shows('/FT/Tx', '(The fee is 1000)', text('The fee'))).toEqual(OTHER);
    expect(await shows('/FT/Tx/Ff 4096', '(The fee is 1000)', text('The fee'))).toEqual(SHOWN);
    expect(await shows('/FT/Tx/Ff 4096', '(The  fee is 1000)', text('The fee'))).toEqual(SHOWN);
    expect(await shows('/FT/Ch/Ff 135168', '(The fee is 1000)', text('The fee'))).toEqual(OTHER);
  });

  it('MAP-8 is of its own alone, whatever options it names', async () => {
    expect(await shows('/FT/Tx/Opt[[(100)(900)]]', '(100)', text('900'))).toEqual(OTHER);
    expect(await shows('/FT/Tx/Opt[[(100)(900)]]', '(100)', text('100'))).toEqual(SHOWN);
  });
});

describe('the value of a choice', () => {
  const COMBO = '/FT/Ch/Ff 131072/Opt[(100)(900)[(3)(Three)]]';

  it.each([
    ['(100)', '100', SHOWN],
    ['(3)', 'Three', SHOWN],
    ['(3)', '3', SHOWN],
    ['(Other)', 'Other', SHOWN],
    ['(100)', '900', OTHER],
    ['(100)', '100900Three', OTHER],
    ['(3)', '900', OTHER],
  ])('MAP-8 %s is shown by %s', async (value, words, expected) => {
    expect(await shows(COMBO, value, text(words))).toEqual(expected);
  });

  it('MAP-8 is formatted as its label is', async () => {
    const entries = '/FT/Ch/Ff 131072/Opt[[(5)(1)]]/AA<</F<</S/JavaScript/JS(f)>>>>';
    expect(await shows(entries, '(5)', text('1,000'))).toEqual(UNREAD);
    expect(await shows(entries, '(5)', text('1.0'))).toEqual(SHOWN);
    expect(await shows(entries, '(5)', text('2'))).toEqual(OTHER);
  });

  it('MAP-8 without options is what it holds', async () => {
    expect(await shows('/FT/Ch/Ff 131072', '(100)', text('100'))).toEqual(SHOWN);
    expect(await shows('/FT/Ch', '(100)', text('100'))).toEqual(SHOWN);
    expect(await shows('/FT/Ch', '(100)', text('900'))).toEqual(OTHER);
  });
});

describe('a list in which something is chosen', () => {
  const LIST = '/FT/Ch/Opt[(100)(1)[(3)(Three)]]';
  const line = (words: string, y: number, isChosen = false): string =>
    `${isChosen ? `.6 .75 .85 rg 0 ${y - 1} 90 6 re f 0 g ` : ''}BT /F1 5 Tf 2 ${y} Td (${words}) Tj ET `;

  it.each([
    [
      'all that is chosen',
      '[(100)(1)]',
      line('100', 14, true) + line('1', 8, true) + line('Three', 2),
      SHOWN,
    ],
    ['all that is chosen, in its order', '[(1)(100)]', line('100', 14, true) + line('1', 8, true), SHOWN],
    ['some that is chosen', '[(100)(3)]', line('100', 14, true) + line('1', 8), OTHER],
    [
      'nothing of it, where it is not marked',
      '(3)',
      line('100', 14) + line('1', 8) + line('Three', 2),
      SHOWN,
    ],
    ['a part of a label', '(100)', line('100', 14, true) + line('Th', 2), OTHER],
    ['drawings beside it', '(100)', line('100', 14, true) + line('1', 8) + DRAWN, UNREAD],
  ])('MAP-8 shows %s', async (_, value, content, expected) => {
    expect(await shows(LIST, value, content)).toEqual(expected);
  });

  it('MAP-8 shows nothing that is chosen where it has no value', async () => {
    const had = `${LIST}/AP<</N 104 0 R>>`;
    expect(await filled(had, '/I[0]')).toEqual(OTHER);
  });

  it('MAP-8 that is scrolled shows others', async () => {
    const others = line('1', 14) + line('Three', 8);
    expect(await shows(LIST, '(100)', others)).toEqual(OTHER);
    expect(await shows(`${LIST}/TI 0`, '(100)', others)).toEqual(OTHER);
    expect(await shows(`${LIST}/TI 1`, '(100)', others)).toEqual(SHOWN);
  });
});

describe('a field without a value that gets a look', () => {
  const gets = (content: string, had = '', rect = '[9 9 99 29]'): Promise<string[]> =>
    told([instead(100, { '/FT/Tx': `/FT/Tx${had}`, '[9 9 99 29]': rect })], (signed): TestObject[] => [
      instead(100, { '/T(amount)': '/T(amount)/AP<</N 301 0 R>>' }, signed),
      { number: 301, body: look(content) },
    ]);

  it.each([
    ['nothing', '', SHOWN],
    ['blanks', text(' '), SHOWN],
    ['a ground', '.9 g 0 0 90 20 re f', SHOWN],
    ['a text', text('9'), OTHER],
    ['a drawing', DRAWN, OTHER],
    ['a text of an unknown font', 'BT /F9 9 Tf 2 4 Td ( ) Tj ET', OTHER],
  ])('MAP-8 that shows %s', async (_, content, expected) => {
    expect(await gets(content)).toEqual(expected);
    expect(await gets(content, '/V()')).toEqual(expected);
  });

  it('MAP-8 shows a value that it has', async () => {
    expect(await gets(text('9'), '/V(9)')).toEqual(OTHER);
    expect(await gets('', '/V(9)')).toEqual(OTHER);
    expect(await gets('', '/V 9')).toEqual(OTHER);
  });

  it('MAP-8 shows nothing under the mouse either', async () => {
    const looks = '/AP<</N 301 0 R/D 302 0 R>>';
    expect(await filled('/FT/Tx', looks, '', text('9'))).toEqual(OTHER);
    expect(await filled('/FT/Tx', looks, text('9'), '')).toEqual(OTHER);
    expect(await filled('/FT/Tx', looks, '', '')).toEqual(SHOWN);
  });

  it('MAP-8 has no place', async () => {
    expect(await gets('', '', '[9 9]')).toEqual(OTHER);
  });
});

describe('a field of several widgets', () => {
  const widget = (number: number, y: number, entries = ''): TestObject => ({
    number,
    body: `<</Type/Annot/Subtype/Widget/Parent 100 0 R/F 4/Rect[0 ${y} 90 ${y + 20}]${entries}>>`,
  });
  const field = (entries: string): TestObject => ({
    number: 100,
    body: `<</FT/Tx/T(amount)/Kids[320 0 R 321 0 R]${entries}>>`,
  });
  const listed = instead(4, { '100 0 R': '320 0 R 321 0 R' });
  /** What is told where the first widget says `one` and the second keeps saying `other`, and the field has the value 9. */
  const changed = (one: string, other: string, actions = ''): Promise<string[]> =>
    told(
      [
        listed,
        field(''),
        widget(320, 400, actions),
        widget(321, 430, '/AP<</N 322 0 R>>'),
        { number: 322, body: saying(other) },
      ],
      [field('/V(9)'), widget(320, 400, `${actions}/AP<</N 301 0 R>>`), { number: 301, body: saying(one) }],
    );

  it('MAP-8 shows its value in each', async () => {
    expect(new Set(await changed('9', '9'))).toEqual(new Set(SHOWN));
    expect(new Set(await changed('8', '9'))).toEqual(new Set(OTHER));
    expect(new Set(await changed('9', '8'))).toEqual(new Set([...OTHER, ...SHOWN]));
  });

  it('MAP-8 may be none of which a widget is an object of its own', async () => {
    const direct = `<</Type/Annot/Subtype/Widget/F 4/Rect[0 430 90 450]/AP<</N 322 0 R>>>>`;
    const kids = { number: 100, body: `<</FT/Tx/T(amount)/Kids[320 0 R${direct}]>>` };
    const objects = [listed, kids, widget(320, 400), { number: 322, body: saying('9') }];
    const looks = [widget(320, 400, '/AP<</N 301 0 R>>'), { number: 301, body: saying('9') }];
    const valued = { number: 100, body: kids.body.replace('/T(', '/V(9)/T(') };
    expect(new Set(await told(objects, [valued, ...looks]))).toEqual(new Set(SHOWN));
    // A field that stands in the list of the form itself.
    const field = '<</FT/Tx/T(amount)/V(9)/Kids[320 0 R]>>';
    const inline = instead(110, { '[100 0 R': `[${field}` });
    expect(await told([listed, inline, widget(320, 400)], looks)).toEqual(OTHER);
  });

  it('MAP-8 is below a node that is none', async () => {
    expect(await told([], (signed) => [instead(106, { '/T(person)': '/T(person)/V(x)' }, signed)])).toContain(
      'form_value',
    );
  });

  it('MAP-8 shows it as the script of a widget says', async () => {
    const script = '/AA<</F<</S/JavaScript/JS(f)>>>>';
    expect(new Set(await changed('9.00', '9', script))).toEqual(new Set(SHOWN));
    expect(new Set(await changed('9.00', '9'))).toEqual(new Set(OTHER));
  });
});
