import { streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { told } from './later-changes-objects.ts';

const words = ['Pay', 'never', 'now'].map((text, at) => `/P<</MCID ${at}>>BDC BT (${text}) Tj ET EMC`);
const element = (number: number, kids: string, entries = ''): TestObject => ({
  number,
  body: `<</Type/StructElem/S/P/P 141 0 R/Pg 4 0 R/K${kids}${entries}>>`,
});
const whole = (kids: string): TestObject => ({
  number: 141,
  body: `<</Type/StructElem/S/Document/P 140 0 R/Pg 4 0 R/K[${kids}]>>`,
});
const nodes = (...entries: string[]): TestObject[] => [
  { number: 142, body: `<</Kids[${entries.map((_, at) => `${20 + at} 0 R`).join(' ')}]>>` },
  ...entries.map((entry, at) => ({ number: 20 + at, body: `<<${entry}>>` })),
];
/** The node below the first one. */
const within = (limits: string): TestObject => ({
  number: 21,
  body: `<<${limits}/Nums[0 146 0 R 1 149 0 R]>>`,
});
const NAMES = '[(a)143 0 R(b)144 0 R]';

/** A page of three pieces, whose elements hold them by a number, by an object and by a number in an array. */
const tagged: TestObject[] = [
  { number: 5, body: streamBody(words.join(' ')) },
  {
    number: 140,
    body: '<</Type/StructTreeRoot/K 141 0 R/ParentTree 142 0 R/IDTree 148 0 R/ParentTreeNextKey 2>>',
  },
  whole('143 0 R 144 0 R 145 0 R'),
  ...nodes('/Limits[0 1]/Nums[0 146 0 R 1 149 0 R]'),
  { number: 146, body: '[143 0 R 144 0 R 145 0 R]' },
  { number: 149, body: '[145 0 R]' },
  element(143, '[0]'),
  element(144, '[180 0 R]', '/Alt(never)'),
  element(145, ' 2'),
  { number: 148, body: `<</Names${NAMES}>>` },
  { number: 180, body: '<</Type/MCR/MCID 1/Pg 4 0 R>>' },
];
const by = (...changed: TestObject[]): Promise<string[]> => told(tagged, changed);

describe('the trees of a structure are searched', () => {
  it.each<[string, TestObject[]]>([
    ['limits beside its keys', nodes('/Limits[5 9]/Nums[0 146 0 R 1 149 0 R]')],
    ['keys that descend', nodes('/Limits[0 1]/Nums[1 149 0 R 0 146 0 R]')],
    ['a key that is no integer', nodes('/Limits[0 1]/Nums[0.0 146 0 R 1 149 0 R]')],
    [
      'a node before it with its limits',
      nodes('/Limits[0 1]/Nums[]', '/Limits[0 1]/Nums[0 146 0 R 1 149 0 R]'),
    ],
    ['a node before it with a key', nodes('/Limits[0 5]/Nums[5 143 0 R]', '/Nums[0 146 0 R 1 149 0 R]')],
    ['limits that leave out its first key', nodes('/Limits[1 1]/Nums[0 146 0 R 1 149 0 R]')],
    ['limits that leave out its last key', nodes('/Limits[0 0]/Nums[0 146 0 R 1 149 0 R]')],
    ['a node before it with one of its limits', nodes('/Limits[0 0]', '/Nums[0 146 0 R 1 149 0 R]')],
    ['limits of the node above it', nodes('/Limits[0 0]/Kids[21 0 R]').concat(within('/Limits[0 1]'))],
    ['lower limits of that node', nodes('/Limits[1 1]/Kids[21 0 R]').concat(within('/Limits[0 1]'))],
    ['limits of that node alone', nodes('/Limits[0 0]/Kids[21 0 R]').concat(within(''))],
    ['closer limits below that node', nodes('/Limits[0 1]/Kids[21 0 R]').concat(within('/Limits[1 1]'))],
    ['closer upper limits below it', nodes('/Limits[0 1]/Kids[21 0 R]').concat(within('/Limits[0 0]'))],
    ['a higher key before lower ones', nodes('/Nums[5 143 0 R -1 143 0 R 0 146 0 R 1 149 0 R]')],
    ['a key that is no integer, without limits', nodes('/Nums[0.0 146 0 R 1 149 0 R]')],
    ['kids beside its leaves', [{ number: 20, body: '<</Kids[]/Nums[0 146 0 R 1 149 0 R]>>' }]],
    ['names of which two descend', [{ number: 148, body: '<</Names[(a)143 0 R(c)145 0 R(b)144 0 R]>>' }]],
    ['names that descend', [{ number: 148, body: '<</Names[(b)144 0 R(a)143 0 R]>>' }]],
  ])('MAP-8 what leads to an element is lost by %s', async (_, changed) => {
    expect(await by(...changed)).toContain('structure');
  });

  it.each<[string, TestObject[]]>([
    ['other nodes', nodes('/Limits[0 0]/Nums[0 146 0 R]', '/Limits[1 1]/Nums[1 149 0 R]')],
    ['a new key behind its limits', nodes('/Limits[0 1]/Nums[0 146 0 R 1 149 0 R 2 143 0 R]')],
    ['nodes in nodes', nodes('/Limits[0 1]/Kids[21 0 R]').concat(within('/Limits[0 1]'))],
    ['a node that leads back to itself', [{ number: 142, body: '<</Kids[20 0 R 142 0 R]>>' }]],
  ])('is not lost by %s', async (_, changed) => {
    const found = await by(...changed);
    expect(found.filter((rule) => rule !== 'structure_tree' && rule !== 'description')).toEqual([]);
  });
});

describe('what an element holds', () => {
  it.each<[string, TestObject[]]>([
    ['goes', [element(144, '[]', '/Alt(never)')]],
    ['is another', [element(144, '[30 0 R]', '/Alt(never)'), { number: 30, body: '<</MCID 0/Pg 4 0 R>>' }]],
    ['grows', [element(144, '[180 0 R 30 0 R]', '/Alt(never)'), { number: 30, body: '0' }]],
    ['is held by a copy of it', [whole('30 0 R 144 0 R 145 0 R'), element(30, '[0]')]],
  ])('MAP-8 %s, though it is an object of its own', async (_, changed) => {
    expect(await by(...changed)).toContain('structure');
  });

  it.each<[string, string]>([
    ['in its place', '<</S/P/P 141 0 R/Pg 4 0 R/K 0/ActualText(never)>>'],
    ['in an array within', '[30 0 R]'],
  ])('MAP-8 an element that comes %s is told', async (_, kid) => {
    const changed = [whole(`143 0 R 144 0 R 145 0 R ${kid}`), element(30, ' 0', '/ActualText(never)')];
    expect(await by(...changed)).toContain('description');
  });

  const going = (kids: string, ...more: TestObject[]): Promise<string[]> => {
    const before = tagged.filter(({ number }) => number !== 141);
    const all = '143 0 R 144 0 R 145 0 R';
    return told([...before, whole(`${all} 25 0 R`), element(25, kids), ...more], [whole(all)]);
  };
  it('MAP-8 an element that goes stood for an annotation that stays', async () => {
    const reference = (object: number): string => `<</Type/OBJR/Obj ${object} 0 R>>`;
    expect(await going(`[${reference(150)}${reference(170)}]`)).toEqual(['structure']);
    expect(await going(`[${reference(170)}]`)).toEqual(['structure_tree']);
    expect(await going('[26 0 R]', { number: 26, body: '<</K[25 0 R]>>' })).toEqual(['structure_tree']);
  });

  it('MAP-8 an element that stands in its parent goes', async () => {
    const kid = '<</S/P/P 141 0 R/Pg 4 0 R/K 0>>';
    const before = [...tagged.filter(({ number }) => number !== 141), whole(`${kid} 144 0 R 145 0 R`)];
    expect(await told(before, [whole('144 0 R 145 0 R')])).toEqual(['structure']);
    expect(await told(before, [whole(`${kid}144 0 R  145 0 R`)])).toEqual([]);
    const place = '<</Type/OBJR/Obj 102 0 R>>';
    expect(await told(before, [whole(`${kid}144 0 R 145 0 R ${place}`)])).toEqual(['structure_tree']);
  });
});
