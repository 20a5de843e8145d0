import {
  bodyOf,
  furtherSignature,
  signedDocument,
  streamBody,
  type TestObject,
  testTrueType,
  updated,
} from '@websign/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

let signed: Uint8Array;

beforeAll(async () => {
  const page = bodyOf(signedDocument(), 4).replace(' 150 0 R', '');
  signed = await sign(
    updated(signedDocument(), [
      { number: 4, body: page },
      { number: 5, body: streamBody('BT /F1 24 Tf 72 700 Td (The buyer may not cancel) Tj ET') },
    ]),
  );
});

const BLOCKS = testTrueType([{ name: 'A', character: 'A' }]);
const RINGS = testTrueType([{ name: 'A', character: 'A', drawn: 'ring' }]);

/** A program whose em has so many units: its glyphs are as much larger as it has fewer. */
function withUnits(program: Uint8Array, units: number): Uint8Array {
  const changed = Buffer.from(program);
  for (let at = 12; at < 12 + 16 * changed.readUInt16BE(4); at += 16) {
    if (changed.toString('latin1', at, at + 4) === 'head')
      changed.writeUInt16BE(units, changed.readUInt32BE(at + 8) + 18);
  }
  return changed;
}

const font = (program: Uint8Array, key = 'FontFile2'): TestObject[] => [
  {
    number: 330,
    body:
      '<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+X/FirstChar 65/LastChar 65/Widths[500]' +
      '/Encoding/WinAnsiEncoding/FontDescriptor 331 0 R>>',
  },
  {
    number: 331,
    body:
      '<</Type/FontDescriptor/FontName/ABCDEF+X/Flags 32/FontBBox[0 0 500 700]/ItalicAngle 0/Ascent 700' +
      `/Descent 0/CapHeight 700/StemV 80/${key} 332 0 R>>`,
  },
  { number: 332, body: streamBody(program) },
];

/** What is told of a further signature, or a time-stamp, that writes in a font that it brings along. */
function toldOf(
  text: string,
  objects: TestObject[],
  { type = 'Sig', rect = '[70 690 300 730]' } = {},
): string[] {
  const form = '/Type/XObject/Subtype/Form/BBox[0 0 230 40]/Resources<</Font<</F9 330 0 R>>>>';
  const look = {
    content: '/X Do',
    resources: '/XObject<</X 320 0 R>>',
    rect,
    objects: [{ number: 320, body: streamBody(`BT ${text} Tj ET`, form) }, ...objects],
  };
  const changes = changesOf(furtherSignature(signed, look, { type }))?.changes ?? [];
  return changes.map(({ rule, reason }) => reason ?? rule);
}

describe('letters of a font that a look brings along', () => {
  it.each<[string, string, TestObject[]]>([
    ['blocks of an ordinary size', '/F9 24 Tf 0 8 Td (AAAAAAAAAAAAAAAAAAA)', font(BLOCKS)],
    ['a letter that is drawn over all of it', '/F9 5 Tf 0 0 Td (A)', font(withUnits(BLOCKS, 16))],
    ['one that stands beside the look', '/F9 5 Tf -20 0 Td (A)', font(withUnits(BLOCKS, 16))],
    [
      'one that is spaced far out',
      '/F9 24 Tf 100 Tc -200 8 Td (AAAAAAAAA) Tj 1 0 0 1 -184 8 Tm (AAAA)',
      font(withUnits(BLOCKS, 200)),
    ],
    ['a line around thin ones', '/F9 24 Tf 1 Tr 90 w 0 8 Td (AAAAAAAAAAAAAAAAAAA)', font(RINGS)],
  ])('MAP-8 hide what their outlines paint: %s', (_, text, objects) => {
    expect(toldOf(text, objects)).toContain('covers_content');
    expect(toldOf(text, objects, { type: 'DocTimeStamp' })).toContain('covers_content');
  });

  it('MAP-8 hide no more than that', () => {
    expect(toldOf('/F9 8 Tf 0 8 Td (AAA)', font(RINGS))).toEqual(['further_signature']);
    const beside = { rect: '[70 500 300 540]' };
    expect(toldOf('/F9 35 Tf 0 5 Td (AAAAAAA)', font(BLOCKS), beside)).toEqual(['further_signature']);
  });

  it.each<[string, TestObject[]]>([
    ['a program that is none', font(Uint8Array.of(0, 1, 0, 0, 9, 9))],
    ['a program of another format than is said', font(BLOCKS, 'FontFile')],
  ])('MAP-8 are told where they are not read: %s', (_, objects) => {
    expect(toldOf('/F9 8 Tf 0 8 Td (AAA)', objects, { rect: '[70 500 300 540]' })).toEqual([
      'further_signature',
      'unread_look',
    ]);
  });
});
