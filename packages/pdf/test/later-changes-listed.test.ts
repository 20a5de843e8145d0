import { sealed, type TestObject, updated } from '@websign/testkit';
import { expect, it } from 'vitest';
import { instead, saying } from './later-changes-objects.ts';
import { document, lines, only, signed, value } from './later-changes-sealed.ts';

const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4/Rect[400 500 490 520]/AP<</N 301 0 R>>';
/** A field of the form that no page lists. */
const field = (entries: string): TestObject => ({ number: 320, body: `<<${WIDGET}/T(second)${entries}>>` });
const unlisted = (entries: string): Uint8Array =>
  signed(document, instead(110, { '/Fields[': '/Fields[320 0 R ' }), field(entries), {
    number: 301,
    body: saying('Signed'),
  });
const listed = (file: Uint8Array): TestObject => instead(4, { '/Annots [': '/Annots [320 0 R ' }, file);
const toldOf = (file: Uint8Array): string[] => lines(file).map((line) => line.replace(/^\d /, ''));

const SIGNS = '/FT/Sig/V 330 0 R';

it('MAP-8 a page begins to list a field that shows something, which signs by that', () => {
  const file = unlisted('/FT/Sig');
  const signs = sealed(updated(file, [listed(file), field(SIGNS), value(330)]));
  expect(toldOf(signs)).toEqual(['further_signature /V 320']);
});

it('MAP-8 what no page lists is told without a place', () => {
  const file = unlisted('/FT/Sig');
  const changes = only(sealed(updated(file, [field(SIGNS), value(330)])))?.changes;
  expect(changes?.map(({ object, page, rect }) => ({ object, page, rect }))).toEqual([
    { object: 320, page: undefined, rect: undefined },
  ]);
});

it('MAP-8 no other field may come to a page so: one that signed before, one that does not sign, one that is filled', () => {
  const file = unlisted('/FT/Sig');
  const before = sealed(updated(file, [field(SIGNS), value(330)]));
  expect(toldOf(updated(before, [listed(before)]))).toEqual([
    'further_signature /V 320',
    'field /Annots 320',
  ]);
  expect(toldOf(updated(file, [listed(file)]))).toEqual(['field /Annots 320']);
  const text = unlisted('/FT/Tx');
  expect(toldOf(updated(text, [listed(text)]))).toEqual(['field /Annots 320']);
  expect(toldOf(updated(text, [listed(text), field('/FT/Tx/V<<>>')]))).toContain('field /Annots 320');
});
