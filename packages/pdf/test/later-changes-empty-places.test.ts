import { expect, it } from 'vitest';
import { changesBy, instead, look } from './later-changes-objects.ts';

const BESIDE = '/Rect[400 500 490 520]';
/** The words of the page lie within it. */
const OVER = '/Rect[60 650 320 750]';
/** The words bare: the square that covers them in the document is gone. */
const bare = instead(4, { ' 150 0 R': '' });
const LISTED = { '/Annots [': '/Annots [300 0 R ' };
const empty = (entries: string) => ({
  number: 300,
  body: `<</Type/Annot/Subtype/Widget/P 4 0 R/FT/Sig/T(new)${entries}>>`,
});

/** What is told of an empty signature field that comes with these entries. */
const coming = async (entries: string): Promise<string[]> => {
  const changes = await changesBy([bare], (signed) => [
    instead(110, { '/Fields [': '/Fields [300 0 R ' }, signed),
    instead(4, LISTED, signed),
    empty(entries),
    { number: 301, body: look('') },
  ]);
  return changes
    .filter(({ rule }) => rule !== 'unused_object')
    .map(({ reason, rule, what }) => `${reason ?? rule} ${what}`);
};

it('MAP-8 an empty place to sign may hide what stands in it: readers paint a sign of their own there', async () => {
  const alone = ['signature_field /Fields'];
  for (const looks of ['', '/AP<<>>', '/AP<</N 301 0 R>>']) {
    expect(await coming(`${BESIDE}${looks}`)).toEqual(alone);
    expect(await coming(`${OVER}${looks}`)).toEqual([...alone, 'unread_look /Rect']);
  }
  // Nobody sees it: it is hidden, or without a place.
  expect(await coming(`${OVER.replace('320 750', '60 650')}`)).toEqual(alone);
  expect(await coming(`${OVER}/F 2`)).toEqual(alone);
});

it('MAP-8 one that was signed and comes to a page may as well', async () => {
  const listed = async (rect: string, type = '/FT/Sig'): Promise<string[]> => {
    const field = { number: 300, body: empty(rect).body.replace('/FT/Sig', type) };
    const form = instead(110, { '/Fields[': '/Fields[300 0 R ' });
    const changes = await changesBy([bare, form, field], (signed) => [instead(4, LISTED, signed)]);
    return changes.map(({ reason, rule, what }) => `${reason ?? rule} ${what}`);
  };
  expect(await listed(OVER)).toEqual(['unread_look /Rect']);
  expect(await listed(BESIDE)).toEqual([]);
  expect(await listed(OVER, '/FT/Tx')).toEqual([]);
});
