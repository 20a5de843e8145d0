import { deflateSync } from 'node:zlib';
import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const FONTS = '/Font<</F1 3 0 R>>';

const KINDS: ReadonlySet<string> = new Set(['ambiguous_syntax', 'unreadable_object']);

/** What is told of the notation and of the data of a page that shows something. */
function told(content: string, resources = FONTS, more: TestObject[] = []): string[] {
  const page = { content, entries: `/Resources<<${resources}>>` };
  const objects = documentObjects({ pages: [page], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.map(({ kind }) => kind)
    .filter((kind) => KINDS.has(kind));
}

const form = (number: number, content: string, resources?: string): TestObject => ({
  number,
  body: streamBody(
    content,
    `/Type/XObject/Subtype/Form/BBox[0 0 600 800]${resources === undefined ? '' : `/Resources<<${resources}>>`}`,
  ),
});

const SHOWN = 'BT /F1 12 Tf 72 700 Td (The fee is 900 euro) Tj ET ';

describe('text objects that readers take in several ways', () => {
  it.each([
    ['text behind its end', 'BT /F1 12 Tf 72 700 Td (The fee is 9) Tj ET (00 euro) Tj'],
    ['text before the first', `/F1 12 Tf (900) Tj ${SHOWN}`],
    ['one within another', 'BT /F1 12 Tf 72 700 Td BT 22 0 Td (The fee is 900 euro) Tj ET'],
  ])('SGN-7 is told: %s', (_, content) => expect(told(content)).toContain('ambiguous_syntax'));

  it.each([
    ['one behind another', SHOWN + SHOWN],
    ['the font of the next one', `BT 72 700 Td ET /F1 12 Tf BT 72 600 Td (900) Tj ET`],
  ])('SGN-7 is not told: %s', (_, content) => expect(told(content)).toEqual([]));

  it('SGN-7 is not told: one in the glyph of another', () => {
    const glyphs = `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97/Widths[600]/Encoding<</Differences[97/a]>>/CharProcs<</a 101 0 R>>/Resources<<${FONTS}>>>>`;
    const font = [
      { number: 100, body: glyphs },
      { number: 101, body: streamBody('600 0 d0 BT /F1 1000 Tf (a) Tj ET') },
    ];
    const content = 'BT /F2 12 Tf 72 700 Td (a) Tj ET';
    expect(told(content, '/Font<</F1 3 0 R/F2 100 0 R>>', font)).toEqual([]);
    // Without resources of their own some readers look in those of the page, and some nowhere.
    const bare = [{ number: 100, body: glyphs.replace(`/Resources<<${FONTS}>>`, '') }, ...font.slice(1)];
    expect(told(content, '/Font<</F1 3 0 R/F2 100 0 R>>', bare)).toContain('ambiguous_syntax');
  });
});

describe('blend modes of which several are named', () => {
  const states = (mode: string): string => `${FONTS}/ExtGState<</G1<</BM${mode}>>>>`;

  it.each(['[/Foo/Multiply]', '[/Foo/Bar/Normal]'])('SGN-7 is told: %s', (mode) =>
    expect(told(`/G1 gs ${SHOWN}`, states(mode))).toContain('ambiguous_syntax'),
  );

  it.each([
    '/Multiply',
    '[/Multiply]',
    '[/Normal/Compatible]',
    '[/Compatible/Normal]',
    '[/Multiply/Normal]',
    '/Foo',
    '[/Foo]',
  ])('SGN-7 is not told: %s', (mode) => expect(told(`/G1 gs ${SHOWN}`, states(mode))).toEqual([]));
});

describe('a form without resources', () => {
  const fonts = { page: '/Font<</F1 3 0 R>>', other: '/Font<</F1 102 0 R>>' };
  const other = { number: 102, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' };
  const within = (outer: string): string[] =>
    told('/X Do', `${fonts.page}/XObject<</X 100 0 R>>`, [
      form(100, '/Y Do', `${outer}/XObject<</Y 101 0 R>>`),
      form(101, SHOWN),
      other,
    ]);

  it('SGN-7 is told where those around it and those of the page name two fonts', () =>
    expect(within(fonts.other)).toContain('ambiguous_syntax'));

  it('SGN-7 is not told where both name one, or the page alone has any', () => {
    expect(within(fonts.page)).toEqual([]);
    expect(told('/X Do', `${fonts.page}/XObject<</X 100 0 R>>`, [form(100, SHOWN)])).toEqual([]);
  });
});

describe('data behind the end of a filter’s own', () => {
  const hex = (text: string): string => Buffer.from(text).toString('hex');
  const more = ' BT /F1 12 Tf 72 600 Td (and 100 more) Tj ET ';
  const run = (text: string): Buffer =>
    Buffer.concat([Buffer.from([text.length - 1]), Buffer.from(text), Buffer.from([128])]);
  /** Codes of nine bits. */
  function lzw(codes: readonly number[]): Buffer {
    const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('');
    return Buffer.from(
      (bits.match(/.{1,8}/g) ?? []).map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2)),
    );
  }
  /** The same with a wrong checksum. */
  const damaged = (stream: Buffer): Buffer =>
    Buffer.from(stream.map((byte, at) => (at === stream.length - 1 ? byte ^ 1 : byte)));
  const ofFilter = (filter: string, data: string | Uint8Array): string[] =>
    told('/X Do', `${FONTS}/XObject<</X 100 0 R>>`, [
      {
        number: 100,
        body: streamBody(
          data,
          `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<<${FONTS}>>/Filter/${filter}`,
        ),
      },
    ]);

  it.each<[string, string, string | Uint8Array]>([
    ['digits', 'ASCIIHexDecode', `${hex(SHOWN)}>${hex(more)}>`],
    ['groups', 'ASCII85Decode', '+-]cR~>+-]cR~>'],
    ['runs', 'RunLengthDecode', Buffer.concat([run(SHOWN), run(more)])],
    ['another zlib stream', 'FlateDecode', Buffer.concat([deflateSync(SHOWN), deflateSync(more)])],
    [
      'one behind a wrong checksum',
      'FlateDecode',
      Buffer.concat([damaged(deflateSync(SHOWN)), deflateSync(more)]),
    ],
    [
      'one behind an empty one',
      'FlateDecode',
      Buffer.concat([deflateSync(SHOWN), deflateSync(''), deflateSync(more)]),
    ],
    ['codes', 'LZWDecode', lzw([256, 0x71, 0x20, 0x51, 257, 256, 0x71, 257])],
  ])('SGN-7 are told: %s', (_, filter, data) =>
    expect(ofFilter(filter, data)).toContain('unreadable_object'),
  );

  it.each<[string, string, string | Uint8Array]>([
    ['blanks', 'ASCIIHexDecode', `${hex(SHOWN)}> \r\n`],
    ['a line’s end', 'RunLengthDecode', Buffer.concat([run(SHOWN), Buffer.from('\n')])],
    ['a line’s end', 'LZWDecode', Buffer.concat([lzw([256, 0x71, 0x20, 0x51, 257]), Buffer.from('\n')])],
    ['noughts', 'FlateDecode', Buffer.concat([deflateSync(SHOWN), Buffer.alloc(9)])],
    ['a line’s end', 'FlateDecode', Buffer.concat([deflateSync(SHOWN), Buffer.from('\r\n')])],
  ])('SGN-7 are not told: %s of %s', (_, filter, data) => expect(ofFilter(filter, data)).toEqual([]));
});
