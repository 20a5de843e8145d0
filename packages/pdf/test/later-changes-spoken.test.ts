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

  it('MAP-8 are told where a number loses the annotation that stays, and leads elsewhere later', () => {
    const gone = updated(once, [leads('')]);
    expect(rulesOf(gone)).toEqual(['description']);
    const back = updated(gone, [leads('7 600 0 R'), element(`/Alt(Pay 9)${OBJR(150)}`)]);
    expect(rulesOf(back)).toEqual(['description', 'description']);
  });
});
