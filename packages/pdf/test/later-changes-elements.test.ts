import type { TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesBy, instead, look, told } from './later-changes-objects.ts';

const element = (number: number, entries: string, parent = 141): TestObject => ({
  number,
  body: `<</Type/StructElem/S/Span/P ${parent} 0 R${entries}>>`,
});
const kids = (list: string): TestObject => ({
  number: 141,
  body: `<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R/K[${list}]>>`,
});
const NOTE: TestObject = { number: 300, body: '<</Type/Annot/Subtype/Text/Rect[400 500 410 510]/F 4>>' };
const objr = (object: number, type = 'OBJR'): string => `<</Type/${type}/Obj ${object} 0 R/Pg 4 0 R>>`;
const MCR = '<</Type/MCR/Pg 4 0 R/MCID 1>>';

/** What was signed: content, two elements that hold some, one of an annotation, and one beside them all. */
const signed: TestObject[] = [
  kids(`0 ${MCR} 20 0 R 21 0 R 22 0 R`),
  element(20, '/K[2]'),
  element(21, `/K[3${objr(150)}]`),
  element(22, `/K ${objr(150)}`),
  element(23, ''),
];
const after = (list: string, ...more: TestObject[]): Promise<string[]> => told(signed, [kids(list), ...more]);
const ALL = `0 ${MCR} 20 0 R 21 0 R 22 0 R`;

describe('the kids of an element', () => {
  it.each([
    ['content comes', `${ALL} 4`],
    ['content goes', `0 20 0 R 21 0 R 22 0 R`],
    ['content is another', `0 ${MCR.replace('1>>', '2>>')} 20 0 R 21 0 R 22 0 R`],
    ['content is in another order', `${MCR} 0 20 0 R 21 0 R 22 0 R`],
    ['an element with content goes', `0 ${MCR} 20 0 R 22 0 R`],
    ['an element with a list of content goes', `0 ${MCR} 21 0 R 22 0 R`],
    ['an element that was elsewhere comes', `${ALL} 23 0 R`],
    ['all go', ''],
  ])('MAP-8 stay what they are: %s', async (_, list) => {
    expect(await after(list)).toEqual(['structure']);
  });

  it('MAP-8 that are of annotations go', async () => {
    expect(await after(`0 ${MCR} 20 0 R 21 0 R`)).toEqual(['structure_tree']);
  });

  it.each([
    ['of nothing', ''],
    ['of a note that comes', `/K ${objr(300)}`],
    ['of several such', `/K[${objr(300)}${objr(300)}]`],
    ['of an annotation that was signed', `/K ${objr(150)}`],
    ['which holds itself', '/K[24 0 R]'],
    ['which holds another', '/K[25 0 R]'],
  ])('MAP-8 come: %s', async (_, entries) => {
    const found = await after(`${ALL} 24 0 R`, element(24, entries), element(25, '', 24), NOTE);
    expect(found.filter((rule) => rule !== 'unused_object')).toEqual(['structure_tree']);
  });

  it.each([
    ['of content', '/K[4]'],
    ['of content and a note', `/K[${MCR}${objr(300)}]`],
    ['whose kid is of content', '/K[25 0 R]'],
    ['with a text in the first of two that stand in place', '/K[<</S/Span/Alt(Free)>><</S/Span>>]'],
    ['with a text for a note that no page lists', `/Alt(A note)/K ${objr(300)}`],
    ['with a text for a place to sign', `/Alt(Sign here)/K ${objr(100)}`],
    ['with a text for a note and for what was signed', `/Alt(Free)/K[${objr(300)}${objr(150)}]`],
    ['with a text for what only looks like a reference', `/Alt(Free)/K[${objr(300, 'Odd')}]`],
    ['with a text for an object that is none', '/Alt(Free)/K<</Type/OBJR/Obj 5/Pg 4 0 R>>'],
  ])('MAP-8 come and are told: %s', async (_, entries) => {
    const found = await after(
      `${ALL} 24 0 R 26 0 R`,
      element(24, entries),
      element(25, '/K 5', 24),
      element(26, ''),
      NOTE,
    );
    expect(found).toContain('description');
  });
});

describe('what leads to elements', () => {
  const root = (tree: string): TestObject => ({
    number: 140,
    body: `<</Type/StructTreeRoot/K 141 0 R${tree}>>`,
  });
  const from = (before: string, changed: string) =>
    told([root(before)], [root(changed), element(30, '', 140)]);

  it.each([
    ['/ParentTree<</Nums[0[141 0 R]]>>', '/ParentTree<</Nums[0[141 0 R]1 30 0 R]>>', 'structure_tree'],
    ['/ParentTree<</Nums[0[141 0 R]]>>', '/ParentTree<</Nums[0[30 0 R]]>>', 'structure'],
    ['/ParentTree<</Nums[0[141 0 R]]>>', '', 'structure'],
    ['/IDTree<</Names[(a)141 0 R]>>', '/IDTree<</Names[(a)141 0 R(b)30 0 R]>>', 'structure_tree'],
    ['/IDTree<</Names[(a)141 0 R]>>', '/IDTree<</Names[(a)30 0 R]>>', 'structure'],
    ['/IDTree<</Names[(a)141 0 R]>>', '', 'structure'],
    // What is of one annotation comes and goes; what is of a page's content stays.
    ['/ParentTree<</Nums[0[141 0 R]1 141 0 R]>>', '/ParentTree<</Nums[0[141 0 R]]>>', 'structure_tree'],
    ['/ParentTree<</Nums[0[141 0 R]1 141 0 R]>>', '/ParentTree<</Nums[0[141 0 R]1 30 0 R]>>', 'structure'],
    ['/ParentTree<</Nums[0[141 0 R]]>>', '/ParentTree<</Nums[0[141 0 R]1[30 0 R]]>>', 'structure'],
    ['/ParentTree<</Nums[0[141 0 R]1[141 0 R]]>>', '/ParentTree<</Nums[0[141 0 R]]>>', 'structure'],
    ['/ParentTree<</Nums[0 null]>>', '/ParentTree<</Nums[0 null 1 30 0 R]>>', 'structure_tree'],
    // What is no tree leads nowhere that could be compared.
    ['/ParentTree<</Nums[0[141 0 R]]>>', '/ParentTree<</Nums[0[141 0 R]0[141 0 R]]>>', 'structure'],
    ['/ParentTree<</Nums[/a[141 0 R]]>>', '/ParentTree<</Nums[/a[141 0 R]1 30 0 R]>>', 'structure'],
    ['/ParentTree<</Nums[/a[141 0 R]]>>', '/ParentTree<</Nums[1 30 0 R]>>', 'structure'],
    ['/IDTree<</Names[/a 141 0 R]>>', '/IDTree<</Names[/a 141 0 R(b)30 0 R]>>', 'structure'],
    ['/IDTree<</Names[/a 141 0 R]>>', '/IDTree<</Names[(b)30 0 R]>>', 'structure'],
    ['/IDTree<</Names[(a)141 0 R]>>', '/IDTree<</Names[(a)141 0 R(a)141 0 R]>>', 'structure'],
  ])('MAP-8 grows and loses nothing: %s, %s', async (before, changed, expected) => {
    expect(await from(before, changed)).toContain(expected);
  });
});

describe('trees of several nodes', () => {
  const first = { number: 140, body: '<</Type/StructTreeRoot/K 141 0 R/ParentTree 31 0 R/IDTree 32 0 R>>' };
  const nodes = (names: string, ...parents: string[]): TestObject[] => [
    { number: 31, body: `<</Kids[${parents.map((_, at) => `${33 + at} 0 R`).join(' ')}]>>` },
    { number: 32, body: `<</Names[${names}]>>` },
    ...parents.map((body, at) => ({ number: 33 + at, body: `<</Nums[${body}]>>` })),
  ];
  const signedTrees = [first, ...nodes('(a)141 0 R', '0[141 0 R]', '1 141 0 R')];

  it('MAP-8 are told once, by the tree that leads elsewhere', async () => {
    const lost = async (...changed: TestObject[]): Promise<string[]> =>
      (await changesBy(signedTrees, [...changed, element(30, '', 140)]))
        .filter(({ reason }) => reason === 'structure')
        .map(({ what }) => what);
    const parents = await lost(...nodes('(a)141 0 R', '0[30 0 R]', '1 30 0 R'));
    expect([...new Set(parents)]).toEqual(['/ParentTree']);
    expect([...new Set(await lost(...nodes('(a)30 0 R', '0[141 0 R]', '1 141 0 R')))]).toEqual(['/IDTree']);
  });
});

describe('what runs or leads away', () => {
  const note = (entries: string, ...more: TestObject[]) =>
    told([], (file) => [
      instead(4, { '/Annots [': '/Annots [300 0 R ' }, file),
      { number: 300, body: `<</Type/Annot/Subtype/Link/Rect[400 500 490 520]/F 4${entries}>>` },
      ...more,
    ]);

  it.each([
    '/A<</S/JavaScript/JS(app.alert)>>',
    '/A<</S/Launch/F(x)>>',
    '/A<</S/URI/URI(x)/Next[<</S/SubmitForm/F(x)>>]>>',
    '/A<</S/URI/URI(x)/Next[[<</S/GoToR/F(x)>>]]>>',
    '/AA<<>>',
    '/PA<</JS(x)>>',
    '/A 301 0 R',
  ])('MAP-8 comes with no annotation: %s', async (entries) => {
    const action = { number: 301, body: '<</S/Hide/T(amount)>>' };
    expect(await note(entries, action)).toContain('action');
  });

  it('MAP-8 nor with its look', async () => {
    const drawn = Buffer.from(look('')).toString('latin1').replace('/Type/XObject', '/Type/XObject/AA<<>>');
    expect(await note('/AP<</N 301 0 R>>', { number: 301, body: drawn })).toContain('action');
  });

  it.each(['/A<</S/URI/URI(x)>>', '/A<</S/GoTo/D[4 0 R/Fit]>>', '/A<</S(Launch)>>'])(
    'MAP-8 but a link does: %s',
    async (entries) => {
      expect(await note(entries)).toEqual(['annotation']);
    },
  );
});
