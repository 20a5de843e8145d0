import { streamBody, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { LaterChanges } from '../src/index.ts';
import { instead, saying } from './later-changes-objects.ts';
import { document, only, signed } from './later-changes-sealed.ts';

const DA = '/DA(/F1 9 Tf)';
/** The name that is filled in, without a look of its own. */
const unlooked = (entries: string): TestObject => instead(103, { '/AP<</N 104 0 R>>': entries });

function changesAfter(
  objects: readonly TestObject[],
  changed: (file: Uint8Array) => TestObject[],
): LaterChanges['changes'] {
  const file = signed(document, ...objects);
  return only(updated(file, changed(file)))?.changes ?? [];
}
const toldOf = (...parts: Parameters<typeof changesAfter>): string[] =>
  changesAfter(...parts).map(({ reason, rule }) => reason ?? rule);

describe('other resources that the form gets', () => {
  const X = '/XObject<</X 104 0 R>>';
  const bare = { number: 104, body: streamBody('/X Do', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]') };
  const having = (entries: string, from = document): TestObject =>
    instead(110, { '/DR<<': `/DR<<${entries}` }, from);
  const added = { number: 330, body: saying('Paid') };
  const to =
    (from: string, resources: string) =>
    (file: Uint8Array): TestObject[] => [instead(110, { [from]: resources }, file), added];

  it('MAP-8 are others where no look paints them', () => {
    const other = to(X, X.replace('104', '330'));
    expect(toldOf([having(X)], other)).toEqual(['form_upkeep']);
    expect(toldOf([having(X), bare], other)).toEqual(['form']);
    expect(toldOf([having(X)], to(X, ''))).toContain('form');
  });

  it('MAP-8 have the name of a font that a field waits for', () => {
    const named = to('/DR<<', '/DR<</XObject<</F9 330 0 R>>');
    expect(toldOf([unlooked('/DA(/F9 9 Tf)')], named)).toEqual(['form_upkeep']);
  });

  it('MAP-8 are those of a page, too', () => {
    const shared = [
      having('/XObject 320 0 R'),
      instead(4, { '/Resources<<': '/Resources<</XObject 320 0 R' }),
      { number: 320, body: '<</X 104 0 R>>' },
    ];
    const grown = () => [{ number: 320, body: '<</X 104 0 R/Y 330 0 R>>' }, added];
    expect(toldOf(shared, grown)).toEqual(['reached_elsewhere']);
    expect(toldOf([having('/XObject 320 0 R'), { number: 320, body: '<</X 104 0 R>>' }], grown)).toEqual([
      'form_upkeep',
    ]);
  });

  it('MAP-8 are those of a page under another key', () => {
    const fonts = (more: string): TestObject => ({ number: 320, body: `<</F1 3 0 R${more}>>` });
    const shared = [
      instead(110, { '/Font<</F1 3 0 R>>': '/Font 320 0 R' }),
      instead(4, { '/Resources<<': '/Resources<</XObject 320 0 R' }),
      fonts(''),
    ];
    const grown = () => [fonts('/Y 330 0 R'), added];
    expect(toldOf(shared, grown)).toEqual(['reached_elsewhere']);
    const ofLook = [
      ...shared.filter(({ number }) => number !== 4),
      instead(4, { '/Resources<<': '/Resources<</XObject<</L 340 0 R>>' }),
      { number: 340, body: streamBody('/L Do', '/Type/XObject/Subtype/Form/Resources<</XObject 320 0 R>>') },
    ];
    expect(toldOf(ofLook, grown)).toEqual(['reached_elsewhere']);
  });

  it('MAP-8 are told by their kind and their object', () => {
    const spots = (objects: readonly TestObject[], changed: (file: Uint8Array) => TestObject[]): string[] =>
      changesAfter(objects, changed)
        .filter(({ rule }) => rule !== 'unused_object')
        .map(({ reason, rule, what, object }) => `${reason ?? rule} ${what} ${object}`);
    const own = [
      instead(110, { '/DR<</Font<</F1 3 0 R>>>>': '/DR 320 0 R' }),
      { number: 320, body: '<</Font<</F1 3 0 R>>/ProcSet[/PDF]>>' },
    ];
    const become = (body: string) => () => [{ number: 320, body }, added];
    expect(spots(own, become('<</Font<</F1 3 0 R/F9 330 0 R>>/ProcSet[/PDF]>>'))).toEqual([
      'form_upkeep /Font 320',
    ]);
    expect(spots(own, become('<</Font<</F1 330 0 R>>/ProcSet[/PDF]>>'))).toEqual(['form /Font 320']);
    expect(spots(own, become('<</Font<</F1 3 0 R>>/ProcSet[/PDF/Text]>>'))).toEqual(['form /ProcSet 320']);
    expect(spots(own, become('<</Font<</F1 3 0 R>>>>'))).toEqual(['form /ProcSet 320']);
    expect(spots(own, become('<</Font<</F1 3 0 R>>/ProcSet[/PDF]/Odd 1>>'))).toEqual([
      'form_upkeep /Odd 320',
    ]);
    expect(spots(own, become('5'))).toEqual(['form /DR 320']);
    const form = (from: string, entries: string) => (file: Uint8Array) => [
      instead(110, { [from]: entries }, file),
      added,
    ];
    expect(spots([], form('/F1 3 0 R', '/F1 3 0 R/F9 330 0 R'))).toEqual(['form_upkeep /Font 110']);
    expect(spots([], form(DA, `${DA}/SigFlags 3`))).toEqual(['form_upkeep /SigFlags 110']);
    expect(spots([], form(DA, `${DA}/Q 1`))).toEqual(['form /Q 110']);
    expect(spots([], form(DA, `${DA}${DA}`))).toEqual(['form /DA 110', 'ambiguous object 110']);
  });
});
