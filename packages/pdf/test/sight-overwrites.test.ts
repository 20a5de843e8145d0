import { furtherSignature, sealed, streamBody, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, look, saying, document as unsigned } from './later-changes-objects.ts';
import { document, only, signed, value } from './later-changes-sealed.ts';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

/** A page that says one thing in 24 points from (72, 700), signed; then again by a look of that place, whose foot is 5 under the line. */
async function told(page: string, content: string, rect = '[72 695 302 735]'): Promise<string[]> {
  const before = await sign(
    updated(unsigned, [
      instead(4, { ' 150 0 R': '' }),
      { number: 5, body: streamBody(`BT /F1 24 Tf 72 700 Td (${page}) Tj ET`) },
    ]),
  );
  const found = changesOf(furtherSignature(before, { content, rect }));
  return (found?.changes ?? []).map(({ rule, reason }) => reason ?? rule);
}
const saysAt = (x: number, y: number, text: string, size = 24): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`;
const OVERWRITES = ['further_signature', 'drawn_over'];
const ALONE = ['further_signature'];

describe('MAP-8: a further signature that alters figures', () => {
  // Figures are 13.3 wide, an x is 12: the second figure stands from 25.3 to 38.7.
  it.each<[string, string]>([
    ['a stroke on one', '1 w 28 6 m 28 20 l S'],
    ['a bar across one', '26 14 12 1 re f'],
    ['a white bar across one', '1 g 26 14 12 1 re f'],
    ['a letter on one', saysAt(26, 8, 'x', 12)],
    ['a point between two', '24.6 5 1.5 1.5 re f'],
    ['a point behind the last', '66 5 1.5 1.5 re f'],
    ['a word right behind them', saysAt(84, 5, 'k')],
  ])('is told: %s', async (_, content) => {
    expect(await told('x1500x', content)).toEqual(OVERWRITES);
  });

  it('is told: a small word raised behind them', async () => {
    expect(await told('1500', saysAt(58, 16, 'm', 10))).toEqual(OVERWRITES);
  });

  it.each<[string, string]>([
    ['a line under them', '0 1 90 1 re f'],
    ['a point over them', '24.6 30 1.5 1.5 re f'],
    ['a point far behind them', '84 5 1.5 1.5 re f'],
    ['a word far behind them', saysAt(100, 5, 'k')],
  ])('is none: %s', async (_, content) => {
    expect(await told('x1500x', content)).toEqual(ALONE);
  });
});

describe('MAP-8: a further signature that alters words', () => {
  it.each<[string, string]>([
    ['a line through them', '0 11 160 1 re f'],
    ['a stroke through them', '1 w 0 11 m 160 11 l S'],
    ['a line of the ground through them', '1 g 0 11 160 2 re f'],
    ['words behind them', saysAt(66, 5, 'not')],
  ])('is told: %s', async (_, content) => {
    expect(await told('repay', content)).toEqual(OVERWRITES);
  });

  it('is told of a line through words that are painted letter by letter', async () => {
    expect(await told('r) Tj (e) Tj (p) Tj (a) Tj (y', '0 11 160 1 re f')).toEqual(OVERWRITES);
  });

  it('is told behind what is no label by itself', async () => {
    expect(await told('due by', saysAt(80, 5, 'May'))).toEqual(OVERWRITES);
  });

  it('is told before them', async () => {
    expect(await told('repay', saysAt(0, 5, 'un'), '[42 695 272 735]')).toEqual(OVERWRITES);
  });

  it.each<[string, string]>([
    ['a line under them', '0 1 160 1 re f'],
    ['a line through two letters', '8 11 14 1 re f'],
    ['words farther behind', saysAt(90, 5, 'not')],
    ['words in another line', saysAt(66, 20, 'not')],
    ['small print behind them', saysAt(66, 5, 'Signed by Eleni', 9)],
  ])('is none: %s', async (_, content) => {
    expect(await told('repay', content)).toEqual(ALONE);
  });

  it.each<[string, number]>([
    ['by:', 37],
    ['Signature', 102],
    ['Name . . . . . .', 80],
    ['(seal)', 62],
  ])('is none that answers %s', async (page, x) => {
    expect(await told(page, saysAt(x, 5, 'Eleni'))).toEqual(ALONE);
  });

  it('is none where a line of it lies on one to sign on', async () => {
    expect(await told('Name ________', '70 8 120 1 re f')).toEqual(ALONE);
  });

  it('is looked for within bounds: past them nothing is said of the look', async () => {
    const page = Array.from({ length: 15_000 }, () => 'a').join(') Tj 0 0 Td (');
    const words = `BT /F1 1 Tf 0 5 Td ${'(b) Tj 0 0 Td '.repeat(15_000)} ET`;
    expect(await told(page, words)).toEqual(['further_signature', 'limit']);
  });
});

describe('MAP-8: a further signature as large as a page', () => {
  it('is told from half of it on', async () => {
    const says = '0 0 1 1 re f 229 39 1 1 re f';
    expect(await told('repay', says, '[0 0 595 600]')).toEqual(OVERWRITES);
    expect(await told('repay', says, '[0 0 595 200]')).toEqual(ALONE);
    expect(await told('repay', '', '[0 0 595 600]')).toEqual(ALONE);
    expect(await told('repay', saysAt(20, 20, 'Signed by Eleni', 3), '[0 0 595 600]')).toEqual(ALONE);
  });
});

describe('MAP-8: a place to sign that showed something while it was empty', () => {
  const OVER = '/Rect[70 690 300 730]';
  const BESIDE = '/Rect[400 500 490 520]';
  /** What is told where it is signed, with other entries in the place of some. */
  const signing = (
    rect: string,
    shown: Uint8Array,
    parts: Readonly<Record<string, string>>,
    page?: string,
  ): string[] => {
    const before = signed(
      document,
      ...(page === undefined
        ? []
        : [{ number: 5, body: streamBody(`BT /F1 24 Tf 72 700 Td (${page}) Tj ET`) }]),
      {
        number: 320,
        body: `<</Type/Annot/Subtype/Widget/P 4 0 R/F 4/FT/Sig/T(second)${rect}/AP<</N 301 0 R>>>>`,
      },
      instead(110, { '/Fields[': '/Fields[320 0 R ' }),
      instead(4, { '/Annots [': '/Annots [320 0 R ' }),
      { number: 301, body: shown },
      { number: 302, body: look('') },
    );
    const changed = instead(320, { '/T(second)': '/T(second)/V 330 0 R', ...parts }, before);
    const found = only(sealed(updated(before, [changed, value(330, 'Sig')])));
    return (found?.changes ?? [])
      .filter(({ rule }) => rule !== 'unused_object')
      .map(({ rule, reason }) => reason ?? rule);
  };
  const cover = look('1 g 0 0 230 40 re f');

  it.each<[string, Readonly<Record<string, string>>]>([
    ['gets an empty look', { '/N 301': '/N 302' }],
    ['loses its look', { '/AP<</N 301 0 R>>': '' }],
    ['is hidden', { '/F 4': '/F 2' }],
  ])('hides no longer what it hid, where it %s', (_, parts) => {
    expect(signing(OVER, cover, parts)).toContain('covers_content');
  });

  it('may lose its place where it showed nothing', () => {
    const parts = { [OVER]: '/Rect[0 0 0 0]' };
    expect(signing(OVER, look(''), parts)).toEqual(ALONE);
    expect(signing(OVER, cover, parts)).toContain('field');
    expect(signing(OVER, look(''), { [OVER]: '/Rect[70 690 80 700]' })).toContain('field');
  });

  it.each<[string, string[]]>([
    ['{{signer2}}', OVERWRITES],
    ['[[sign 12]]', OVERWRITES],
    ['Sign here', OVERWRITES],
    ['Pay 900', ['further_signature', 'covers_content']],
    ['Pay 9', ['further_signature', 'covers_content']],
    // Figure by figure.
    ['9) Tj (5) Tj (0', ['further_signature', 'covers_content']],
    // With an H that is drawn.
    [
      'Sign) Tj ET 200 702 2 9 re 206 702 2 9 re 200 706 8 2 re f BT (',
      ['further_signature', 'covers_content'],
    ],
    ['The tenant shall pay for all of the repairs', ['further_signature', 'covers_content']],
  ])('may have lain on what calls to sign: %s', (page, expected) => {
    const wide = '/Rect[70 690 580 730]';
    expect(signing(wide, cover, { '/N 301': '/N 302' }, page)).toEqual(expected);
  });

  it('shows no longer the figures that it showed', () => {
    const parts = { '/N 301': '/N 302' };
    expect(signing(BESIDE, saying('150 EUR'), parts)).toEqual(OVERWRITES);
    expect(signing(BESIDE, saying('1) Tj (5) Tj (0) Tj ( EUR'), parts)).toEqual(OVERWRITES);
    expect(signing(BESIDE, saying('150 EUR'), {})).toEqual(ALONE);
    expect(signing(BESIDE, saying('until 31.12.2026'), parts)).toEqual(ALONE);
    expect(signing(BESIDE, saying('Sign here'), parts)).toEqual(ALONE);
    expect(signing(BESIDE, saying('Signature 2'), parts)).toEqual(ALONE);
    expect(signing(BESIDE, look('1 g 0 0 230 40 re f'), parts)).toEqual(ALONE);
    expect(signing(OVER, look(''), parts)).toEqual(ALONE);
  });
});
