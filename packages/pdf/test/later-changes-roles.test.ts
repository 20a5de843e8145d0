import { documentObjects, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { Pdf } from '../src/index.ts';
import { Reach } from '../src/revisions/changes/reach.ts';
import { References } from '../src/revisions/changes/references.ts';
import { type Role, rolesOf } from '../src/revisions/changes/roles.ts';
import { leavesOf, nodesOf } from '../src/revisions/changes/trees.ts';
import { targets } from '../src/syntax/targets.ts';
import { open, refuses } from './support.ts';

/** A document of one page, with these objects, of which the last of a number counts. */
function made(catalog: string, more: readonly TestObject[], trailer = ''): Pdf {
  const all = new Map(documentObjects({ catalog, more: [...more] }).map((one) => [one.number, one]));
  return open(writePdf({ kind: 'table', objects: [...all.values()], trailer }));
}
const objects = (bodies: Readonly<Record<number, string>>): TestObject[] =>
  Object.entries(bodies).map(([number, body]) => ({ number: Number(number), body }));

/** The roles of each object that has some, in the order of their numbers. */
const roles = (
  catalog: string,
  bodies: Readonly<Record<number, string>>,
  trailer = '',
): Record<number, Role[]> =>
  Object.fromEntries(
    [...rolesOf(made(catalog, objects(bodies), trailer))].map(([number, all]) => [number, [...all].sort()]),
  );

const PLAIN = { 1: ['catalog'], 2: ['tree'], 4: ['page'] };

describe('what an object is for', () => {
  it('is told of the pages and the nodes above them', () => {
    expect(roles('', {})).toEqual(PLAIN);
    const tree = {
      2: '<</Type/Pages/Kids 100 0 R/Count 2>>',
      100: '[4 0 R 101 0 R]',
      101: '<</Type/Pages/Parent 2 0 R/Kids[102 0 R]/Count 1>>',
      102: '<</Type/Page/Parent 101 0 R/MediaBox[0 0 9 9]>>',
    };
    expect(roles('', tree)).toEqual({ ...PLAIN, 100: ['tree'], 101: ['tree'], 102: ['page'] });
  });

  it('is not told of nodes that lead back to themselves', () => {
    const tree = {
      2: '<</Type/Pages/Kids[4 0 R 101 0 R]/Count 1>>',
      101: '<</Type/Pages/Parent 2 0 R/Kids[2 0 R 101 0 R]/Count 0>>',
    };
    refuses('loop', () => rolesOf(made('', objects(tree))));
  });

  it('is told of annotations, of widgets and of their arrays', () => {
    const page = (annotations: string) =>
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots ${annotations}>>`;
    const notes = { 101: '<</Subtype/Text>>', 102: '<</Subtype/Widget>>', 103: '<<>>' };
    const told = { 101: ['annotation'], 102: ['field'], 103: ['annotation'] };
    expect(roles('', { 4: page('[101 0 R 102 0 R 103 0 R 5]'), ...notes })).toEqual({ ...PLAIN, ...told });
    expect(roles('', { 4: page('100 0 R'), 100: '[101 0 R 102 0 R 103 0 R]', ...notes })).toEqual({
      ...PLAIN,
      ...told,
      100: ['annotations'],
    });
    const both = {
      2: '<</Type/Pages/Kids[4 0 R 6 0 R]/Count 2>>',
      4: page('100 0 R'),
      6: page('100 0 R'),
      100: '[101 0 R]',
      ...notes,
    };
    expect(roles('', both)).toEqual({ ...PLAIN, 6: ['page'], 100: ['annotations'], 101: ['annotation'] });
  });

  it('is told of the form, its fields, their order and their resources', () => {
    const form = {
      100: '<</Fields 101 0 R/CO 106 0 R/DR 107 0 R>>',
      101: '[102 0 R 103 0 R 102 0 R<</T(direct)/Kids[110 0 R]>>]',
      102: '<</T(a)>>',
      103: '<</T(b)/Kids 104 0 R>>',
      104: '[105 0 R]',
      105: '<</T(c)/Kids[105 0 R 103 0 R]>>',
      106: '[102 0 R]',
      107: '<</Font 108 0 R/XObject<<>>>>',
      108: '<</F1 3 0 R>>',
      110: '<</T(d)>>',
    };
    const told = {
      100: ['form'],
      101: ['fields'],
      102: ['field'],
      103: ['field'],
      104: ['fields'],
      105: ['field'],
      106: ['order'],
      107: ['resources'],
      108: ['resources'],
      110: ['field'],
    };
    expect(roles('/AcroForm 100 0 R', form)).toEqual({ ...PLAIN, ...told });
  });

  it('is told of the store of validation data', () => {
    const store = {
      100: '<</Certs 101 0 R/OCSPs[102 0 R]/VRI 103 0 R/Odd 104 0 R>>',
      101: '[102 0 R]',
      102: '(a certificate)',
      103: '<</AB 105 0 R/CD<</Cert 107 0 R>>>>',
      104: '(no list)',
      105: '<</Cert 106 0 R/TU 104 0 R/VRI 108 0 R>>',
      106: '[102 0 R]',
      107: '[102 0 R]',
      108: '[]',
    };
    const told = [100, 101, 103, 105, 106, 107];
    expect(roles('/DSS 100 0 R', store)).toEqual({
      ...PLAIN,
      ...Object.fromEntries(told.map((number) => [number, ['store']])),
    });
    expect(roles('/DSS<</VRI[5]/Certs 101 0 R>>', { 101: '[]' })).toEqual({ ...PLAIN, 101: ['store'] });
  });

  it('is told of extensions, of metadata and of the information dictionary', () => {
    const more = {
      100: '<</A 101 0 R/B[102 0 R]/C 103 0 R>>',
      101: '<<>>',
      102: '<<>>',
      103: '[104 0 R]',
      104: '<<>>',
    };
    expect(roles('/Extensions 100 0 R', more)).toEqual({
      ...PLAIN,
      ...Object.fromEntries([100, 101, 102, 103, 104].map((number) => [number, ['extensions']])),
    });
    expect(roles('/Metadata 100 0 R', { 100: '<<>>', 101: '<<>>' }, '/Info 101 0 R')).toEqual({
      ...PLAIN,
      100: ['metadata'],
      101: ['info'],
    });
  });

  it('may be several things', () => {
    const body = {
      4: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots 100 0 R>>',
      100: '[101 0 R]',
      101: '<</Subtype/Text>>',
    };
    expect(roles('/AcroForm<</Fields 100 0 R>>/Metadata 101 0 R', body)).toEqual({
      ...PLAIN,
      100: ['annotations', 'fields'],
      101: ['annotation', 'field', 'metadata'],
    });
  });
});

describe('a number tree and a name tree', () => {
  const tree = (bodies: Readonly<Record<number, string>>) => {
    const pdf = made('', objects({ 100: '<<>>', ...bodies }));
    return {
      pdf,
      root: { type: 'ref', number: 100, generation: 0, source: pdf.bytes, start: 0, end: 0 } as const,
    };
  };
  const leaves = (kind: 'Nums' | 'Names', bodies: Readonly<Record<number, string>>) => {
    const { pdf, root } = tree(bodies);
    const found = leavesOf(pdf, root, kind);
    return (
      found &&
      [...found].map(([key, value]) => `${key} ${value.type === 'ref' ? value.number : value.type}`).sort()
    );
  };

  it('has its nodes once each', () => {
    const { pdf, root } = tree({
      100: '<</Kids[101 0 R 102 0 R 101 0 R<</A 1>>5 199 0 R]>>',
      101: '<</Kids[100 0 R 103 0 R]>>',
      102: '<</Kids 5>>',
      103: '<<>>',
    });
    const found = [...nodesOf(pdf, root)].map(({ value }) =>
      value.type === 'ref' ? value.number : value.type,
    );
    expect(found.toSorted()).toEqual([100, 101, 102, 103, 'dict']);
    expect([...nodesOf(pdf, undefined)]).toEqual([]);
  });

  it('leads from its keys', () => {
    expect(leaves('Nums', { 100: '<</Nums[0 101 0 R 1[5]]/Names[(a)9 0 R]>>' })).toEqual([
      '0 101',
      '1 array',
    ]);
    expect(leaves('Names', { 100: '<</Names[(a)101 0 R<6263>102 0 R]>>' })).toEqual(['a 101', 'bc 102']);
    const kids = { 100: '<</Kids[101 0 R 102 0 R]>>', 101: '<</Nums[0 5 0 R]>>', 102: '<</Nums[7 6 0 R]>>' };
    expect(leaves('Nums', kids)).toEqual(['0 5', '7 6']);
    expect(leaves('Nums', {})).toEqual([]);
    expect(leaves('Nums', { 100: '<</Nums[0 101 0 R 1]>>' })).toEqual(['0 101']);
    expect(leaves('Nums', { 100: '<</Nums[103 0 R 101 0 R]>>', 103: '4' })).toEqual(['4 101']);
  });

  it.each([
    ['Nums', '<</Nums[/a 101 0 R]>>'],
    ['Nums', '<</Nums[0 101 0 R 0 102 0 R]>>'],
    ['Nums', '<</Nums[0 101 0 R]/Kids[<</Nums[0 102 0 R]>>]>>'],
    ['Names', '<</Names[/a 101 0 R]>>'],
    ['Names', '<</Names[5 101 0 R]>>'],
    ['Names', '<</Names[(a)101 0 R<61>102 0 R]>>'],
  ] as const)('is none: %s of %s', (kind, body) => {
    expect(leaves(kind, { 100: body })).toBeUndefined();
  });
});

describe('what leads to an object', () => {
  const bodies = {
    100: '<</A 101 0 R/B[<</C 102 0 R>>]>>',
    101: '<</Font 103 0 R/Back 100 0 R>>',
    103: '<</F1 102 0 R>>',
    104: '<</A 102 0 R>>',
  };

  it('is told with its key', () => {
    const pdf = made('/X 100 0 R', objects(bodies));
    const references = new References(new Set([102, 103]));
    for (let number = 0; number <= pdf.index.highest; number++) {
      const slot = pdf.index.get(number);
      if (slot !== undefined) references.read(pdf, slot);
    }
    const of = (number: number): string[] =>
      references.of(number, pdf).map(({ from, key, isDirect }) => `${from} ${key} ${isDirect}`);
    expect(of(102)).toEqual(['100 C false', '103 Font/* true', '104 A true']);
    expect(of(103)).toEqual(['101 Font true']);
    expect(of(101)).toEqual([]);
    expect(of(999)).toEqual([]);
  });

  it('is told of so many references as are kept', () => {
    const read = (count: number): number => {
      const pdf = made('/X 100 0 R', objects({ 100: `[${'5 0 R '.repeat(count)}]` }));
      const references = new References(new Set([5]));
      references.read(pdf, pdf.index.get(100) ?? 0);
      return references.of(5, pdf).length;
    };
    expect(read(500_000)).toBe(500_000);
    refuses('too_many_objects', () => read(500_001));
  });

  it('is reached from the trailer', () => {
    const pdf = made('/X 100 0 R', objects(bodies));
    const reach = new Reach();
    const reached = [1, 2, 3, 4, 5, 100, 101, 102, 103, 104].filter((number) => reach.reaches(pdf, number));
    expect(reached).toEqual([1, 2, 3, 4, 5, 100, 101, 102, 103]);
    expect(reach.isWhole(pdf)).toBe(true);
    // An object that is there and cannot be read may lead anywhere; one that is not leads nowhere.
    const broken = made('/X 100 0 R', objects({ 100: '<</A 101 0 R>>', 101: '<</A' }));
    expect(reach.isWhole(broken)).toBe(false);
    expect(reach.isWhole(made('/X 100 0 R', objects({ 100: '<</A 101 0 R>>' })))).toBe(true);
    expect(reach.isWhole(made('', objects({ 101: '<</A' })))).toBe(true);
    expect(reach.isWhole(pdf)).toBe(true);
    expect(reach.reaches(broken, 102)).toBe(false);
  });

  it('is what a value refers to, all the way down and in what readers pass over', () => {
    const value = (body: string) => {
      const found = made('', objects({ 100: body })).object(100)?.value;
      return found === undefined ? [] : [...targets(found)].sort();
    };
    expect(value('<</A 1 0 R/B[2 0 R[3 0 R]<</C 4 0 R>>]>>')).toEqual([1, 2, 3, 4]);
    expect(value('<</A 1 0 R/A 2 0 R>>')).toEqual([1, 2]);
    expect(value('<</Length 0/A 1 0 R>>\nstream\n\nendstream')).toEqual([1]);
    expect(value('7')).toEqual([]);
  });
});
