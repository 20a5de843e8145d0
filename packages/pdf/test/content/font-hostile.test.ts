import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CMap, readInto } from '../../src/content/font/cmap.ts';
import { RangeMap } from '../../src/content/font/ranges.ts';
import { refuses } from '../support.ts';
import { ascii, bytes, flate, fontOf } from './fonts.ts';

const simple = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 101 0 R>>';
const cmapOf = (text: string): CMap => {
  const cmap = new CMap();
  readInto(cmap, ascii(text));
  return cmap;
};

describe('fonts made to exhaust', () => {
  it('a ToUnicode that inflates to 32 MB of one entry is read within bounds', () => {
    const entries = 'beginbfchar <41><0042> endbfchar\n'.repeat(900_000);
    refuses('too_large', () => fontOf(simple, [flate(101, entries)]));
    const comment = `%${'x'.repeat(31_000_000)}\nbeginbfchar <41><0042> endbfchar`;
    expect(fontOf(simple, [flate(101, comment)]).text(ascii('A'))).toBe('B');
  });

  it('a ToUnicode past the bound of streams is refused', () => {
    refuses('inflate_limit', () => fontOf(simple, [flate(101, ' '.repeat(33 * 1024 * 1024))]));
  });

  it('a million names in /Differences are refused, three hundred thousand are read', () => {
    const named = (count: number) =>
      `<</Type/Font/Subtype/Type1/BaseFont/X/Encoding<</Differences[65${'/a'.repeat(count)}]>>>>`;
    refuses('too_large', () => fontOf(named(1_000_000)));
    expect(fontOf(named(300_000)).text(ascii('AB'))).toBe('aa');
  });

  it('ranges of four thousand million codes, over each other, cost no more than short ones', () => {
    const cmap = cmapOf(
      `beginbfrange ${'<00000000><FFFFFFFF><0041> <00000001><FFFFFFFE><0042> '.repeat(50_000)} endbfrange`,
    );
    expect(cmap.text(1)).toBe('B');
    expect(cmap.text(0)).toBe('A');
    expect(cmap.text(0xffffffff)).toBeUndefined();
    const cids = cmapOf(`begincidrange ${'<00000000><FFFFFFFF> 7 '.repeat(100_000)} endcidrange`);
    expect(cids.cid(3)).toBe(10);
  });

  it('/W that paints all CIDs again and again spends the budget', () => {
    const body = `<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</W[${'0 65535 500 '.repeat(10_000)}]>>]>>`;
    refuses('too_many_objects', () => fontOf(body));
    const far = fontOf(
      '<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</W[4000000000[1] -9 1 2 0 99999 3]>>]>>',
    );
    expect(far.measure(bytes(255, 255)).advance).toBe(3);
  });

  it('CMaps that use each other end', () => {
    const body = '<</Subtype/Type0/Encoding 101 0 R/DescendantFonts[<<>>]>>';
    const font = fontOf(body, [flate(101, '', '/UseCMap 102 0 R'), flate(102, '', '/UseCMap 101 0 R')]);
    expect(font.measure(bytes(0, 1)).codes).toBe(1);
  });
});

describe('CMaps of any shape', () => {
  it('are read without an error', () => {
    const word = fc.constantFrom(
      ...[
        'begincodespacerange',
        'endcodespacerange',
        'beginbfrange',
        'endbfrange',
        'beginbfchar',
        'begincidrange',
      ],
      ...[
        '<',
        '>',
        '<<',
        '[',
        ']',
        '(',
        '/Identity-H',
        'usecmap',
        '/WMode',
        'def',
        '<0041>',
        '<FFFFFFFF>',
        '<D8>',
      ],
      ...['<123456789A>', '-1', '99999999999', '0', 'constructor', '%', '\n', '<00>', '<00 41>', '1.5'],
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 80 }),
        fc.array(fc.nat(0xffffffff), { maxLength: 20 }),
        (words, codes) => {
          const cmap = cmapOf(words.join(' '));
          for (const code of codes) {
            expect(typeof (cmap.text(code) ?? '')).toBe('string');
            expect(Number.isFinite(cmap.cid(code))).toBe(true);
          }
          for (let at = 0; at < 4; at++) {
            const length = cmap.codespaces.lengthAt(bytes(0, 0x81, 0x41, 0xff), at);
            expect(length >= 1 && at + length <= 4).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('any bytes are read without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (data) => {
        readInto(new CMap(), data);
      }),
    );
  });

  it('of overlapping ranges the one that begins last holds', () => {
    const range = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(1000));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 30 }), (ranges) => {
        const map = new RangeMap();
        for (const [low, length, value] of ranges) map.add(low, low + length, value);
        for (let code = 0; code <= 90; code++) {
          let best: [low: number, value: number] | undefined;
          for (const [low, length, value] of ranges) {
            if (code >= low && code <= low + length && low >= (best?.[0] ?? 0)) best = [low, value];
          }
          const found = map.find(code);
          expect(found < 0 ? undefined : [map.low(found), map.value(found)]).toEqual(best);
        }
      }),
      { numRuns: 500 },
    );
  });
});
