import { describe, expect, it } from 'vitest';
import { drawForm } from '../../src/content/draw.ts';
import { open } from '../support.ts';
import { draw, form, pageFile, rounded } from './drawing.ts';

const shown = '1 0 0 rg 0 0 20 10 re f';
const annotation = (entries: string) => ({ number: 100, body: `<</Type/Annot/Subtype/Stamp${entries}>>` });
const drawn = (entries: string, appearance = '/BBox[0 0 20 10]') =>
  draw('0 0 5 5 re f', {
    page: '/Annots[100 0 R]',
    more: [annotation(entries), form(101, shown, appearance), form(102, '0 1 0 rg 0 0 20 10 re f')],
  });

describe('annotations', () => {
  it('come after the page, with whose they are', () => {
    const { paintings, annotations } = drawn('/Rect[10 20 30 30]/AP<</N 101 0 R>>');
    expect(paintings.map(({ maker }) => maker)).toEqual([{ object: 20 }, { object: 101, annotation: 100 }]);
    expect(annotations).toMatchObject([
      { object: 100, subtype: 'Stamp', flags: 0, rect: [10, 20, 30, 30], shown: 'shown' },
    ]);
  });

  it.each<[string, string, number[]]>([
    ['/Rect[10 20 30 30]', '/BBox[0 0 20 10]', [10, 20, 30, 30]],
    ['/Rect[10 20 50 40]', '/BBox[0 0 20 10]', [10, 20, 50, 40]],
    ['/Rect[10 20 30 30]', '/BBox[0 0 20 10]/Matrix[3 0 0 3 7 7]', [10, 20, 30, 30]],
    ['/Rect[10 20 20 40]', '/BBox[0 0 20 10]/Matrix[0 1 -1 0 0 0]', [10, 20, 20, 40]],
  ])('the appearance fills %s (%s)', (rect, appearance, expected) => {
    const { paintings } = drawn(`${rect}/AP<</N 101 0 R>>`, appearance);
    expect(rounded(paintings[1]?.solid)).toEqual(expected);
  });

  it.each<[string, string, number]>([
    ['/AP<</N 101 0 R>>/F 4', 'shown', 2],
    ['/AP<</N 101 0 R>>/F 2', 'hidden', 1],
    ['/AP<</N 101 0 R>>/F 36', 'no_view', 1],
    ['', 'blank', 1],
    ['/AP<</N<</On 101 0 R/Off 102 0 R>>>>/AS/On', 'shown', 2],
    ['/AP<</N<</On 101 0 R>>>>', 'shown', 2],
    ['/AP<</N<</On 101 0 R/Other 102 0 R>>>>', 'blank', 1],
    ['/AP<</N<</On 101 0 R>>>>/AS/Other', 'blank', 1],
  ])('%s is %s', (entries, state, marks) => {
    const { annotations, paintings } = drawn(`/Rect[10 20 30 30]${entries}`);
    expect(annotations[0]?.shown).toBe(state);
    expect(paintings).toHaveLength(marks);
  });

  it('one that cannot be read is told, and the others are drawn', () => {
    const { annotations, paintings, unreadable } = draw('', {
      page: '/Annots[100 0 R 103 0 R 999 0 R<</Subtype/Stamp/Rect[0 0 9 9]/AP<</N 101 0 R>>>>]',
      more: [{ number: 100, body: '<</Rect' }, { number: 103, body: '(none)' }, form(101, shown)],
    });
    expect(unreadable).toEqual([{ code: 'broken_object', object: 100 }]);
    expect(annotations.map(({ object }) => object)).toEqual([undefined]);
    expect(paintings[0]?.maker).toEqual({ object: 101, annotation: -4 });
  });
});

describe('a form by itself', () => {
  it('is drawn where it is put', () => {
    const more = [
      form(100, 'BT /F1 10 Tf 5 5 Td (value) Tj ET', '/BBox[0 0 99 20]/Resources<</Font<</F1 3 0 R>>>>'),
    ];
    const pdf = open(pageFile('', { more }));
    const value = pdf.object(100)?.value;
    const runs: (number[] | undefined)[] = [];
    const texts: string[] = [];
    const canvas = {
      text: (run: { line: readonly number[]; bytes: Uint8Array }) => {
        runs.push(rounded(run.line));
        texts.push(Buffer.from(run.bytes).toString());
      },
      paint: () => {},
    };
    expect(value).toBeDefined();
    if (value === undefined) return;
    drawForm(pdf, value, canvas);
    drawForm(pdf, value, canvas, { matrix: [1, 0, 0, 1, 50, 50] });
    expect(texts).toEqual(['value', 'value']);
    expect(runs).toEqual([
      [5, 5, 35, 5],
      [55, 55, 85, 55],
    ]);
  });
});
