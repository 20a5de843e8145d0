import { bodyOf, streamBody, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { Box } from '../src/revisions/pages.ts';
import { pageAt } from '../src/revisions/pages.ts';
import { Sight } from '../src/revisions/sight/sight.ts';
import { type Drawn, effectsOf, pageOf, revised, white, withAnnotations } from './sight-support.ts';
import { open } from './support.ts';

const LETTERS = 'BT /F1 20 Tf 100 700 Td (ABC) Tj ET';
/** Three strokes like those of a letter. */
const STROKES = '1.5 w 100 700 m 100 712 l 108 712 l 108 700 l S';
const OVER: Box = [90, 690, 140, 720];
const instead = streamBody(white(OVER).look ?? '', `/Type/XObject/Subtype/Form/BBox[${OVER.join(' ')}]`);

/** A white area that hides a part of what is behind it. */
const veil = (rect: Box, share: number, more: Partial<Drawn> = {}): Drawn => ({
  rect,
  look: `/G gs ${white(rect).look}`,
  resources: `/ExtGState<</G<</ca ${share}>>>>`,
  ...more,
});

describe('what annotations hide together', () => {
  it.each<[string, string, Drawn[], string]>([
    ['letters', LETTERS, [veil(OVER, 0.3), veil(OVER, 0.3)], 'clear hides'],
    ['letters, at their edge', LETTERS, [veil(OVER, 0.3), veil([90, 690, 105, 720], 0.3)], 'clear hides'],
    ['too little of them', LETTERS, [veil(OVER, 0.1), veil(OVER, 0.2)], 'clear clear'],
    [
      'letters, the third of them',
      LETTERS,
      [veil(OVER, 0.2), veil(OVER, 0.2), veil(OVER, 0.2)],
      'clear clear hides',
    ],
    [
      'letters, and then more',
      LETTERS,
      [veil(OVER, 0.3), veil(OVER, 0.3), veil(OVER, 0.3)],
      'clear hides clear',
    ],
    ['drawings', STROKES, [veil(OVER, 0.3), veil(OVER, 0.3)], 'clear hides'],
    [
      'drawings, from where they are far',
      STROKES,
      [veil(OVER, 0.3), veil([99, 690, 140, 720], 0.3)],
      'clear hides',
    ],
    [
      'drawings, of several',
      `${STROKES} 400 400 m 400 412 l S`,
      [veil(OVER, 0.3), veil(OVER, 0.3)],
      'clear hides',
    ],
    [
      'drawings, and then more',
      STROKES,
      [veil(OVER, 0.3), veil(OVER, 0.3), veil(OVER, 0.3)],
      'clear hides clear',
    ],
    [
      'nothing where the second lies elsewhere',
      LETTERS,
      [veil(OVER, 0.3), veil([90, 600, 140, 630], 0.3)],
      'clear clear',
    ],
    [
      'nothing where the first lies elsewhere',
      LETTERS,
      [veil([90, 600, 140, 630], 0.3), veil(OVER, 0.3)],
      'clear clear',
    ],
    ['nothing where there is nothing', '', [veil(OVER, 0.3), veil(OVER, 0.3)], 'clear clear'],
    [
      'a digit, cut twice',
      LETTERS.replace('ABC', '8'),
      [veil([90, 690, 102, 720], 1), veil([108, 690, 120, 720], 1)],
      'clear hides',
    ],
    [
      'a third of a digit',
      LETTERS.replace('ABC', '8'),
      [veil([90, 690, 102, 720], 1), veil([102, 690, 103, 720], 1)],
      'clear unread',
    ],
  ])('MAP-8 is told of the last of them: %s', (_, content, drawn, effects) => {
    expect(effectsOf(content, drawn).join(' ')).toBe(effects);
  });

  it('MAP-8 is not what they hide of each other', () => {
    const text: Drawn = { rect: OVER, look: LETTERS };
    expect(effectsOf('', [text, veil(OVER, 0.3), veil(OVER, 0.3)])).toEqual(['clear', 'clear', 'clear']);
  });

  it('MAP-8 is what they hide of an annotation that was signed', () => {
    const file = withAnnotations(pageOf(''), [{ rect: OVER, look: LETTERS }]);
    const later = open(withAnnotations(file, [veil(OVER, 0.3), veil(OVER, 0.3)], 400));
    const sight = new Sight();
    const effects = [400, 402].map((object) => sight.effect(later, pageAt(later, 1), object, open(file)));
    expect(effects).toEqual(['clear', 'hides']);
    expect(new Sight().effect(later, pageAt(later, 1), 300, open(file))).toBe('clear');
  });

  it('MAP-8 counts what was asked of before as signed, and what changed as not', () => {
    const file = withAnnotations(pageOf(''), [{ rect: OVER, look: LETTERS }]);
    const later = withAnnotations(file, [veil(OVER, 0.3), veil(OVER, 0.3)], 400);
    const form = `/Type/XObject/Subtype/Form/BBox[${OVER.join(' ')}]`;
    const changed = updated(later, [{ number: 301, body: streamBody('', form) }]);
    const signed = open(file);
    const told = (bytes: Uint8Array, isAskedOfSigned: boolean): string[] => {
      const [sight, pdf] = [new Sight(), open(bytes)];
      sight.effect(isAskedOfSigned ? signed : pdf, pageAt(pdf, 1), 300, signed);
      return [400, 402].map((object) => sight.effect(pdf, pageAt(pdf, 1), object, signed));
    };
    expect(told(later, true)).toEqual(['clear', 'hides']);
    expect(told(changed, false)).toEqual(['clear', 'clear']);
  });

  it('MAP-8 is that of an annotation that comes from where nobody saw it', () => {
    const file = withAnnotations(pageOf(LETTERS), [veil(OVER, 0.3)]);
    const away = bodyOf(file, 300).replace('/Rect[90 690 140 720]', '/Rect[-90 690 -40 720]');
    const before = updated(file, [{ number: 300, body: away }]);
    const moved = updated(before, [{ number: 300, body: bodyOf(file, 300) }]);
    const later = open(withAnnotations(moved, [veil(OVER, 0.3)], 400));
    const sight = new Sight();
    const effects = [300, 400].map((object) => sight.effect(later, pageAt(later, 1), object, open(before)));
    expect(effects).toEqual(['clear', 'hides']);
  });

  it('MAP-8 is told on a page that came later', () => {
    const file = pageOf('');
    const page = bodyOf(file, 4)
      .replace('/Contents 5 0 R', '/Contents 501 0 R')
      .replace('/Annots[]', '/Annots[300 0 R]');
    const later = updated(file, [
      { number: 2, body: '<</Type/Pages/Kids[4 0 R 500 0 R]/Count 2>>' },
      { number: 500, body: page },
      { number: 501, body: streamBody(LETTERS) },
      { number: 300, body: `<</Type/Annot/Subtype/Stamp/F 4/Rect[${OVER.join(' ')}]/AP<</N 301 0 R>>>>` },
      { number: 301, body: instead },
    ]);
    const pdf = open(later);
    expect(new Sight().effect(pdf, pageAt(pdf, 2), 300, open(file))).toBe('hides');
    expect(new Sight().effect(pdf, pageAt(pdf, 1), 300, open(file))).toBe('clear');
  });

  it('MAP-8 is no news where an annotation hid it before', () => {
    const file = withAnnotations(pageOf(LETTERS), [veil(OVER, 0.3)]);
    const [signed, later] = [open(file), open(withAnnotations(file, [veil(OVER, 0.1)], 400))];
    const sight = new Sight();
    const page = pageAt(later, 1);
    expect([400, 300, 300].map((object) => sight.effect(later, page, object, signed))).toEqual([
      'clear',
      'clear',
      'clear',
    ]);
  });

  it('MAP-8 is not asked for within the revision that was signed', () => {
    const { pdf, page } = revised(LETTERS, [veil(OVER, 0.3), veil(OVER, 0.3)]);
    const sight = new Sight();
    expect([300, 302].map((object) => sight.effect(pdf, page, object, pdf))).toEqual(['clear', 'clear']);
  });
});

describe('a place for an opaque area', () => {
  const file = withAnnotations(pageOf(LETTERS), [
    { rect: [90, 390, 140, 420], look: LETTERS.replace('700', '400') },
  ]);
  const pdf = open(file);
  const would = (area: Box, object?: number): boolean =>
    new Sight().wouldHide(pdf, pageAt(pdf, 1), area, object);

  it.each<[string, boolean, Box, number?]>([
    ['letters of the page', true, OVER],
    ['nothing', false, [90, 500, 140, 530]],
    ['letters of an annotation', true, [90, 390, 140, 420]],
    ['those of its own', false, [90, 390, 140, 420], 300],
    ['those of another', true, [90, 390, 140, 420], 301],
    ['letters of the page, of whichever annotation', true, OVER, 300],
    ['what is not on the page', false, [-100, -100, -10, -10]],
    ['what is above the page', false, [90, 900, 140, 930]],
    ['all of the page', true, [-100, -100, 1000, 1000]],
  ])('MAP-8 is held against what it would hide: %s: %s', (_, isHidden, area, object) => {
    expect(would(area, object)).toBe(isHidden);
  });
});

describe('a page that cannot be read', () => {
  const entries = '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/Unheard';
  const around = {
    page: '/Resources<</XObject<</X 90 0 R>>>>',
    more: [{ number: 90, body: streamBody('f', entries) }],
  };
  const told = (drawn: Drawn, content = '/X Do') => effectsOf(content, [drawn], around)[0];

  it('MAP-8 shows what nobody knows under what is opaque', () => {
    expect(told(veil([90, 300, 140, 330], 1))).toBe('unread');
    expect(told(veil([90, 300, 140, 330], 0.41))).toBe('unread');
    expect(told(veil([90, 300, 140, 330], 0.39))).toBe('clear');
    expect(told(veil([90, 300, 140, 330], 1), '')).toBe('clear');
    expect(told({ rect: [90, 300, 140, 330], look: '1 g 100 310 5 5 re f' })).toBe('unread');
    expect(told({ rect: [90, 300, 140, 330], look: '' })).toBe('clear');
  });

  it('MAP-8 and whether what is read is hidden is told all the same', () => {
    expect(told(veil(OVER, 1), `/X Do ${STROKES}`)).toBe('hides');
  });
});

describe('an annotation that was there', () => {
  it.each([
    ['letters', LETTERS],
    ['drawings', STROKES],
    ['a picture', 'q 20 0 0 20 100 695 cm BI /W 2 /H 2 /BPC 8 /CS /G /F /AHx ID 00ffff00> EI Q'],
  ])('MAP-8 may hide its own %s, and no others', (_, look) => {
    const file = withAnnotations(pageOf(''), [
      { rect: OVER, look },
      { rect: OVER, look: '' },
    ]);
    const pdf = open(
      updated(file, [
        { number: 301, body: instead },
        { number: 303, body: instead },
      ]),
    );
    const page = pageAt(pdf, 1);
    expect(new Sight().effect(pdf, page, 300, open(file))).toBe('clear');
    expect(new Sight().effect(pdf, page, 302, open(file))).not.toBe('clear');
  });
});
