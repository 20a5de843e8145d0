import { bodyOf, sealed, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { LaterChanges } from '../src/index.ts';
import { instead, look, saying } from './later-changes-objects.ts';
import { document, once, only, signed, value } from './later-changes-sealed.ts';

const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4';
/** Where the page says what is to be paid. */
const OVER = '/Rect[70 690 300 730]';
const BESIDE = '/Rect[400 500 490 520]';
/** What is told of an update: rule, reason, words, object and field. */
function told(changed: readonly TestObject[], file: Uint8Array = once): string[] {
  return linesOf(only(updated(file, [...changed])));
}
const linesOf = (found: LaterChanges | undefined): string[] =>
  (found?.changes ?? [])
    .filter(({ rule }) => rule !== 'unused_object')
    .map(({ rule, reason, what, object, field }) =>
      [rule, reason, what, object, field].filter((part) => part !== undefined).join(' '),
    );
const listed = (parts: Readonly<Record<string, string>>): TestObject => instead(110, parts, once);
describe('a further signature', () => {
  const stamp = 'DocTimeStamp';
  /** The field 300 comes with a signature, its widget 303 in this place with this look. */
  const comes = (kind: 'Sig' | typeof stamp, rect: string, shown: string, keys = '/N 301 0 R'): string[] => {
    const file = sealed(
      updated(once, [
        listed({ '/Fields[': '/Fields[300 0 R ' }),
        instead(4, { '/Annots [': '/Annots [303 0 R ' }, once),
        { number: 300, body: '<</FT/Sig/T(new)/V 330 0 R/Kids[303 0 R]>>' },
        { number: 303, body: `<<${WIDGET}/Parent 300 0 R${rect}/AP<<${keys}>>>>` },
        { number: 301, body: look(shown) },
        { number: 302, body: look('') },
        value(330, kind),
      ]),
    );
    return linesOf(only(file))
      .filter((line) => !line.endsWith('/V 303 new'))
      .sort();
  };
  const cover = '1 g 0 0 90 20 re f';

  it('MAP-8 is told with its field, and what it shows with its widget', () => {
    expect(comes('Sig', BESIDE, cover)).toEqual(['further_signature /V 300 new']);
    expect(comes('Sig', OVER, cover)).toEqual([
      'further_signature /V 300 new',
      'further_signature covers_content /AP 303 new',
    ]);
    expect(comes('Sig', OVER, cover, '/N 302 0 R/R 301 0 R')).toEqual([
      'further_signature /V 300 new',
      'unread_look /AP 303 new',
    ]);
    expect(comes(stamp, BESIDE, cover)).toEqual([
      'document_time_stamp /V 300 new',
      'document_time_stamp covers_content /AP 303 new',
    ]);
    expect(comes(stamp, '/Rect[0 0 0 0]', '')).toEqual(['document_time_stamp /V 300 new']);
  });

  it('MAP-8 is none that was there, nor one of two fields', () => {
    const again = (body: string): string[] =>
      told([listed({ '/Fields[': '/Fields[300 0 R ' }), { number: 300, body }]);
    expect(again('<</FT/Sig/T(new)/V 310 0 R>>')).toContain('further_signature signature /V 300 new');
  });
});

describe('a place to sign that was there', () => {
  const empty = signed(
    document,
    { number: 320, body: `<<${WIDGET}/FT/Sig/T(second)${BESIDE}>>` },
    instead(110, { '/Fields[': '/Fields[320 0 R ' }),
    instead(4, { '/Annots [': '/Annots [320 0 R ' }),
  );
  const change = (entries: string, parts: Readonly<Record<string, string>> = {}): string[] =>
    told(
      [
        instead(320, { '/T(second)': `/T(second)${entries}`, ...parts }, empty),
        { number: 301, body: look('') },
        { number: 302, body: saying('x') },
      ],
      empty,
    );

  it.each([
    ['/MK<</BC[0]>>', ['signature_field /MK 320 second']],
    ['/DA(/F1 9 Tf)', ['signature_field /DA 320 second']],
    ['/Lock<</Action/All>>', ['signature_field /Lock 320 second']],
    ['/AP<</N 301 0 R>>', ['signature_field /AP 320 second']],
    ['/AP<</N 302 0 R>>', ['signature_field unsigned_field /AP 320 second']],
    ['/Ff 1', ['signature_field /Ff 320 second']],
    ['/Ff 2', ['unexplained field /Ff 320 second']],
    ['/Odd 1', ['unexplained field /Odd 320 second']],
    ['/MK<<>>/MK<</BC[0]>>', ['unexplained field /MK 320 second', 'unexplained ambiguous /Annot 320']],
  ])('MAP-8 gets %s', (entries, expected) => {
    expect(change(entries)).toEqual(expected);
  });

  it('MAP-8 stays where and what it is', () => {
    expect(change('', { [BESIDE]: '/Rect[400 500 490 540]' })).toEqual([
      'unexplained field /Rect 320 second',
    ]);
    expect(change('', { '/F 4': '/F 132' })).toEqual(['signature_field /F 320 second']);
    expect(change('', { '/Type/Annot': '' })).toEqual(['unexplained field /Type 320 second']);
    expect(change('', { '/Type/Annot': '/Type/Odd' })).toEqual(['unexplained field /Type 320 second']);
  });

  /** The place as it was signed with these entries, where 302 says something and 301 nothing. */
  const prepared = (entries: string, flags = 4): Uint8Array =>
    signed(
      document,
      {
        number: 320,
        body: `<<${WIDGET.replace('/F 4', `/F ${flags}`)}/FT/Sig/T(second)${BESIDE}${entries}>>`,
      },
      instead(110, { '/Fields[': '/Fields[320 0 R ' }),
      instead(4, { '/Annots [': '/Annots [320 0 R ' }),
      { number: 301, body: look('') },
      { number: 302, body: saying('x') },
      { number: 303, body: saying('y') },
    );
  it.each<[string, string, Readonly<Record<string, string>>, string]>([
    ['a hidden look that is shown', '/AP<</N 302 0 R>>', { '/F 2': '/F 4' }, '/F'],
    ['a look that is printed alone', '/AP<</N 302 0 R>>', { '/F 2': '/F 36' }, '/F'],
    ['a look that is hidden', '/AP<</N 302 0 R>>', { '/F 4': '/F 2' }, '/F'],
    ['another state of it', '/AS/A/AP<</N<</A 301 0 R/B 302 0 R>>>>', { '/AS/A': '/AS/B' }, '/AS'],
    [
      'another state that says something as well',
      '/AS/A/AP<</N<</A 302 0 R/B 303 0 R>>>>',
      { '/AS/A': '/AS/B' },
      '/AS',
    ],
    ['a look that is left out', '/AP<</N 302 0 R>>', { '/AP<</N 302 0 R>>': '' }, '/AP'],
    ['a look that says nothing any more', '/AP<</N 302 0 R>>', { 'N 302': 'N 301' }, '/AP'],
    ['a hidden look that says something', '/AP<</N 301 0 R>>', { 'N 301': 'N 302', '/F 4': '/F 2' }, '/AP'],
    ['a hidden look that is shown, with a font', '/AP<</N 302 0 R>>', { '/F 2': '/DA(/F1 9 Tf)/F 4' }, '/F'],
    [
      'a look that is left out, with a font',
      '/AP<</N 302 0 R>>',
      { '/AP<</N 302 0 R>>': '/DA(/F1 9 Tf)' },
      '/AP',
    ],
    ['a look that turns no longer with its page', '/AP<</N 302 0 R>>', { '/F 4': '/F 20' }, '/F'],
    ['a ground of its own', '', { '/T(second)': '/T(second)/MK<</BG[1 0 0]>>' }, '/MK'],
  ])('MAP-8 shows what it did while nobody signs in it: not %s', (_, entries, parts, key) => {
    const before = prepared(entries, '/F 2' in parts ? 2 : 4);
    expect(told([instead(320, parts, before)], before)).toEqual([
      `signature_field unsigned_field ${key} 320 second`,
    ]);
  });

  it('MAP-8 shows what it did where it is locked, or gets a ground that is none', () => {
    const before = prepared('/AP<</N 302 0 R>>');
    const change = (parts: Readonly<Record<string, string>>): string[] =>
      told([instead(320, parts, before)], before);
    expect(change({ '/F 4': '/F 132' })).toEqual(['signature_field /F 320 second']);
    expect(change({ '/F 4': '/F 4/DA(/F1 9 Tf)' })).toEqual(['signature_field /DA 320 second']);
    expect(change({ '/F 4': '/F 4/MK<</BG[]>>' })).toEqual(['signature_field /MK 320 second']);
  });

  it('MAP-8 shows nothing by its look as it is written anew', () => {
    const anew = (shown: string, flags: number, body: Uint8Array): string[] => {
      const before = prepared(`/AP<</N ${shown} 0 R>>`, flags);
      return told([{ number: Number(shown), body }], before);
    };
    const permitted = ['signature_field /AP 320 second'];
    const forbidden = ['signature_field unsigned_field /AP 320 second'];
    expect(anew('301', 4, look(' '))).toEqual(permitted);
    expect(anew('301', 2, look(' '))).toEqual(permitted);
    expect(anew('301', 4, saying('x'))).toEqual(forbidden);
    expect(anew('301', 2, saying('x'))).toEqual(forbidden);
    expect(anew('302', 4, look(''))).toEqual(forbidden);
    expect(anew('302', 2, look(''))).toEqual(permitted);
  });

  it('MAP-8 that has no place does not come to one', () => {
    const before = signed(
      document,
      { number: 320, body: `<<${WIDGET}/FT/Sig/T(second)/AP<</N 302 0 R>>>>` },
      instead(110, { '/Fields[': '/Fields[320 0 R ' }),
      instead(4, { '/Annots [': '/Annots [320 0 R ' }),
      { number: 302, body: saying('x') },
    );
    const placed = instead(320, { '/F 4': `/F 4/DA(/F1 9 Tf)${BESIDE}` }, before);
    expect(told([placed], before)).toEqual(['signature_field unsigned_field /Rect 320 second']);
  });

  it('MAP-8 that is no annotation does not become one that is seen, nor come to a page', () => {
    const before = signed(
      document,
      {
        number: 320,
        body: `<<${WIDGET.replace('/Subtype/Widget', '')}/FT/Sig/T(second)${BESIDE}/AP<</N 302 0 R>>>>`,
      },
      { number: 321, body: `<<${WIDGET}/FT/Sig/T(third)${BESIDE}/AP<</N 302 0 R>>>>` },
      instead(110, { '/Fields[': '/Fields[320 0 R 321 0 R ' }),
      instead(4, { '/Annots [': '/Annots [320 0 R ' }),
      { number: 302, body: saying('x') },
    );
    const shown = only(
      updated(before, [instead(320, { '/T(second)': '/T(second)/Subtype/Widget' }, before)]),
    );
    expect(shown?.level).toBe('other');
    const listedNow = told([instead(4, { '/Annots [': '/Annots [321 0 R ' }, before)], before);
    expect(listedNow).toContain('unexplained field /Annots 321 third');
  });

  it('MAP-8 comes without a look, be it hidden', () => {
    const comes = (entries: string): string[] =>
      told([
        listed({ '/Fields[': '/Fields[300 0 R ' }),
        instead(4, { '/Annots [': '/Annots [300 0 R ' }, once),
        { number: 300, body: `<<${WIDGET.replace('/F 4', '/F 2')}/FT/Sig/T(new)${BESIDE}${entries}>>` },
        { number: 301, body: look('') },
        { number: 302, body: saying('x') },
      ]);
    expect(comes('/AP<</N 301 0 R>>')).toEqual(['signature_field /Fields 300 new']);
    expect(comes('/AP<</N 302 0 R>>')).toEqual(['signature_field unsigned_field /Fields 300 new']);
  });

  it('MAP-8 is none of a time-stamp', () => {
    const file = sealed(
      updated(empty, [instead(320, { '/T': '/V 330 0 R/T' }, empty), value(330, 'DocTimeStamp')]),
    );
    expect(linesOf(only(file))).toEqual([
      'document_time_stamp /V 320 second',
      'document_time_stamp unsigned_field /V 320 second',
    ]);
  });

  it('MAP-8 that is signed is no longer changed', () => {
    const file = once;
    const after = (parts: Readonly<Record<string, string>>) => told([instead(102, parts, file)], file);
    expect(after({ '/F 4': '/F 132' })).toEqual(['unexplained signature /F 102 approval']);
    expect(after({ '/Lock 101 0 R': '' })).toEqual(['unexplained signature /Lock 102 approval']);
    expect(bodyOf(file, 102)).toContain('/V 310 0 R');
  });
});
