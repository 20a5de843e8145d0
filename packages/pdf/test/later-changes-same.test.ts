import { bodyOf, streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { document, instead, told } from './later-changes-objects.ts';

type Body = string | Uint8Array;
/** What the document needs, and an object (7) that nothing but itself explains. */
const beside: TestObject[] = [
  instead(1, { '/MarkInfo': '/Note 7 0 R/MarkInfo' }),
  { number: 8, body: '<</B[1 2]>>' },
  { number: 9, body: '4' },
];
const from = (before: Body, after: Body): Promise<string[]> =>
  told([...beside, { number: 7, body: before }], [{ number: 7, body: after }]);

describe('an object that is written again', () => {
  it.each<[Body, Body]>([
    ['[1 -2 3]', '[ 1 -02 +3 ]'],
    ['(abc)', '<616263>'],
    ['(a\\142c)', '(abc)'],
    ['/AB', '/A#42'],
    ['<</A 1/B(x)>>', '<</B(x)/A 1>>'],
    ['<</A 1/B null>>', '<</B null/A 1>>'],
    ['[98 0 R 1]', '[98 0 R  1]'],
    ['[true false]', '[true%\nfalse]'],
    ['<</A 8 0 R>>', '<</A<</B[1 2]>>>>'],
    ['[<</B[1 2]>>]', '[8 0 R]'],
    ['[5 0 R]', '[5 %\n0 R]'],
    [streamBody('data'), '<</Length 9 0 R>>\nstream\ndata\nendstream'],
    [streamBody('data', '/A 1/B 2'), streamBody('data', '/B 2/A 1')],
  ])('says the same: %#', async (before, after) => {
    expect(await from(before, after)).toEqual([]);
    expect(await from(after, before)).toEqual([]);
  });

  it.each<[Body, Body]>([
    ['[1 2]', '[1 2 3]'],
    ['[1 2]', '[1 3]'],
    ['[1 2]', '[2 1]'],
    ['[1]', '1'],
    ['1', '(1)'],
    ['1', '1.5'],
    ['(abc)', '(abd)'],
    ['(abc)', '(ab)'],
    ['(abc)', '/abc'],
    ['/AB', '/Ab'],
    ['true', 'false'],
    ['[null]', '[1]'],
    ['[null 1]', '[1 null]'],
    ['<</A 1>>', '<</A 2>>'],
    ['<</A 1>>', '<</B 1>>'],
    ['<</A 1>>', '<</A 1/B 2>>'],
    ['<</A<</B 1>>>>', '<</A<</B 2>>>>'],
    ['<</A 1>>', '[/A 1]'],
    ['[4 0 R]', '[5 0 R]'],
    ['[5 0 R]', '[5 1 R]'],
    ['<</A 8 0 R>>', '<</A<</B[1 3]>>>>'],
    ['<</A 8 0 R>>', '<</A 9 0 R>>'],
    ['<</A 8 0 R>>', '<</A[8 0 R]>>'],
    ['<</Length 4>>', streamBody('data')],
    [streamBody('data'), streamBody('date')],
    [streamBody('data'), streamBody('data', '/A 1')],
    [streamBody('data', '/A 1'), streamBody('data', '/A 2')],
  ])('says something else: %#', async (before, after) => {
    expect(await from(before, after)).toContain('content');
    expect(await from(after, before)).toContain('content');
  });

  it.each<[Body, Body]>([
    ['<</A 1>>', '<</A 1/A 1>>'],
    ['[<</A 1>>]', '[<</A 1/A 2>>]'],
    [streamBody('data', '/A 1'), streamBody('data', '/A 1/A 1')],
  ])('MAP-8 with an entry that stands twice is another: %#', async (before, after) => {
    expect(await from(before, after)).toEqual(expect.arrayContaining(['content', 'ambiguous']));
  });
});

describe('an object in the place of another', () => {
  const marks = (number: number, body: string): TestObject => ({ number, body });
  const first = instead(1, { '/MarkInfo<</Marked true>>': '/MarkInfo 20 0 R' });
  const moved = (signed: Uint8Array): TestObject => instead(1, { '/MarkInfo 20': '/MarkInfo 21' }, signed);

  it('is the same where it says the same, all the way down', async () => {
    const chain = (at: number, end: string): TestObject[] => [
      marks(at, `<</Marked true/A[${at + 10} 0 R]>>`),
      marks(at + 10, `<</B ${at + 20} 0 R>>`),
      marks(at + 20, end),
    ];
    const one = [first, ...chain(20, '(end)')];
    expect(await told(one, (signed) => [moved(signed), ...chain(21, '(end)')])).toEqual([]);
    expect(await told(one, (signed) => [moved(signed), ...chain(21, '(other)')])).toEqual(['structure']);
    expect(await told(one, (signed) => [moved(signed), ...chain(21, '[(end)]')])).toEqual(['structure']);
  });

  it('ends where it leads back to itself', async () => {
    const loop = (at: number, entry = ''): TestObject[] => [
      marks(at, `<</Marked true/A ${at + 10} 0 R>>`),
      marks(at + 10, `<</B ${at} 0 R${entry}>>`),
    ];
    const one = [first, ...loop(20)];
    expect(await told(one, (signed) => [moved(signed), ...loop(21)])).toEqual([]);
    expect(await told(one, (signed) => [moved(signed), ...loop(21, '/C 1')])).toEqual(['structure']);
  });

  it('is another where the same reference is to another generation', async () => {
    const one = [first, marks(20, '<</Marked true/A 9 0 R>>'), marks(9, '4')];
    const other = (signed: Uint8Array) => [moved(signed), marks(21, '<</Marked true/A 9 1 R>>')];
    expect(await told(one, other)).toEqual(['structure']);
  });
});

it.each<[Body, Body]>([
  ['<</A 9 0 R>>', '<</A 4>>'],
  ['<</Widths[9 0 R]>>', '<</Widths[4]>>'],
  ['<</Extend[70 0 R true]>>', '<</Extend[true true]>>'],
  ['<</BaseEncoding 71 0 R>>', '<</BaseEncoding/WinAnsiEncoding>>'],
  ['[72 0 R]', '[(a)]'],
  ['<</AP<</N 8 0 R>>>>', '<</AP<</N<</B[1 2]>>>>>>'],
  ['<</Fields[100 0 R]>>', `<</Fields[${bodyOf(document, 100)}]>>`],
])(
  'MAP-8 what stands by itself or behind a reference is not one to all readers: %j, %j',
  async (one, other) => {
    const more = [
      { number: 70, body: 'true' },
      { number: 71, body: '/WinAnsiEncoding' },
      { number: 72, body: '(a)' },
    ];
    const by = (before: Body, after: Body): Promise<string[]> =>
      told([...beside, ...more, { number: 7, body: before }], [{ number: 7, body: after }]);
    expect(await by(one, other)).toEqual(['content']);
    expect(await by(other, one)).toEqual(['content']);
  },
);

it('MAP-8 an object leads to nothing that is missing, but what it led to before: readers that ask for it mend the file', async () => {
  expect(await from('[99 0 R 1]', '[null 1]')).toEqual([]);
  expect(await from('[99 0 R 1]', '[99 0 R  1]')).toEqual([]);
  expect(await from('[null 1]', '[99 0 R 1]')).toEqual(['content']);
  expect(await from('[99 0 R 1]', '[98 0 R 1]')).toEqual(['content']);
});
