import { sealed, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead } from './later-changes-objects.ts';
import { document, only, signed, value } from './later-changes-sealed.ts';

const OBJR = (object: number): string => `/K<</Type/OBJR/Obj ${object} 0 R/Pg 4 0 R>>`;
const element = (entries: string): TestObject => ({
  number: 600,
  body: `<</Type/StructElem/S/P/P 141 0 R/Pg 4 0 R${entries}>>`,
});
const NOTE: TestObject = {
  number: 601,
  body: '<</Type/Annot/Subtype/Text/Rect[400 500 410 510]/F 4/StructParent 9>>',
};
/** A second field that is empty, and the element 501 of the annotation 150, to which the number 7 leads. */
const once = signed(
  document,
  { number: 500, body: '<</Type/Annot/Subtype/Widget/P 4 0 R/F 4/Rect[0 0 0 0]/FT/Sig/T(second)>>' },
  instead(110, { '/Fields[': '/Fields[500 0 R ' }),
  instead(4, { '/Annots [': '/Annots [500 0 R ' }),
  instead(141, { '/K[0]': '/K[0 501 0 R]' }),
  { number: 501, body: `<</Type/StructElem/S/Annot/P 141 0 R/Pg 4 0 R${OBJR(150)}>>` },
  { number: 142, body: '<</Nums[0[141 0 R]7 501 0 R]>>' },
);
const rulesOf = (file: Uint8Array): string[] =>
  (only(file)?.changes ?? [])
    .map(({ rule, reason }) => reason ?? rule)
    .filter((rule) => rule !== 'unused_object');
const told = (...changed: TestObject[]): string[] => rulesOf(updated(once, changed));
/** The new element stands behind what was signed. */
const held = instead(141, { '/K[0 501 0 R]': '/K[0 501 0 R 600 0 R]' }, once);
const leads = (numbers: string): TestObject => ({ number: 142, body: `<</Nums[0[141 0 R]${numbers}]>>` });
const signs = (entries: string, kind: 'Sig' | 'DocTimeStamp' = 'Sig'): string[] =>
  rulesOf(
    sealed(
      updated(once, [
        instead(500, { '/T(second)': '/T(second)/V 602 0 R' }, once),
        held,
        element(entries),
        value(602, kind),
      ]),
    ),
  );

describe('words that come to be heard', () => {
  it.each([
    '/ActualText(Pay 9)',
    '/Alt(Pay 9)',
    '/E(nine)',
    '/T(Pay 9)',
    '/Phoneme(nain)',
    '/A<</Summary(9)>>',
  ])('MAP-8 are told where nobody brings what they stand for: %s', (words) => {
    for (const kids of ['', OBJR(601), OBJR(500), OBJR(150)])
      expect(told(held, element(words + kids), NOTE)).toEqual(['description']);
    expect(told(held, element(OBJR(500)))).toEqual(['structure_tree']);
  });

  it('MAP-8 are those of a note that comes, or of who signs', () => {
    const listed = instead(4, { '/Annots [': '/Annots [601 0 R ' }, once);
    expect(told(held, element(`/Alt(A note)${OBJR(601)}`), NOTE, listed).sort()).toEqual([
      'annotation',
      'structure_tree',
    ]);
    const words = `/Alt(Signed by Eleni)${OBJR(500)}`;
    expect(signs(words).sort()).toEqual(['further_signature', 'structure_tree']);
    expect(signs(words, 'DocTimeStamp').sort()).toEqual(['description', 'document_time_stamp']);
  });

  it('MAP-8 are told where they stand for what was there as well, or for nothing by its type', () => {
    const listed = instead(4, { '/Annots [': '/Annots [601 0 R ' }, once);
    const kid = (object: number, type = '/Type/OBJR'): string => `<<${type}/Obj ${object} 0 R/Pg 4 0 R>>`;
    const said = (kids: string): string[] =>
      told(held, element(`/Alt(A note)/K[${kids}]`), NOTE, listed).sort();
    expect(said(kid(601))).toEqual(['annotation', 'structure_tree']);
    expect(said(kid(601) + kid(150))).toEqual(['annotation', 'description']);
    expect(said(kid(150) + kid(601))).toEqual(['annotation', 'description']);
    expect(said(kid(601, ''))).toEqual(['annotation', 'description']);
    const below = '<</Type/StructElem/S/Span/P 600 0 R>>';
    expect(said(kid(601) + below)).toEqual(['annotation', 'structure_tree']);
    expect(said(below)).toEqual(['annotation', 'description']);
  });

  it('MAP-8 are told where they are said of a signature that was there, and not of one that comes with its field', () => {
    expect(told(held, element(`/Alt(Signed by nobody)${OBJR(102)}`))).toEqual(['description']);
    const comes = [
      instead(110, { '/Fields[': '/Fields[603 0 R ' }, once),
      { number: 603, body: '<</Type/Annot/Subtype/Widget/Rect[0 0 0 0]/FT/Sig/T(third)/V 602 0 R>>' },
      value(602),
    ];
    expect(
      rulesOf(sealed(updated(once, [...comes, held, element(`/Alt(Signed)${OBJR(603)}`)]))).sort(),
    ).toEqual(['further_signature', 'structure_tree']);
  });

  it('MAP-8 are told where they come to stand for more than they did', () => {
    const worded = (entries: string): TestObject => instead(501, { '/S/Annot': `/S/Annot${entries}` }, once);
    const after = (entries: string): string[] => {
      const before = updated(once, [worded(entries)]);
      const more = instead(
        501,
        { '/K<</Type/OBJR/Obj 150 0 R/Pg 4 0 R>>': '/K[<</Type/OBJR/Obj 150 0 R/Pg 4 0 R>>600 0 R]' },
        before,
      );
      return rulesOf(updated(before, [more, element(OBJR(500))])).filter((rule) => rule !== 'structure');
    };
    expect(after('/Alt(Pay 9)')).toEqual(['description']);
    expect(after('/Lang(el)')).toEqual(['structure_tree']);
  });

  it('MAP-8 are told where numbers or names alone lead to them', () => {
    const words = element(`/Alt(Pay 9)${OBJR(150)}`);
    expect(told(leads('7 501 0 R 8 600 0 R'), words)).toEqual(['description']);
    expect(told(leads('7 501 0 R 8 600 0 R'), element(''))).toEqual(['structure_tree']);
    const names = instead(140, { '/K 141 0 R': '/K 141 0 R/IDTree<</Names[(a)600 0 R]>>' }, once);
    expect(told(names, words)).toEqual(['description']);
  });

  it('MAP-8 are told where a number loses an element of which one annotation stays, and not where none does', () => {
    const kid = (object: number): string => `<</Type/OBJR/Obj ${object} 0 R/Pg 4 0 R>>`;
    const lost = (kids: string): string[] => {
      const holds = { number: 501, body: `<</Type/StructElem/S/Annot/P 141 0 R/Pg 4 0 R/K[${kids}]>>` };
      const own = [instead(141, { '/K[0]': '/K[0 501 0 R]' }), leads('7 501 0 R')];
      return rulesOf(updated(signed(document, ...own, holds, NOTE), [leads('')]));
    };
    expect(lost(kid(150) + kid(601))).toEqual(['description']);
    expect(lost(kid(601))).toEqual(['structure_tree']);
  });

  it('MAP-8 are told where a number loses the annotation that stays, and leads elsewhere later', () => {
    const gone = updated(once, [leads('')]);
    expect(rulesOf(gone)).toEqual(['description']);
    const back = updated(gone, [leads('7 600 0 R'), element(`/Alt(Pay 9)${OBJR(150)}`)]);
    expect(rulesOf(back)).toEqual(['description', 'description']);
  });
});
