import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../src/index.ts';
import { Budget } from '../src/syntax/budget.ts';
import { decodeStream } from '../src/syntax/filters.ts';
import { Parser } from '../src/syntax/parser.ts';
import { unpredict } from '../src/syntax/predictor.ts';
import { ports, refuses } from './support.ts';

function decode(dict: string, data: Uint8Array, limit = 1e6): string {
  const value = new Parser(Buffer.from(dict, 'latin1'), 0, DEFAULT_LIMITS).value();
  if (value.type !== 'dict') throw new Error('no dictionary');
  const context = {
    ports,
    limits: DEFAULT_LIMITS,
    limit,
    budget: new Budget(DEFAULT_LIMITS, data.length),
    resolve: <T>(one: T): T => one,
  };
  return Buffer.from(decodeStream(value, data, context)).toString('latin1');
}
const text = (value: string): Uint8Array => Buffer.from(value, 'latin1');

describe('filters (ISO 32000-2 §7.4)', () => {
  it.each([
    ['/ASCIIHexDecode', '48 65 6c6C 6F>junk', 'Hello'],
    ['/ASCII85Decode', '87cUR\nD]i,"Ebo80~>', 'Hello World!'],
    ['/ASCII85Decode', 'z~>', '\0\0\0\0'],
    ['/ASCII85Decode', '87~>', 'H'],
    ['/RunLengthDecode', '\x02abc\xfed\x80zz', 'abcddd'],
    ['/LZWDecode', '\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01', '-----A---B'],
    ['[/AHx/AHx]', '3438>', 'H'],
    ['[]', 'as it is', 'as it is'],
  ])('%s', (filter, data, expected) => expect(decode(`<</Filter${filter}>>`, text(data))).toBe(expected));

  it('FlateDecode', () => expect(decode('<</Filter/FlateDecode>>', deflateSync('Hello'))).toBe('Hello'));

  it('a crypt filter that does nothing hides nothing', () => {
    expect(decode('<</Filter/Crypt>>', text('Hello'))).toBe('Hello');
    const params = '/DecodeParms[<</Name/Identity>>null]';
    expect(decode(`<</Filter[/Crypt/AHx]${params}>>`, text('48656C6C6F>'))).toBe('Hello');
  });

  it('LZW widens its codes where writers do', () => {
    // Codes 256, then 600 different pairs, packed by the same rule: a self-made encoder is the witness.
    const data = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i) % 251));
    for (const early of [0, 1]) {
      const packed = lzwEncode(data, early);
      const decoded = decode(`<</Filter/LZWDecode/DecodeParms<</EarlyChange ${early}>>>>`, packed);
      expect(decoded).toBe(data.toString('latin1'));
    }
  });

  it('refuses what it cannot read, by a code', () => {
    refuses('unsupported_filter', () => decode('<</Filter/DCTDecode>>', text('x')));
    refuses('unsupported_filter', () => decode('<</Filter/Crypt/DecodeParms<</Name/StdCF>>>>', text('x')));
    refuses('unsupported_filter', () => decode('<</Filter[/AHx/Crypt]>>', text('00>')));
    refuses('broken_stream', () => decode('<</Filter(x)>>', text('x')));
    refuses('broken_stream', () => decode('<</Filter/FlateDecode>>', text('not deflated')));
    refuses('broken_stream', () => decode('<</Filter/ASCII85Decode>>', text('{')));
    refuses('broken_stream', () => decode('<</Filter/LZWDecode>>', Buffer.from([0xff, 0xff, 0xff])));
  });

  it('stops at the limit: bombs, runs and chains of filters', () => {
    const bomb = deflateSync(Buffer.alloc(2_000_000));
    refuses('inflate_limit', () => decode('<</Filter/FlateDecode>>', bomb));
    refuses('inflate_limit', () => decode('<</Filter/RunLengthDecode>>', Buffer.alloc(40_000, 0x81)));
    refuses('inflate_limit', () => decode('<</Filter/ASCII85Decode>>', text('z'.repeat(300_000))));
    refuses('inflate_limit', () => decode('<</Filter[/FlateDecode/FlateDecode]>>', deflateSync(bomb), 1000));
    refuses('too_deep', () => decode(`<</Filter[${'/AHx'.repeat(9)}]>>`, text('>')));
  });
});

describe('predictors', () => {
  const png = (filter: number, row: number[]): number[] => [filter, ...row];
  it('undoes each PNG row filter', () => {
    const rows = [
      png(0, [1, 2, 3]),
      png(1, [1, 1, 1]),
      png(2, [1, 1, 1]),
      png(3, [1, 1, 1]),
      png(4, [1, 1, 1]),
    ];
    const params = { predictor: 15, colors: 1, bitsPerComponent: 8, columns: 3 };
    expect([...unpredict(Uint8Array.from(rows.flat()), params)]).toEqual([
      ...[1, 2, 3],
      ...[1, 2, 3],
      ...[2, 3, 4],
      ...[2, 3, 4],
      ...[3, 4, 5],
    ]);
  });

  it('undoes TIFF and takes a row that is cut short', () => {
    const params = { predictor: 2, colors: 1, bitsPerComponent: 8, columns: 3 };
    expect([...unpredict(Uint8Array.of(1, 1, 1, 5, 1), params)]).toEqual([1, 2, 3, 5, 6]);
    expect([...unpredict(Uint8Array.of(0, 1), { ...params, predictor: 12 })]).toEqual([1]);
  });

  it('refuses parameters out of range', () => {
    const params = { predictor: 12, colors: 1, bitsPerComponent: 8, columns: 1e9 };
    refuses('broken_stream', () => unpredict(new Uint8Array(1), params));
    refuses('unsupported_filter', () =>
      unpredict(new Uint8Array(1), { ...params, columns: 1, predictor: 7 }),
    );
  });

  it('any bytes give bytes or a PdfError', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 1, max: 8 }), (data, columns) => {
        if (data.some((_, i) => i % (columns + 1) === 0 && (data[i] ?? 0) > 4)) return;
        const params = { predictor: 12, colors: 1, bitsPerComponent: 8, columns };
        expect(unpredict(data, params).length).toBeLessThanOrEqual(data.length);
      }),
    );
  });
});

function lzwEncode(data: Uint8Array, early: number): Uint8Array {
  const out: number[] = [];
  let bits = '';
  let width = 9;
  const put = (code: number): void => {
    bits += code.toString(2).padStart(width, '0');
  };
  let table = new Map<string, number>();
  let next = 258;
  put(256);
  let word = '';
  for (const byte of data) {
    const longer = word + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      word = longer;
      continue;
    }
    put(word.length === 1 ? word.charCodeAt(0) : (table.get(word) ?? 0));
    table.set(longer, next++);
    // The decoder is one entry behind.
    const known = next - 1 + early;
    width = known >= 2048 ? 12 : known >= 1024 ? 11 : known >= 512 ? 10 : 9;
    if (next >= 4094) {
      put(256);
      table = new Map();
      next = 258;
      width = 9;
    }
    word = String.fromCharCode(byte);
  }
  put(word.length === 1 ? word.charCodeAt(0) : (table.get(word) ?? 0));
  put(257);
  for (let i = 0; i < bits.length; i += 8) out.push(Number.parseInt(bits.slice(i, i + 8).padEnd(8, '0'), 2));
  return Uint8Array.from(out);
}
