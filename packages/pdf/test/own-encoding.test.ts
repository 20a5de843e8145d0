import { documentObjects, streamBody, type TestGlyph, testCff, testType1, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const ZERO: TestGlyph = { name: 'zero', drawn: 'ring' };
const NINE: TestGlyph = { name: 'nine', drawn: 'nine' };
const FALSE: TestGlyph = { name: 'nine', drawn: 'bar' };
const CODES = [0x30, 0x39];

interface Program {
  program: Uint8Array;
  file: string;
  /** More entries of the font. */
  entries?: string;
}

/** What is told of a page that shows 900 in a font without an encoding of its own: that of its program holds. */
function told({ program, file, entries = '' }: Program): string[] {
  const map = 'begincmap 1 begincodespacerange <00><FF> endcodespacerange 1 beginbfchar <41><0041> endbfchar';
  const widths = `/FirstChar 48/LastChar 57/Widths[${'500 '.repeat(10)}]`;
  const descriptor = `/FontDescriptor<</Type/FontDescriptor/FontName/Own/Flags 4/Ascent 800/Descent -200/FontBBox[0 -200 500 800]/${file} 101 0 R>>`;
  const more = [
    { number: 100, body: `<</Type/Font/Subtype/Type1/BaseFont/AAAAAA+Own${widths}${descriptor}${entries}>>` },
    { number: 101, body: streamBody(program, file === 'FontFile3' ? '/Subtype/Type1C' : '') },
    { number: 102, body: streamBody(map) },
  ];
  const objects = documentObjects({ pages: [{ content: 'BT /F2 24 Tf 72 700 Td (900) Tj ET' }], more }).map(
    (object) =>
      object.number === 4
        ? { number: 4, body: String(object.body).replace('/F1 3 0 R', '/F2 100 0 R') }
        : object,
  );
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(
    ({ kind, excerpt }) => `${kind} ${excerpt}`,
  );
}

describe('UP-6: digits that the encoding of a font’s own program names, and that are drawn as others', () => {
  it.each<[string, Program]>([
    ['CFF', { program: testCff([ZERO, FALSE], CODES), file: 'FontFile3' }],
    ['Type 1', { program: testType1([ZERO, FALSE]), file: 'FontFile' }],
    [
      'what a map of letters leaves out',
      { program: testCff([ZERO, FALSE], CODES), file: 'FontFile3', entries: '/ToUnicode 102 0 R' },
    ],
    [
      'what differences leave out',
      {
        program: testCff([ZERO, FALSE], CODES),
        file: 'FontFile3',
        entries: '/Encoding<</Differences[65/zero]>>',
      },
    ],
  ])('%s', (_, program) => expect(told(program)).toEqual(['text_map_mismatch �→9']));

  it.each<[string, Program]>([
    ['CFF', { program: testCff([ZERO, NINE], CODES), file: 'FontFile3' }],
    ['Type 1', { program: testType1([ZERO, NINE]), file: 'FontFile' }],
    [
      'of signs that have names of their own',
      {
        program: testCff(
          [
            { ...ZERO, name: 'a1' },
            { ...FALSE, name: 'g2' },
          ],
          CODES,
        ),
        file: 'FontFile3',
      },
    ],
  ])('SGN-7: none of %s that is drawn so', (_, program) => expect(told(program)).toEqual([]));
});

/** An OpenType program that has outlines only. */
function openType(cff: Uint8Array): Uint8Array {
  const head = Buffer.alloc(28);
  head.write('OTTO', 0, 'latin1');
  head.writeUInt16BE(1, 4);
  head.write('CFF ', 12, 'latin1');
  head.writeUInt32BE(head.length, 20);
  head.writeUInt32BE(cff.length, 24);
  return Buffer.concat([head, cff]);
}

describe('UP-6: digits of a program under another key than its own, which readers know by its first octets', () => {
  const programs: [string, (glyphs: TestGlyph[]) => Uint8Array, string][] = [
    ['OpenType as TrueType', (glyphs) => openType(testCff(glyphs, CODES)), 'FontFile2'],
    ['OpenType as Type 1', (glyphs) => openType(testCff(glyphs, CODES)), 'FontFile'],
    ['OpenType as bare CFF', (glyphs) => openType(testCff(glyphs, CODES)), 'FontFile3'],
    ['CFF as TrueType', (glyphs) => testCff(glyphs, CODES), 'FontFile2'],
    ['CFF as Type 1', (glyphs) => testCff(glyphs, CODES), 'FontFile'],
    ['Type 1 as TrueType', testType1, 'FontFile2'],
    ['Type 1 as CFF', testType1, 'FontFile3'],
  ];
  const MISMATCH = 'text_map_mismatch �→9';
  const entries = '/Encoding/WinAnsiEncoding';

  it.each(programs)('%s', (_, make, file) =>
    expect(told({ program: make([ZERO, FALSE]), file, entries })).toContain(MISMATCH),
  );

  it.each(programs)('SGN-7: none of %s that is drawn so', (_, make, file) =>
    expect(told({ program: make([ZERO, NINE]), file, entries })).not.toContain(MISMATCH),
  );
});
