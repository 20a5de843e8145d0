import type { TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesBy, instead } from './later-changes-objects.ts';

type Changed = Parameters<typeof changesBy>[1];

/** What is told, with the object where it stands, and its page. */
async function spots(objects: readonly TestObject[], changed: Changed): Promise<string[]> {
  const changes = await changesBy(objects, changed);
  return changes.map(({ rule, reason, what, object, page }) =>
    [reason ?? rule, what, object, ...(page === undefined ? [] : [`page ${page}`])].join(' '),
  );
}

const own = (body: string): TestObject => ({ number: 20, body });
const root = (entries: string): TestObject => ({
  number: 140,
  body: `<</Type/StructTreeRoot/K 141 0 R${entries}>>`,
});
const element = (entries: string): TestObject => ({
  number: 141,
  body: `<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R${entries}>>`,
});
const NEW: TestObject = {
  number: 30,
  body: '<</Type/StructElem/S/Annot/P 141 0 R/K<</Type/OBJR/Obj 150 0 R/Pg 4 0 R>>>>',
};
const NAMED = instead(4, { '/Resources<<': '/Resources<</XObject 20 0 R' });

describe('a change is told with the object where it stands, and its page', () => {
  it.each<[string, TestObject[], TestObject, string]>([
    ['an annotation that is freed', [], { number: 105, body: 'null' }, 'freed /Annot 105 page 1'],
    ['what could not be read', [NAMED, own('<</X +8 0 R>>')], own('<<>>'), 'content object 20'],
    ['what was led to', [NAMED], own('<<>>'), 'dangling_defined object 20'],
    ['a field that is none', [], { number: 100, body: '5' }, 'field /Annot 100 page 1'],
  ])('MAP-8 %s', async (_, objects, changed, expected) => {
    expect(await spots(objects, [changed])).toEqual([expected]);
  });

  it('MAP-8 an entry of a page', async () => {
    const changed = (file: Uint8Array): TestObject[] => [instead(4, { '/Tabs/S': '/Tabs/S/X 1' }, file)];
    expect(await spots([], changed)).toEqual(['page /X 4 page 1']);
    const numbered = (file: Uint8Array): TestObject[] => [
      instead(4, { '/StructParents 0': '/StructParents 7' }, file),
    ];
    expect(await spots([], numbered)).toEqual(['description /StructParents 4 page 1']);
  });

  it('MAP-8 an annotation that two pages list, by the first of them', async () => {
    const line = (x: number): TestObject => own(`<</Subtype/Line/Rect[400 500 ${x} 510]/F 4>>`);
    const objects = [
      { number: 2, body: '<</Type/Pages/Kids[4 0 R 40 0 R]/Count 2>>' },
      { number: 40, body: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[20 0 R]>>' },
      instead(4, { ' 150 0 R': ' 20 0 R' }),
      line(410),
    ];
    expect(await spots(objects, [line(420)])).toEqual(['annotation /Annot 20 page 1']);
  });

  it('MAP-8 a node above the pages, by what it calls itself', async () => {
    const node = (entries: string): TestObject => ({ number: 2, body: `<<${entries}/Kids[4 0 R]/Count 1>>` });
    expect(await spots([node('')], [node('/X[]')])).toEqual(['page_tree tree 2']);
    expect(await spots([], [node('/Type/Pages/X[]')])).toEqual(['page_tree /Pages 2']);
    expect(await spots([], [node('/Type/Pages/X 1')])).toEqual(['document_info /X 2']);
    const kids = { number: 2, body: '<</Type/Pages/Kids 30 0 R/Count 1>>' };
    expect(await spots([node('/Type/Pages')], [kids, { number: 30, body: '[4 0 R]' }])).toEqual([]);
    const count = { number: 2, body: '<</Type/Pages/Kids[4 0 R]/Count 30 0 R>>' };
    expect(await spots([node('/Type/Pages')], [count, { number: 30, body: '1' }])).toEqual([
      'page_tree /Pages 2',
    ]);
  });

  it('MAP-8 the annotations of a page', async () => {
    const listed = (from: string, to: string) => (file: Uint8Array) => [instead(4, { [from]: to }, file)];
    expect(await spots([], listed(' 150 0 R', ''))).toEqual(['covers_content /Annots 150 page 1']);
    const rule = '<</Subtype/Line/Rect[400 500 410 510]/F 4>>';
    const objects = [instead(4, { ' 150 0 R': ' 20 0 R' }), own(rule)];
    expect(await spots(objects, listed(' 20 0 R', ''))).toEqual(['annotation /Annots 20 page 1']);
    const inline = '<</Subtype/Text/Rect[9 9 19 19]>>';
    const changes = await changesBy([instead(4, { ' 150 0 R': inline })], listed(inline, ''));
    expect(changes.map(({ rule, object, page }) => ({ rule, object, page }))).toEqual([
      { rule: 'annotation', object: 4, page: undefined },
    ]);
  });

  it.each<[string, TestObject[], TestObject[], string]>([
    ['an element that is none', [], [{ number: 141, body: '[]' }], 'structure /StructElem 141'],
    ['kinds of elements', [root('')], [root('/RoleMap<</Span/P>>')], 'description /RoleMap 140'],
    [
      'the next number',
      [root('/ParentTreeNextKey 1')],
      [root('/ParentTreeNextKey 2')],
      'structure_tree /ParentTreeNextKey 140',
    ],
    ['what an element says', [], [element('/K[0]/T(a)')], 'structure /T 141'],
    ['content that goes', [element('/K[0]')], [element('/K[1]')], 'structure /K 141'],
    ['an element that comes', [element('/K[0]')], [element('/K[0 30 0 R]'), NEW], 'structure_tree /K 141'],
    [
      'what leads to elements no more',
      [root('/ParentTree<</Nums[0[141 0 R]]>>')],
      [root('/ParentTree<<>>')],
      'structure /ParentTree 140',
    ],
    [
      'what leads to new ones',
      [root('/IDTree<<>>')],
      [root('/IDTree<</Names[(b) 30 0 R]>>'), NEW],
      'structure_tree /ParentTree 140',
    ],
  ])('MAP-8 of the structure tree: %s', async (_, objects, changed, expected) => {
    expect(await spots(objects, changed)).toEqual([expected]);
  });

  it('MAP-8 of the structure tree: one entry twice', async () => {
    expect(await spots([], [element('/K[0]/T(a)/T(b)')])).toContain('structure /T 141');
  });

  it('MAP-8 a structure tree that goes, or comes', async () => {
    const without = instead(1, { '/StructTreeRoot 140 0 R': '' });
    const gone = (file: Uint8Array): TestObject[] => [instead(1, { '/StructTreeRoot 140 0 R': '' }, file)];
    expect(await spots([], gone)).toEqual(['structure /StructTreeRoot 1']);
    const comes = (file: Uint8Array): TestObject[] => [
      instead(1, { '/MarkInfo': '/StructTreeRoot 300 0 R/MarkInfo' }, file),
      { number: 300, body: '<</Type/StructTreeRoot>>' },
    ];
    expect(await spots([without], comes)).toEqual(['structure_tree /StructTreeRoot 1']);
  });
});
