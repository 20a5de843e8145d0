import { furtherSignature, streamBody, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { document, instead } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

/** A page with a text of 24 points whose figures are 13.3 wide, signed; then again by a look that writes at a place. */
async function written(
  page: string,
  text: string,
  [x, y]: readonly [number, number],
  size = 24,
): Promise<string[]> {
  const signed = await sign(
    updated(document, [
      instead(4, { ' 150 0 R': '' }),
      { number: 5, body: streamBody(`BT /F1 24 Tf 72 700 Td (${page}) Tj ET`) },
    ]),
  );
  const file = furtherSignature(signed, {
    content: `BT /F1 ${size} Tf 0 5 Td (${text}) Tj ET`,
    rect: `[${x} ${y - 5} ${x + 230} ${y + 35}]`,
  });
  return (changesOf(file)?.changes ?? []).map(({ rule, reason }) => reason ?? rule);
}

describe('figures that are written on to a number', () => {
  // Four figures end at 125.4.
  it.each<[string, string, [number, number], number?]>([
    ['close behind it', '9', [128, 700]],
    ['a figure behind it', '9', [147, 700]],
    ['close before it', '9', [56, 700]],
    ['a little lower', '9', [128, 693]],
    ['a little higher', '9', [128, 707]],
    ['smaller', '9', [128, 700], 16],
    ['larger', '9', [128, 700], 36],
    ['a comma', ',', [128, 700]],
    ['a percent sign', '%', [128, 700]],
  ])('MAP-8 are told: %s', async (_, text, place, size) => {
    expect(await written('1000', text, place, size)).toContain('covers_content');
  });

  it.each<[string, string, string, [number, number], number?]>([
    ['farther behind it', '1000', '9', [152, 700]],
    ['farther before it', '1000', '9', [30, 700]],
    ['lower', '1000', '9', [128, 688]],
    ['higher', '1000', '9', [128, 712]],
    ['of another size', '1000', '9', [128, 700], 10],
    ['behind a word that ends with a letter', '1000xxx', '9', [168, 700]],
    ['before a sign that is no figure', 'Pay %', '+', [142, 700]],
    ['a letter in the place of a figure', '1000', 'A', [145, 700]],
  ])('MAP-8 and are not where they are %s', async (_, page, text, place, size) => {
    expect(await written(page, text, place, size)).not.toContain('covers_content');
  });
});

describe('what stands beside a figure like one more', () => {
  it.each<[string, [number, number], number?]>([
    ['close behind it', [128, 700]],
    ['close before it', [52, 700]],
    ['a little lower', [128, 693]],
    ['a little smaller', [128, 700], 18],
    ['a little larger', [128, 700], 36],
  ])('MAP-8 is told: a letter %s', async (_, place, size) => {
    expect(await written('1000', 'O', place, size)).toEqual(['further_signature', 'unread_look']);
  });

  it.each<[string, [number, number], number?]>([
    ['farther behind it', [136, 700]],
    ['farther before it', [42, 700]],
    ['lower', [128, 688]],
    ['higher', [128, 712]],
    ['much smaller', [128, 700], 9],
    ['much larger', [128, 700], 40],
  ])('MAP-8 goes on with it where a letter is %s', async (_, place, size) => {
    expect(await written('1000', 'O', place, size)).toEqual(['further_signature', 'drawn_over']);
  });

  it.each<[string, [number, number], number?]>([
    ['far behind it', [142, 700]],
    ['far before it', [36, 700]],
    ['a line lower', [128, 676]],
    ['a line higher', [128, 724]],
    ['tiny', [128, 700], 7],
  ])('MAP-8 is not where a letter is %s', async (_, place, size) => {
    expect(await written('1000', 'O', place, size)).toEqual(['further_signature']);
  });
});
