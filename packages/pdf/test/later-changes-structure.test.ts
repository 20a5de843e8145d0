import { streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, told } from './later-changes-objects.ts';

const INVOICES = '/Names<</EmbeddedFiles<</Kids[20 0 R]>>>>/MarkInfo';
const file = (number: number, amount: number, entries = ''): TestObject[] => [
  { number, body: `<</Type/Filespec/F(invoice.xml)/EF<</F ${number + 1} 0 R>>${entries}>>` },
  { number: number + 1, body: streamBody(`<amount>${amount}</amount>`, '/Type/EmbeddedFile') },
];
const leaf = (target: number): TestObject => ({
  number: 20,
  body: `<</Limits[(a)(a)]/Names[(a) ${target} 0 R]>>`,
});

describe('trees of names and numbers are told apart by what leads to them', () => {
  it.each<[string, TestObject[], string]>([
    ['a tree of names', [instead(1, { '/MarkInfo': INVOICES })], 'content'],
    [
      'a tree of names whose leaf the structure names, too',
      [instead(1, { '/MarkInfo': INVOICES }), instead(140, { '/K ': '/IDTree<</Kids[20 0 R]>>/K ' })],
      'content',
    ],
    [
      'a tree of names that is that of the structure',
      [
        instead(1, { '/MarkInfo': '/Names<</EmbeddedFiles 7 0 R>>/MarkInfo' }),
        instead(140, { '/K ': '/IDTree 7 0 R/K ' }),
        { number: 7, body: '<</Kids 8 0 R>>' },
        { number: 8, body: '[20 0 R]' },
      ],
      'content',
    ],
    [
      'assets that hang below an annotation and are the tree of the structure',
      [
        instead(150, { '/Rect': '/RichMediaContent<</Assets 7 0 R>>/Rect' }),
        instead(140, { '/K ': '/IDTree 7 0 R/K ' }),
        { number: 7, body: '<</Kids[20 0 R]>>' },
      ],
      'structure',
    ],
  ])('MAP-8 a file is exchanged in %s', async (_, objects, reason) => {
    const signed = [...objects, leaf(21), ...file(21, 1000, '/S/Span/P 141 0 R')];
    const changed = [leaf(23), ...file(23, 9999, '/S/Span/P 141 0 R')];
    expect(await told(signed, changed)).toContain(reason);
  });

  it('MAP-8 labels of pages are exchanged', async () => {
    const labels = (prefix: string): TestObject => ({
      number: 20,
      body: `<</Nums[0<</P(${prefix})>>]/Limits[0 0]>>`,
    });
    const objects = [instead(1, { '/MarkInfo': '/PageLabels<</Kids[20 0 R]>>/MarkInfo' }), labels('A-')];
    expect(await told(objects, [labels('B-')])).toEqual(['content']);
  });

  it('MAP-8 an element shaped like a node says something else', async () => {
    const element = (text: string): TestObject => ({
      number: 141,
      body: `<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R/K[0]/Limits[0 1]/ActualText(${text})>>`,
    });
    expect(await told([element('Pay 1000')], [element('Pay 9999')])).toEqual(['structure']);
  });
});

/** The tree of the structure with all of its parts as objects of their own, and a part for an annotation. */
const STRUCTURE: TestObject[] = [
  { number: 140, body: '<</Type/StructTreeRoot/K 7 0 R/ParentTree 8 0 R/ParentTreeNextKey 2/IDTree 9 0 R>>' },
  { number: 7, body: '[141 0 R]' },
  { number: 8, body: '<</Kids 10 0 R>>' },
  { number: 10, body: '[11 0 R]' },
  { number: 11, body: '<</Limits[0 0]/Nums 12 0 R>>' },
  { number: 12, body: '[0 13 0 R]' },
  { number: 13, body: '[141 0 R]' },
  { number: 9, body: '<</Kids[15 0 R]>>' },
  { number: 15, body: '<</Limits[(a)(a)]/Names[(a) 141 0 R]>>' },
];
const NEW: TestObject = {
  number: 30,
  body: '<</Type/StructElem/S/Annot/P 140 0 R/K<</Type/OBJR/Obj 150 0 R/Pg 4 0 R>>>>',
};

describe('the structure tree grows in whatever objects it stands', () => {
  it.each<[string, TestObject]>([
    ['array of kids', { number: 7, body: '[141 0 R 30 0 R]' }],
    ['leaf of numbers', { number: 11, body: '<</Limits[0 1]/Nums[0 13 0 R 1 30 0 R]>>' }],
    ['array of numbers', { number: 12, body: '[0 13 0 R 1 30 0 R]' }],
    ['node of numbers', { number: 8, body: '<</Kids[11 0 R<</Limits[1 1]/Nums[1 30 0 R]>>]>>' }],
    ['leaf of names', { number: 15, body: '<</Limits[(a)(b)]/Names[(a) 141 0 R(b) 30 0 R]>>' }],
  ])('MAP-8 with a new element in an %s', async (_, changed) => {
    expect(await told(STRUCTURE, [changed, NEW])).toEqual(['structure_tree']);
  });

  it.each<[string, TestObject]>([
    ['the elements of a page', { number: 13, body: '[30 0 R]' }],
    ['a number', { number: 12, body: '[0 30 0 R]' }],
    ['a name', { number: 15, body: '<</Limits[(a)(a)]/Names[(a) 30 0 R]>>' }],
  ])('MAP-8 and %s leads nowhere else', async (_, changed) => {
    expect(await told(STRUCTURE, [changed, NEW])).toEqual(['structure']);
  });
});

describe('what nothing leads to any more', () => {
  it('MAP-8 makes nothing else of an element than it is', async () => {
    const objects = [...STRUCTURE, { number: 20, body: '<</Nums[0 141 0 R]>>' }];
    const changed = { number: 141, body: '<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R/K[0 30 0 R]>>' };
    const element = { number: 30, body: NEW.body.toString().replace('140 0 R', '141 0 R') };
    expect(await told(objects, [changed, element])).toEqual(['structure_tree']);
  });
});

describe('what is read aloud', () => {
  const element = (entries: string): string => `<</Type/StructElem/S/Span/P 141 0 R${entries}>>`;
  const objects: TestObject[] = [
    { number: 141, body: '<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R/K[0 20 0 R 21 0 R]>>' },
    { number: 20, body: element('/T(first)/K[22 0 R]') },
    { number: 21, body: element('/K[23 0 R]') },
    { number: 22, body: element('') },
    { number: 23, body: element('') },
  ];
  const kids = (list: string): TestObject => ({
    number: 141,
    body: `<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R/K[${list}]>>`,
  });
  const more = (entries: string): TestObject[] => [
    kids('0 20 0 R 21 0 R 24 0 R'),
    { number: 24, body: element(entries) },
  ];

  it.each<[string, TestObject[]]>([
    ['in another order', [kids('0 21 0 R 20 0 R')]],
    ['twice', [kids('0 20 0 R 21 0 R 20 0 R')]],
    [
      'with a text beside an annotation that was signed',
      more('/ActualText(Free)/K<</Type/OBJR/Obj 150 0 R>>'),
    ],
    ['with an alternate text for one', more('/Alt(Free)/K<</Type/OBJR/Obj 150 0 R>>')],
    ['with a text for nothing', more('/Alt(Free)')],
    ['with an expansion of nothing', more('/E(Free)')],
  ])('MAP-8 is told, %s', async (_, changed) => {
    expect(await told(objects, changed)).toContain('description');
  });

  it('MAP-8 is nothing new where an element of an annotation that came has a text', async () => {
    const widget = '<</Type/Annot/Subtype/Text/Rect[400 500 410 510]/F 4>>';
    const changed = (signed: Uint8Array): TestObject[] => [
      ...more('/Alt(A note)/K<</Type/OBJR/Obj 300 0 R>>'),
      instead(4, { '/Annots [': '/Annots [300 0 R ' }, signed),
      { number: 300, body: widget },
    ];
    expect(await told(objects, changed)).not.toContain('description');
  });
});

describe('what an element is told by', () => {
  const element = (parent: number, entries = ''): string =>
    `<</Type/StructElem/S/Span/P ${parent} 0 R${entries}>>`;
  const objects: TestObject[] = [
    {
      number: 140,
      body: '<</Type/StructTreeRoot/K 20 0 R/ParentTree 142 0 R/IDTree<</Names[(a) 25 0 R]>>>>',
    },
    { number: 142, body: '<</Nums[0 22 0 R]>>' },
    { number: 20, body: element(140, '/K 7 0 R') },
    { number: 7, body: '[21 0 R]' },
    { number: 21, body: element(20) },
    { number: 22, body: element(20) },
    { number: 25, body: '<</Note(one)>>' },
  ];

  it.each([
    ['a key of its parent', 20, 140, '/K 7 0 R'],
    ['an array of its own', 21, 20, ''],
    ['the tree of numbers alone', 22, 20, ''],
  ])('MAP-8 %s', async (_, number, parent, entries) => {
    const changed = { number, body: element(parent, `${entries}/ActualText(Free)`) };
    expect(await told(objects, [changed])).toEqual(['structure']);
  });

  it('MAP-8 and nothing else is part of the tree', async () => {
    expect(await told(objects, [{ number: 25, body: '<</Note(two)>>' }])).toEqual(['content']);
    const other = [
      ...objects,
      instead(1, { '/MarkInfo': '/Note 8 0 R/MarkInfo' }),
      { number: 8, body: '[21 0 R]' },
    ];
    expect(await told(other, [{ number: 21, body: element(20, '/Lang(el)') }])).toEqual(['content']);
    const second = [
      instead(4, { '/Tabs': '/StructTreeRoot 20 0 R/Tabs' }),
      { number: 20, body: '<</ParentTreeNextKey 1>>' },
    ];
    expect(await told(second, [{ number: 20, body: '<</ParentTreeNextKey 2>>' }])).toEqual(['content']);
  });
});

describe('what comes to the root of the tree, and to a document without one', () => {
  const root = (entries: string): string => `<</Type/StructTreeRoot/ParentTree 142 0 R${entries}>>`;
  const grown = (before: string, after: string): Promise<string[]> =>
    told([{ number: 140, body: root(before) }], [{ number: 140, body: root(after) }]);

  it.each(['/RoleMap<</Span/P>>', '/ClassMap<<>>', '/Namespaces[]'])(
    'MAP-8 kinds of elements tell something of those that were signed: %s',
    async (kinds) => {
      expect(await grown('/K 141 0 R', `/K 141 0 R${kinds}`)).toEqual(['description']);
      expect(await grown('', kinds)).toEqual(['structure_tree']);
      expect(await grown(`/K 141 0 R${kinds}`, '/K 141 0 R')).toEqual(['structure']);
    },
  );

  it('MAP-8 kinds that were signed, and what nobody knows, stay', async () => {
    const roles = (role: string) => `/K 141 0 R/RoleMap<</Span/${role}>>`;
    expect(await grown(roles('P'), roles('H1'))).toEqual(['structure']);
    expect(await grown('/K 141 0 R', '/K 141 0 R/Odd 1')).toEqual(['structure']);
    const twice = await grown('/ParentTreeNextKey 1', '/ParentTreeNextKey 1/ParentTreeNextKey 2');
    expect(twice).toContain('structure');
  });

  const without = instead(1, { '/StructTreeRoot 140 0 R': '' });
  const comes = (kids: string, trees = ''): Promise<string[]> =>
    told([without], (signed) => [
      instead(1, { '/MarkInfo': '/StructTreeRoot 300 0 R/MarkInfo' }, signed),
      { number: 300, body: `<</Type/StructTreeRoot/K 301 0 R${trees}>>` },
      { number: 301, body: `<</Type/StructElem/S/Document/P 300 0 R/K${kids}>>` },
    ]);

  it('MAP-8 a tree comes, and what it tells of the pages is told', async () => {
    expect(await comes('[]')).toEqual(['structure_tree']);
    expect(await comes('[<</Type/MCR/Pg 4 0 R/MCID 0>>]')).toEqual(['description']);
    expect(await comes('[0]')).toEqual(['description']);
    const to = '301 0 R';
    expect(await comes('[]', `/ParentTree<</Nums[7 ${to} 8 ${to}]>>`)).toEqual(['structure_tree']);
    expect(await comes('[]', `/ParentTree<</Nums[7 ${to} 7 ${to}]>>`)).toEqual(['description']);
    expect(await comes('[]', `/IDTree<</Names[(a)${to}(a)${to}]>>`)).toEqual(['description']);
  });

  it('MAP-8 a tree goes, or is none', async () => {
    const instance = (after: string) => (signed: Uint8Array) => [
      instead(1, { '/StructTreeRoot 140 0 R': after }, signed),
    ];
    expect(await told([], instance(''))).toEqual(['structure']);
    expect(await told([], instance('/StructTreeRoot[]'))).toEqual(['structure']);
    expect(
      await told([without], (signed) => [instead(1, { '/MarkInfo': '/StructTreeRoot 5/MarkInfo' }, signed)]),
    ).toEqual(['structure']);
  });

  it('MAP-8 a tree under another number is held against the one that was', async () => {
    const named = (entries: string) =>
      told([], (signed) => [
        instead(1, { '/StructTreeRoot 140 0 R': '/StructTreeRoot 300 0 R' }, signed),
        { number: 300, body: instead(140, { '/K ': `${entries}/K ` }, signed).body },
      ]);
    expect(await named('/RoleMap<</Span/P>>')).toContain('description');
    expect(await named('/Odd 1')).toContain('structure');
    expect(await named('')).not.toContain('structure');
  });

  it('MAP-8 an element that is no object stands in the place of another', async () => {
    const kids = (inside: string): TestObject => ({
      number: 141,
      body: `<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R/K[0${inside}]>>`,
    });
    const element = (kind: string, held: string): string => `<</S/${kind}/P 141 0 R/K[${held}]>>`;
    const [said, other] = [element('Div', '<</S/Span>>'), element('Div', '<</Type/OBJR/Obj 150 0 R>>')];
    expect(await told([kids(said)], [kids(other)])).toEqual(['structure']);
    expect(await told([kids(said)], [kids(other + said)])).not.toContain('structure');
  });

  it('MAP-8 an element goes that holds another, which is no object', async () => {
    const kids = (list: string): TestObject => ({
      number: 141,
      body: `<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R/K[${list}]>>`,
    });
    const element = (inside: string): TestObject => ({
      number: 20,
      body: `<</Type/StructElem/S/Div/P 141 0 R/K[${inside}]>>`,
    });
    const gone = (inside: string) => told([kids('0 20 0 R'), element(inside)], [kids('0')]);
    expect(await gone('<</S/Span/P 20 0 R>>')).toEqual(['structure']);
    expect(await gone('<</Type/OBJR/Obj 151 0 R>>')).toEqual(['structure_tree']);
  });

  it('MAP-8 the element of an annotation goes with it, and not while a page lists that', async () => {
    const body = (list: string): string =>
      `<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R/K[0 20 0 R ${list}]>>`;
    const OBJR = '<</Type/OBJR/Obj 150 0 R>>';
    const element = (inside: string): TestObject => ({
      number: 20,
      body: `<</Type/StructElem/S/Annot/P 141 0 R/K[${inside}]>>`,
    });
    const after = (list: string, ...changed: TestObject[]) =>
      told([{ number: 141, body: body('') }, element(OBJR)], (signed) => [
        instead(4, { ' 150 0 R': list }, signed),
        ...changed,
      ]);
    const root = (list: string): TestObject => ({ number: 141, body: body(list).replace(' 20 0 R', '') });
    expect(await after('', root(''))).toContain('structure_tree');
    expect(await after('', root(''))).not.toContain('structure');
    expect(await after(' 150 0 R', root(''))).toEqual(['structure']);
    expect(await after(' 150 0 R', element(''))).toEqual(['structure']);
    expect(await after(' 150 0 R', root(OBJR))).toEqual(['structure_tree']);
    const worded = (list: string): TestObject => ({
      number: 141,
      body: body(list).replace('/Pg 4 0 R', '/Pg 4 0 R/Alt(words)'),
    });
    const loses = told([worded(''), element(OBJR)], (signed) => [
      instead(4, { ' 150 0 R': '' }, signed),
      instead(141, { ' 20 0 R': '' }, signed),
    ]);
    expect(await loses).toContain('structure_tree');
  });
});
