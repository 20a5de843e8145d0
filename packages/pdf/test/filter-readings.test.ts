import { deflateSync } from 'node:zlib';
import { bodyOf, signedDocument, streamBody, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../src/index.ts';
import { Budget } from '../src/syntax/budget.ts';
import { decodeStream } from '../src/syntax/filters.ts';
import { Parser } from '../src/syntax/parser.ts';
import { unpredict } from '../src/syntax/predictor.ts';
import { document, instead, told } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';
import { latin1, open, ports, refuses, sign } from './support.ts';

const TEXT = 'Pay 1000 euros here.';
const text = (value: string): Uint8Array => Buffer.from(value, 'latin1');
/** In rows of so many octets, each behind the number of a filter that does nothing. */
const rows = (data: string, columns: number): string =>
  (data.match(new RegExp(`[^]{1,${columns}}`, 'g')) ?? []).map((row) => `\0${row}`).join('');
const packed = (data: string): Uint8Array => deflateSync(text(data));
const ROWS = packed(rows(TEXT, 10));

/** What a stream of these entries gives, and whether its data make no sense in places. */
function decode(entries: string, data: Uint8Array, deciphered = false): [data: string, broken: boolean] {
  const dict = new Parser(text(`<<${entries}>>`), 0, DEFAULT_LIMITS).value();
  if (dict.type !== 'dict') throw new Error('no dictionary');
  let isBroken = false;
  const bytes = decodeStream(dict, data, {
    ports,
    limits: DEFAULT_LIMITS,
    budget: new Budget(DEFAULT_LIMITS, data.length),
    resolve: (value) => (value?.type === 'ref' ? undefined : value),
    deciphered,
    broken: () => {
      isBroken = true;
    },
  });
  return [latin1(bytes), isBroken];
}

describe('filters that readers pair with their parameters in several ways are not read', () => {
  const PARAMS = '<</Predictor 12/Columns 10>>';
  it.each([
    `/Filter/FlateDecode/DecodeParms${PARAMS}`,
    `/Filter[/FlateDecode]/DecodeParms[${PARAMS}]`,
    '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 10/Colors 1/BitsPerComponent 8>>',
  ])('one as it should be is: %s', (entries) => expect(decode(entries, ROWS)).toEqual([TEXT, false]));

  it.each([
    `/Filter[/FlateDecode]/DecodeParms${PARAMS}`,
    `/Filter/FlateDecode/DecodeParms[${PARAMS}]`,
    `/Filter[/FlateDecode]/DecodeParms[${PARAMS}null]`,
    `/Filter[/FlateDecode]/DecodeParms[null${PARAMS}]`,
    `/Filter[/FlateDecode]/DecodeParms[]/DP${PARAMS}`,
    `/Filter/FlateDecode/DecodeParms${PARAMS}/DP null`,
    `/Filter/FlateDecode/DecodeParms${PARAMS}/F null`,
    `/Filter/FlateDecode/DecodeParms${PARAMS}/FFilter/FlateDecode`,
    `/Filter/FlateDecode/DecodeParms${PARAMS}/FDecodeParms${PARAMS}`,
    '/Filter/FlateDecode/DecodeParms 9 0 R',
    '/Filter 9 0 R',
    '/Filter/FlateDecode/DecodeParms<</Predictor 9 0 R>>',
    '/Filter[null/FlateDecode]',
    '/Filter/FlateDecode/DecodeParms<</Predictor 12.0/Columns 10>>',
    '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 10.0>>',
    '/Filter/FlateDecode/DecodeParms<</Predictor/Up/Columns 10>>',
    '/Filter/FlateDecode/DecodeParms<</Predictor 1/Predictor 12/Columns 10>>',
    '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 10/BPC 8>>',
    '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 10/Colors 33>>',
    '/Filter/LZWDecode/DecodeParms<</EarlyChange 2>>',
    '/Filter/LZWDecode/DecodeParms<</EarlyChange null>>',
    '/Filter[/Crypt]/DecodeParms<</Name/Other>>',
  ])('%s', (entries) => refuses('broken_stream', () => decode(entries, ROWS)));

  it.each([
    '/Filter[/FlateDecode]/DecodeParms<<>>',
    '/Filter[/FlateDecode]/DecodeParms<</Predictor 1/Columns 10>>',
    '/Filter/FlateDecode/DecodeParms[null]',
    '/Filter/FlateDecode/DecodeParms[<</EarlyChange 1>>]',
    '/Filter[/FlateDecode]/DecodeParms[null null]',
    '/Filter[/FlateDecode]/DecodeParms[]',
  ])('but where they say nothing: %s', (entries) => {
    expect(decode(entries, packed(TEXT))).toEqual([TEXT, false]);
  });

  it('and those of a stream that has none mean nothing', () => {
    expect(decode(`/Filter[]/DecodeParms[${PARAMS}]`, text(TEXT))).toEqual([TEXT, false]);
    expect(decode(`/DecodeParms${PARAMS}`, text(TEXT))).toEqual([TEXT, false]);
  });

  it('rows are as long as in all readers, and a pixel as wide', () => {
    const params = { predictor: 12, colors: 32, bitsPerComponent: 16, columns: 4_194_303 };
    expect(unpredict(new Uint8Array(0), params)).toHaveLength(0);
    refuses('broken_stream', () => unpredict(new Uint8Array(0), { ...params, columns: 4_194_304 }));
    // A pixel of twelve bits takes two octets.
    const narrow = { predictor: 11, colors: 3, bitsPerComponent: 4, columns: 2 };
    expect([...unpredict(Uint8Array.of(1, 1, 2, 3), narrow)]).toEqual([1, 2, 4]);
  });
});

describe('data that readers read to different ends are told', () => {
  it.each<[entries: string, data: string, expected: string, broken: boolean]>([
    ['/Filter/ASCII85Decode', '87cURD]i,"Ebo80~>', 'Hello World!', false],
    ['/Filter/ASCII85Decode', '87cURD]i,"Ebo80~\n>', 'Hello World!', false],
    ['/Filter/ASCII85Decode', '87cURD]i,"Ebo80', 'Hello World!', true],
    ['/Filter/ASCII85Decode', '87cURD]i,"Ebo80~', 'Hello World!', true],
    ['/Filter/ASCII85Decode', '87cUR\0D]i,"Ebo80~>', 'Hello World!', true],
    ['/Filter/ASCII85Decode', '87cURD]i,"Ebo80z8~>', 'Hello World!\0\0\0\0', true],
    ['/Filter/ASCII85Decode', 's8W-!~>', '\xff\xff\xff\xff', false],
    ['/Filter/ASCII85Decode', 's8W-"~>', '\0\0\0\0', true],
    ['/Filter/ASCIIHexDecode', '48 65>', 'He', false],
    ['/Filter/ASCIIHexDecode', '4865', 'He', true],
    ['/Filter/RunLengthDecode', '\x01He\x80', 'He', false],
    ['/Filter/RunLengthDecode', '\x01He', 'He', true],
    ['/Filter/LZWDecode', '\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01', '-----A---B', false],
    ['/Filter/LZWDecode', '\x80\x0b\x60\x50\x22\x0c\x0c', '-----A---', true],
  ])('%s of %j', (entries, data, expected, broken) => {
    expect(decode(entries, text(data))).toEqual([expected, broken]);
  });

  it('LZW codes past the last that there is', () => {
    const codes = (count: number): string =>
      latin1(lzw([256, ...Array.from({ length: count }, (_, at) => at % 256), 257]));
    // The first code adds none to the table.
    expect(decode('/Filter/LZWDecode', text(codes(3839)))[1]).toBe(false);
    expect(decode('/Filter/LZWDecode', text(codes(3840)))[1]).toBe(true);
  });

  it('a last row that is cut short, and a filter that only some readers take back', () => {
    const params = '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 10>>';
    expect(decode(params, packed(rows(`${TEXT}!`, 10)))).toEqual([`${TEXT}!`, true]);
    expect(decode('/Filter/Crypt', text(TEXT))).toEqual([TEXT, false]);
    expect(decode('/Filter/Crypt', text(TEXT), true)).toEqual([TEXT, true]);
  });
});

/** Packs codes as wide as a decoder wants them that widens early. */
function lzw(codes: readonly number[]): Uint8Array {
  let bits = '';
  for (const [at, code] of codes.entries()) {
    const next = Math.min(Math.max(at - 2, 0), 3838) + 259;
    const width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
    bits += code.toString(2).padStart(at === 0 ? 9 : width, '0');
  }
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (octet) => Number.parseInt(octet.padEnd(8, '0'), 2));
}

describe('what an update brings', () => {
  const FIELD = bodyOf(document, 103);
  const HEAD = '103 0 '.padEnd(10);
  const members = (HEAD + FIELD).padEnd(Math.ceil((HEAD + FIELD).length / 10) * 10);
  const stream = (filters: string): Uint8Array =>
    streamBody(packed(rows(members, 10)), `/Type/ObjStm/N 1/First 10${filters}`);

  it.each([
    ['/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 10>>', true],
    ['/Filter[/FlateDecode]/DecodeParms<</Predictor 12/Columns 10>>', false],
    ['/Filter/FlateDecode/DecodeParms[<</Predictor 12/Columns 10>>]', false],
    ['/Filter/FlateDecode/DecodeParms<</Predictor 12.0/Columns 10>>', false],
  ])('MAP-8 an object stream with %s is one to all readers: %s', async (filters, isRead) => {
    const signed = await sign(signedDocument());
    const file = updated(signed, [{ number: 980, body: stream(filters) }]);
    expect(changesOf(file)?.changes.map(({ reason, rule }) => reason ?? rule)).toEqual(
      isRead ? [] : ['unlisted_object'],
    );
    if (!isRead) refuses('broken_stream', () => open(file).objectStream(980));
  });

  it.each([
    ['/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 10>>', ['form_value']],
    ['/Filter[/FlateDecode]/DecodeParms<</Predictor 12/Columns 10>>', ['form_value', 'unread_look']],
    ['/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 10.0>>', ['form_value', 'unread_look']],
    ['/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 10>>/F null', ['form_value', 'unread_look']],
  ])('MAP-8 a look with %s', async (filters, expected) => {
    const content = 'BT /F1 9 Tf 2 4 Td (Nikos) Tj ET'.padEnd(40);
    const form = '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F1 3 0 R>>>>';
    const filled = [
      instead(103, { '(Eleni)': '(Nikos)' }),
      { number: 104, body: streamBody(packed(rows(content, 10)), form + filters) },
    ];
    expect([...new Set(await told([], filled))]).toEqual(expected);
  });
});
