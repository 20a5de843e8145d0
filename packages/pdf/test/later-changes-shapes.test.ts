import { bodyOf, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesBy, document, instead, look, saying, told } from './later-changes-objects.ts';
import { lines, signed } from './later-changes-sealed.ts';

/** An object that is there when the document is signed, and is written anew afterwards. */
const OWN = 20;
/** What is told where that changes from one to the other. */
const turned = (objects: readonly TestObject[], before: string, after: string): Promise<string[]> =>
  told([...objects, { number: OWN, body: before }], [{ number: OWN, body: after }]);

const root = (entries: string): TestObject => ({
  number: 140,
  body: `<</Type/StructTreeRoot/K 141 0 R${entries}>>`,
});
const element = (entries: string): TestObject => ({
  number: 141,
  body: `<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R${entries}>>`,
});
const form = (from: RegExp, to: string): TestObject => ({
  number: 110,
  body: bodyOf(document, 110).replace(from, to),
});

describe('what only has the shape of an element', () => {
  const shaped = (entries: string): string => `<</S/Span/P 141 0 R/T(${entries})>>`;

  it.each<[string, TestObject[], (entries: string) => string]>([
    [
      'a map of roles that are called S and P',
      [root('/RoleMap 20 0 R')],
      (text) => `<</S/H/P/H/T(${text})>>`,
    ],
    [
      'attributes of an element that a number leads to',
      [root('/ParentTree<</Nums[0 141 0 R]>>'), element('/K[0]/A 20 0 R')],
      shaped,
    ],
    [
      'what a number leads to, and is none',
      [root('/ParentTree<</Nums[0 20 0 R]>>')],
      (text) => `<</T(${text})>>`,
    ],
    [
      'what is none among those of a page',
      [root('/ParentTree<</Nums[0 13 0 R]>>'), element('/K[0]'), { number: 13, body: '[141 0 R 20 0 R]' }],
      (text) => `<</T(${text})>>`,
    ],
    [
      'what is none in an array of kids',
      [element('/K 13 0 R'), { number: 13, body: '[0 20 0 R]' }],
      (text) => `<</P 141 0 R/T(${text})>>`,
    ],
    [
      'labels of pages whose tree is that of the structure',
      [
        root('/ParentTree 7 0 R'),
        instead(1, { '/MarkInfo': '/PageLabels 7 0 R/MarkInfo' }),
        { number: 7, body: '<</Kids[20 0 R]>>' },
      ],
      (text) => `<</Nums[0<</P(${text})>>]/Limits[0 0]>>`,
    ],
  ])('MAP-8 is content: %s', async (_, objects, body) => {
    expect(await turned(objects, body('a'), body('b'))).toEqual(['content']);
  });

  it('MAP-8 is none: elements have names, in an array that is an object of its own', async () => {
    const names = (list: string): TestObject => ({ number: 16, body: `[(a) 141 0 R${list}]` });
    const kid = '/K<</Type/OBJR/Obj 150 0 R/Pg 4 0 R>>';
    const grown = [names('(b) 30 0 R'), { number: 30, body: `<</Type/StructElem/S/Annot/P 140 0 R${kid}>>` }];
    expect(await told([root('/IDTree<</Names 16 0 R>>'), names('')], grown)).toEqual(['structure_tree']);
  });
});

describe('what an object is for', () => {
  it('MAP-8 a list of fields may be that of the annotations', () => {
    const list = (more: string): TestObject => ({ number: OWN, body: `[100 0 R 102 0 R 103 0 R${more}]` });
    const page = bodyOf(document, 4).replace(/\/Annots ?\[[^\]]*\]/, '/Annots 20 0 R');
    const file = signed(
      document,
      { number: 4, body: page },
      form(/\/Fields ?\[[^\]]*\]/, '/Fields 20 0 R'),
      list(''),
    );
    const body = '<</Type/Annot/Subtype/Widget/FT/Sig/T(new)/Rect[0 0 0 0]/F 4/P 4 0 R>>';
    expect(lines(updated(file, [list(' 300 0 R'), { number: 300, body }]))).toEqual([
      '3 signature_field /Fields 300',
    ]);
  });

  it.each([
    ['5', '<</FT/Tx/T(new)/V(a)>>'],
    ['<</FT/Tx/T(new)/V(a)>>', '5'],
    ['<</FT/Tx/T(new)/V(a)>>', '[]'],
  ])('MAP-8 a field is a dictionary before and after: %s, %s', async (before, after) => {
    expect(await turned([form(/\/Fields ?\[/, '/Fields[20 0 R ')], before, after)).toEqual(['field']);
  });

  it('MAP-8 what leads nowhere gets nothing to lead to, be it readable or not', async () => {
    const page = instead(4, { '/Resources<<': '/Resources<</XObject 20 0 R' });
    const defined = (body: string): Promise<string[]> => told([page], [{ number: OWN, body }]);
    expect(await defined('<<>>')).toEqual(['dangling_defined']);
    expect(await defined('<</X +8 0 R>>')).toContain('dangling_defined');
    expect(await defined('null')).toEqual([]);
  });

  it('MAP-8 what it calls itself is told, as far as somebody would read it', async () => {
    const page = instead(4, { '/Resources<<': '/Resources<</Properties 20 0 R' });
    const own = (number: number): TestObject => ({
      number: OWN,
      body: `<</Type/${'A'.repeat(99)}/B ${number}>>`,
    });
    const [change] = await changesBy([page, own(1)], [own(2)]);
    expect(change?.what).toBe(`/${'A'.repeat(64)}`);
  });

  it('MAP-8 a look that names another by a key of appearances is no appearance', async () => {
    const own = (text: string): TestObject => ({ number: OWN, body: saying(text) });
    const looks = (text: string, entries = ''): TestObject[] => [
      instead(103, { '/N 104 0 R': '/N 104 0 R/D 20 0 R', Eleni: text }),
      { number: 104, body: look(`BT /F1 9 Tf 2 4 Td (${text}) Tj ET`, `/Font<</F1 3 0 R>>>>${entries}/Z<<`) },
      own(text),
    ];
    expect(await told(looks('Eleni'), looks('Nikos'))).toEqual(['form_value', 'form_value']);
    expect(await told(looks('Eleni', '/N 20 0 R'), looks('Nikos', '/N 20 0 R'))).toContain('content');
  });
});
