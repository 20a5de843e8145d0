import { bodyOf, furtherSignature, sealed, streamBody, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { document, instead, look } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

const WORDS = 'BT /F1 24 Tf 72 700 Td (Pay 1000 euros) Tj ET';
const reasonsOf = (file: Uint8Array): string[] =>
  (changesOf(file)?.changes ?? []).map(({ rule, reason }) => reason ?? rule);

/** The document with those contents on a page that is turned, signed. */
const signedPage = (content = WORDS, turn = ''): Promise<Uint8Array> =>
  sign(
    updated(document, [
      { number: 4, body: bodyOf(document, 4).replace(' 150 0 R', '').replace('/Tabs', `${turn}/Tabs`) },
      { number: 5, body: streamBody(content) },
    ]),
  );

describe('a look that stands upright on a turned page', () => {
  const UPRIGHT = 20;
  const turned = async (rotate: number, rect: string, flags: number): Promise<string[]> => {
    const signed = await signedPage(WORDS, `/Rotate ${rotate}`);
    return reasonsOf(furtherSignature(signed, { content: '1 g 0 0 230 40 re f', rect, flags }));
  };

  it.each([
    [90, '[72 640 302 680]'],
    [180, '[302 650 532 690]'],
    [270, '[112 780 342 820]'],
  ])('MAP-8 is held against the place to which readers turn it: %d', async (rotate, rect) => {
    expect(await turned(rotate, rect, UPRIGHT)).toContain('covers_content');
    expect(await turned(rotate, rect, 4)).not.toContain('covers_content');
    expect(await turned(0, rect, UPRIGHT)).not.toContain('covers_content');
  });

  it.each([
    [90, '[72 640 302 680]'],
    [180, '[302 650 532 690]'],
    [270, '[112 780 342 820]'],
  ])('MAP-8 and against no other: %d', async (rotate, rect) => {
    for (const other of [90, 180, 270].filter((one) => one !== rotate))
      expect(await turned(other, rect, UPRIGHT)).not.toContain('covers_content');
  });

  it('MAP-8 and against its own, where other readers leave it', async () => {
    expect(await turned(90, '[70 690 300 730]', UPRIGHT)).toContain('covers_content');
  });
});

describe('a look of several, or of no place', () => {
  const SLOT = `/ByteRange[0 ${`${' '.repeat(10)} `.repeat(3)}]/Contents<3000>`;
  const WHITE = look('1 g 0 0 90 20 re f');
  /** A further signature whose widget has these entries. */
  const further = async (entries: string, ...more: TestObject[]): Promise<string[]> => {
    const signed = await signedPage();
    const objects = [
      instead(4, { '/Annots [': '/Annots [300 0 R ' }, signed),
      instead(110, { '172 0 R': '172 0 R 300 0 R' }, signed),
      { number: 300, body: `<</Type/Annot/Subtype/Widget/FT/Sig/T(new)/V 310 0 R/F 4${entries}>>` },
      { number: 310, body: `<</Type/Sig/SubFilter/ETSI.CAdES.detached${SLOT}>>` },
    ];
    return reasonsOf(sealed(updated(signed, [...objects, ...more])));
  };
  const states = (named: string) => `/Rect[70 690 300 730]/AP<</N<</On 301 0 R/Off 302 0 R>>>>${named}`;
  const both: TestObject[] = [
    { number: 301, body: WHITE },
    { number: 302, body: look('') },
  ];

  it('MAP-8 is the one that is named, and each of them where that is not there', async () => {
    expect(await further(states('/AS/On'), ...both)).toContain('covers_content');
    expect(await further(states('/AS/Off'), ...both)).not.toContain('covers_content');
    expect(await further(states(''), ...both)).not.toContain('covers_content');
    expect(await further(states('').replace('/Off 302 0 R', ''), ...both)).toContain('covers_content');
    expect(await further(states('/AS/Other'), ...both)).toContain('covers_content');
  });

  it('MAP-8 is not read where it cannot be, wherever it stands', async () => {
    const packed = streamBody('1 g', '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Filter/Unheard');
    const unread = { number: 301, body: packed };
    expect(await further('/AP<</N 301 0 R>>', unread)).toContain('unread_look');
    expect(await further('/Rect[400 500 490 520]/AP<</N 301 0 R>>', unread)).toContain('unread_look');
    expect(await further('/AP<</N 301 0 R>>', { number: 301, body: look('') })).toEqual([
      'further_signature',
    ]);
  });
});

describe('a cover over a part of a large drawing', () => {
  /** Three bars of that breadth, as of a letter that is 50 high and wide. */
  const drawn = (colour: string, breadth = 5): string =>
    `${colour} 100 600 ${breadth} 50 re ${colour} 100 600 50 ${breadth} re ${150 - breadth} 600 ${breadth} 50 re f`;
  const covered = async (content: string, rect: string): Promise<string[]> =>
    reasonsOf(furtherSignature(await signedPage(content), { content: '1 g 0 0 230 40 re f', rect }));

  it('MAP-8 is told, as nobody knows what is missed', async () => {
    expect(await covered(drawn('0 g'), '[95 595 112 655]')).toContain('unread_look');
    expect(await covered(drawn('0 g'), '[95 612 112 620]')).toContain('unread_look');
  });

  it.each([
    ['a strip that is lower', drawn('0 g'), '[95 612 112 614]'],
    ['a strip that is thinner', drawn('0 g'), '[100 595 101 655]'],
    ['what is pale', drawn('.9 g'), '[95 595 112 655]'],
    ['nothing of it', drawn('0 g'), '[112 612 140 655]'],
  ])('MAP-8 and is not over %s', async (_, content, rect) => {
    expect(await covered(content, rect)).toEqual(['further_signature']);
  });
});
