import { streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, told } from './later-changes-objects.ts';

/** An annotation with these entries comes after the signature, and looks like that in its place. */
function noted(entries: string, content?: string, [width, height] = [90, 20]): Promise<string[]> {
  const place = `/Rect[300 400 ${300 + width} ${400 + height}]/F 4`;
  const form = `/Type/XObject/Subtype/Form/BBox[0 0 ${width} ${height}]/Resources<</Font<</F1 3 0 R>>/ExtGState<</M<</SMask<</S/Luminosity/G 302 0 R>>>>>>>>`;
  const shown = content === undefined ? '' : '/AP<</N 301 0 R>>';
  return told([], (signed): TestObject[] => [
    instead(4, { '/Annots [': '/Annots [300 0 R ' }, signed),
    { number: 300, body: `<</Type/Annot/Subtype/${entries}${place}${shown}>>` },
    ...(content === undefined ? [] : [{ number: 301, body: streamBody(content, form) }, MASK]),
  ]);
}
/** The shape that a soft mask gives to what is painted through it. */
const MASK: TestObject = {
  number: 302,
  body: streamBody(
    '1 g 2 2 40 14 re f',
    '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Group<</S/Transparency/CS/DeviceGray>>',
  ),
};
const MAY = ['annotation'];
const MAY_NOT = ['covers_content'];
const ONE = '2 2 6 6 re f ';
const TWO = `${ONE}12 2 6 6 re f `;
const WORDS = 'BT /F1 9 Tf 2 4 Td (Paid) Tj ET ';
const IMAGE = 'q 8 0 0 9 2 2 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q ';
const LINE = '1 w 0 10 m 90 10 l S ';
const PATH = '/L[300 410 390 410]';

describe('a remark that comes after the signature', () => {
  it.each([
    ...['Text', 'Popup', 'Link', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Caret'],
    'FileAttachment',
  ])('MAP-8 may show a mark of its own, and no words: %s', async (subtype) => {
    expect(await noted(subtype, ONE)).toEqual(MAY);
    expect(await noted(subtype, WORDS)).toEqual(MAY_NOT);
    expect(await noted(subtype, `/M gs ${ONE}`)).toEqual(MAY_NOT);
  });

  it.each(['Text', 'FileAttachment'])(
    'MAP-8 may have an icon that is drawn as letters are: %s',
    async (subtype) => {
      expect(await noted(subtype, TWO, [20, 20])).toEqual(MAY);
      expect(await noted(subtype, TWO, [40, 40])).toEqual(MAY);
      expect(await noted(subtype, TWO, [41, 20])).toEqual(MAY_NOT);
      expect(await noted(subtype, TWO, [20, 41])).toEqual(MAY_NOT);
    },
  );

  it.each(['Highlight', 'Caret', 'Link'])('MAP-8 has no such icon: %s', async (subtype) => {
    expect(await noted(subtype, TWO, [20, 20])).toEqual(MAY_NOT);
  });
});

describe('a drawing that comes after the signature', () => {
  it.each(['Square', 'Circle', 'Polygon', 'PolyLine', 'Ink'])(
    'MAP-8 may be of lines: %s',
    async (subtype) => {
      expect(await noted(subtype, LINE)).toEqual(MAY);
      expect(await noted(`${subtype}/IC[]`, LINE)).toEqual(MAY);
      expect(await noted(`${subtype}/IC[1 0 0]`, LINE)).toEqual(MAY_NOT);
      expect(await noted(`${subtype}/IC[1 0 0]`)).toEqual(MAY_NOT);
      expect(await noted(subtype, ONE)).toEqual(MAY_NOT);
      expect(await noted(subtype, WORDS)).toEqual(MAY_NOT);
      expect(await noted(subtype, IMAGE)).toEqual(MAY_NOT);
      expect(await noted(subtype, WORDS + IMAGE)).toEqual(MAY_NOT);
    },
  );

  it.each(['FreeText', 'Stamp', 'Redact', 'Watermark', 'Odd'])(
    'MAP-8 may be nothing else: %s',
    async (subtype) => {
      expect(await noted(subtype, LINE)).toEqual(MAY_NOT);
    },
  );

  it('MAP-8 may not say what readers write by themselves', async () => {
    expect(await noted(`Line${PATH}`)).toEqual(MAY);
    expect(await noted(`Line${PATH}/Cap true/Contents(Paid)`)).toEqual(MAY_NOT);
    expect(await noted(`Line${PATH}/Cap false/Contents(Paid)`)).toEqual(MAY);
    expect(await noted(`Line${PATH}/Cap true/Contents(Paid)`, '')).toEqual(MAY_NOT);
    expect(await noted(`Line${PATH}/Cap true/Contents(Paid)`, LINE)).toEqual(MAY);
    expect(await noted(`Line${PATH}/Cap 1/Contents(Paid)`)).toEqual(MAY);
  });
});

describe('the endings of a line that comes after the signature', () => {
  const from = (x: number, y: number, width = 6, height = width): string =>
    `${x} ${y} ${width} ${height} re f `;
  const left = from(0, 7);
  const right = from(84, 7);

  it.each([
    ['one', left],
    ['one at the other end', right],
    ['two', left + right],
    ['two that are as large as they may be', from(0, 4, 12) + from(78, 4, 12)],
    ['one near its end', from(6, 7)],
    ['one above its end', from(0, 16, 4)],
    ['one below its end', from(0, 0, 4)],
  ])('MAP-8 are areas: %s', async (_, areas) => {
    expect(await noted(`Line${PATH}`, LINE + areas)).toEqual(MAY);
  });

  it.each([
    ['two at one end', left + from(4, 7)],
    ['three', left + right + from(4, 7)],
    ['one in the middle', from(42, 7)],
    ['one of two in the middle', left + from(42, 7)],
    ['one too broad', from(0, 7, 13, 6)],
    ['one too high', from(0, 3, 6, 13)],
    ['one too far from the end', from(7, 7)],
  ])('MAP-8 are no other areas: %s', async (_, areas) => {
    expect(await noted(`Line${PATH}`, LINE + areas)).toEqual(MAY_NOT);
  });

  it('MAP-8 are as large as the line is broad', async () => {
    const large = from(0, 0, 20);
    expect(await noted(`Line${PATH}`, LINE + large)).toEqual(MAY_NOT);
    expect(await noted(`Line${PATH}/BS<</W 2>>`, LINE + large)).toEqual(MAY);
    expect(await noted(`Line${PATH}/BS<</W .1>>`, LINE + left)).toEqual(MAY);
  });

  it('MAP-8 are at a place that the line names, off its own height too', async () => {
    const high = '/L[300 430 390 430]';
    expect(await noted(`Line${high}`, `${LINE}0 14 6 6 re f`)).toEqual(MAY_NOT);
    expect(await noted('Line/L[300 390 390 390]', `${LINE}0 0 6 6 re f`)).toEqual(MAY_NOT);
    expect(await noted('Line', LINE + left)).toEqual(MAY_NOT);
    expect(await noted('Line/L[300]', LINE + left)).toEqual(MAY_NOT);
    expect(await noted('Line', LINE)).toEqual(MAY);
  });

  it('MAP-8 are those of a line alone', async () => {
    expect(await noted(`PolyLine${PATH}`, LINE + left)).toEqual(MAY_NOT);
  });
});

describe('a line that comes beside a number', () => {
  /** What is told of a remark on the page, whose number begins at 120. */
  const drawn = (entries: string, content?: string): Promise<string[]> =>
    told([], (signed): TestObject[] => [
      instead(4, { '/Annots [': '/Annots [300 0 R ' }, signed),
      {
        number: 300,
        body: `<</Type/Annot/F 4/Rect[40 600 300 760]/Subtype/${entries}${content === undefined ? '' : '/AP<</N 301 0 R>>'}>>`,
      },
      ...(content === undefined
        ? []
        : [{ number: 301, body: streamBody(content, '/Type/XObject/Subtype/Form/BBox[40 600 300 760]') }]),
    ]);
  const TOLD = ['annotation', 'unread_look'];

  it.each([
    ['a line like a figure', 'Line/L[117 700 117 717]/BS<</W 2>>', TOLD],
    ['a line of several pieces like one', 'PolyLine/Vertices[112 714 117 717 117 700]', TOLD],
    ['ink like one', 'Ink/InkList[[112 700 117 717 118 700]]', TOLD],
    ['a line like a minus', 'Line/L[108 708 114 708]/BS<</W 2>>', TOLD],
    ['a line far away', 'Line/L[90 650 90 667]/BS<</W 2>>', MAY],
    ['a line as long as a word', 'Line/L[72 708 114 708]/BS<</W 2>>', MAY],
    ['a line below', 'Line/L[108 696 114 696]/BS<</W 2>>', MAY],
    ['a frame', 'Square', MAY],
  ])('MAP-8 where readers draw it: %s', async (_, entries, expected) => {
    expect(await drawn(entries)).toEqual(expected);
  });

  it.each([
    ['like a figure', '2 w 117 700 m 117 717 l S', TOLD],
    ['like a minus', '2 w 108 708 m 114 708 l S', TOLD],
    ['under a word', '1 w 72 698 m 114 698 l S', MAY],
  ])('MAP-8 where it has its look: %s', async (_, content, expected) => {
    expect(await drawn('Ink', content)).toEqual(expected);
  });

  it('MAP-8 is told where it is drawn anew, not where it stood', async () => {
    const bars = (x: number): TestObject => ({
      number: 301,
      body: streamBody(`2 w ${x} 700 m ${x} 717 l S`, '/Type/XObject/Subtype/Form/BBox[40 600 300 760]'),
    });
    const noted = (entries: string): TestObject => ({
      number: 300,
      body: `<</Type/Annot/F 4/Rect[40 600 300 760]/Subtype/Ink/AP<</N 301 0 R>>${entries}>>`,
    });
    const at = (x: number): TestObject[] => [
      instead(4, { '/Annots [': '/Annots [300 0 R ' }),
      noted(''),
      bars(x),
    ];
    expect(await told(at(60), [bars(117)])).toEqual(TOLD);
    expect(await told(at(117), [noted('/M(D:20260101000000Z)')])).toEqual(MAY);
  });
});
