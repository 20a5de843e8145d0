import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a button. */
function told(entries: string): Finding[] {
  const more = [
    { number: 100, body: `<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/F 4/Rect[72 600 172 620]${entries}>>` },
    { number: 101, body: streamBody('0 0 m 9 9 l S', '/Type/XObject/Subtype/Form/BBox[0 0 100 20]') },
    { number: 102, body: streamBody('', '/Type/XObject/Subtype/Form/BBox[0 0 100 20]') },
  ];
  const objects = documentObjects({
    pages: [{ entries: '/Annots[100 0 R]' }],
    catalog: '/AcroForm<</Fields[100 0 R]>>',
    more,
  });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings;
}

const PUSH = '/Ff 65536';

describe('UP-6: a button without a look, which some readers draw and others do not', () => {
  it.each([
    ['a caption', `${PUSH}/MK<</CA(Price 9000)>>`, 'Price 9000'],
    ['a caption, and no state', `${PUSH}/MK<</CA(Price 9000)>>/AP<</N<<>>>>`, 'Price 9000'],
    [
      'a caption, and another state',
      `${PUSH}/MK<</CA(Price 9000)>>/AP<</N<</On 102 0 R>>>>/AS/Off`,
      'Price 9000',
    ],
    [
      'a caption, and no state that is shown',
      `${PUSH}/MK<</CA(Price 9000)>>/AP<</N<</Off 102 0 R>>>>`,
      'Price 9000',
    ],
    ['a caption, and a number', `${PUSH}/MK<</CA(Price 9000)>>/AP<</N 5>>`, 'Price 9000'],
    ['a box that is ticked', '/V/Yes/AS/Yes/MK<</CA(8)>>', 'b'],
    ['a box that is ticked, and no state', '/V/Yes/AS/Yes/MK<</CA(8)>>/AP<</N<<>>>>', 'b'],
    ['a box that is ticked, and a look for off', '/V/Yes/AS/Yes/MK<</CA(8)>>/AP<</N<</Off 102 0 R>>>>', 'b'],
    ['a box that is ticked, and a number', '/V/Yes/AS/Yes/MK<</CA(8)>>/AP<</N 5>>', 'b'],
  ])('%s', (_, entries, excerpt) =>
    expect(told(entries)).toMatchObject([{ kind: 'stale_appearances', page: 1, excerpt }]),
  );

  it.each([
    ['a caption that is drawn', `${PUSH}/MK<</CA(Price 9000)>>/AP<</N 101 0 R>>`],
    ['a button with a sign', `${PUSH}/MK<</CA(>)>>`],
    ['a button without a caption', PUSH],
    ['a box that is not ticked', '/V/Off/AS/Off/MK<</CA(8)>>'],
    ['a box of several that is not the one that is ticked', '/V/Yes/AS/Off/AP<</N<</No 101 0 R>>>>'],
    ['a box that is ticked and drawn', '/V/Yes/AS/Yes/MK<</CA(8)>>/AP<</N<</Yes 101 0 R/Off 102 0 R>>>>'],
  ])('SGN-7: none of %s', (_, entries) => expect(told(entries)).toEqual([]));
});
