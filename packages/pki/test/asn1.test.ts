import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Asn1, readAsn1 } from '../src/asn1/reader.ts';
import { CONSTRUCTED } from '../src/asn1/tags.ts';
import { certificateTime, generalizedTime } from '../src/asn1/time.ts';
import {
  readBoolean,
  readInteger,
  readNamedBits,
  readOctets,
  readOid,
  readText,
  readTimeValue,
} from '../src/asn1/values.ts';
import {
  boolean,
  explicit,
  integer,
  namedBits,
  octetString,
  oid,
  sequence,
  setOf,
  unsignedInteger,
  utf8String,
} from '../src/asn1/writer.ts';
import { PkiError } from '../src/error.ts';

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));

function code(run: () => unknown): string {
  try {
    run();
    return 'read';
  } catch (error) {
    if (error instanceof PkiError) return error.code;
    throw error;
  }
}

/** Visits every value that can be reached. */
function walk(value: Asn1): number {
  return (value.tag & CONSTRUCTED) === 0 ? 1 : value.members().reduce((sum, member) => sum + walk(member), 1);
}

describe('what is written is what is read', () => {
  test('integers of any size and sign, in the fewest octets', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(readInteger(readAsn1(integer(value)))).toBe(value);
      }),
    );
    for (const [value, der] of [
      [0, '020100'],
      [127, '02017f'],
      [128, '02020080'],
      [-128, '020180'],
      [-129, '0202ff7f'],
    ] as const) {
      expect(integer(value)).toEqual(hex(der));
    }
  });

  test('unsigned octets are positive integers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (octets) => {
        expect(readInteger(readAsn1(unsignedInteger(octets)))).toBe(
          BigInt(`0x${Buffer.from(octets).toString('hex')}`),
        );
      }),
    );
  });

  test('object identifiers, UUID arcs included', () => {
    const arc = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
    const dotted = fc
      .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 39 }), fc.array(arc, { maxLength: 3 }))
      .map(([first, second, rest]) => [first, second, ...rest].join('.'));
    fc.assert(
      fc.property(dotted, (text) => {
        expect(readOid(readAsn1(oid(text)))).toBe(text);
      }),
    );
    expect(oid('1.2.840.113549')).toEqual(hex('06062a864886f70d'));
    expect(readOid(readAsn1(oid('2.999.3')))).toBe('2.999.3');
  });

  test('text, octets, booleans, named bits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 70_000 }), (text, octets) => {
        expect(readText(readAsn1(utf8String(text)))).toBe(text);
        expect(readOctets(readAsn1(octetString(octets)))).toEqual(octets);
      }),
      { numRuns: 50 },
    );
    expect(readBoolean(readAsn1(boolean(true)))).toBe(true);
    const bits = fc.uniqueArray(fc.nat(31)).map((list) => list.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(bits, (list) => {
        expect(readNamedBits(readAsn1(namedBits(list)))).toEqual(list);
      }),
    );
    expect(namedBits([1])).toEqual(hex('03020640'));
  });

  test('times of certificates: UTCTime through 2049, GeneralizedTime after; fractions only where they are', () => {
    const instant = fc.integer({ min: -631152000, max: 4102444800 }).map((seconds) => seconds * 1000);
    fc.assert(
      fc.property(instant, (at) => {
        expect(readTimeValue(readAsn1(certificateTime(at)))).toBe(at);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4102444800000 }), (at) => {
        expect(readTimeValue(readAsn1(generalizedTime(at)))).toBe(at);
      }),
    );
    expect(Buffer.from(generalizedTime(Date.UTC(2026, 0, 2, 3, 4, 5, 120))).toString('latin1', 2)).toBe(
      '20260102030405.12Z',
    );
    expect(certificateTime(Date.UTC(2050, 0, 1))[0]).toBe(0x18);
    expect(certificateTime(Date.UTC(2049, 11, 31))[0]).toBe(0x17);
  });

  test('SET OF is in the order of the encodings, whatever the order given', () => {
    const members = fc.array(fc.uint8Array({ maxLength: 20 }).map(octetString), { maxLength: 8 });
    fc.assert(
      fc.property(members, (list) => {
        expect(setOf(...list)).toEqual(setOf(...list.toReversed()));
        const read = readAsn1(setOf(...list))
          .members()
          .map(({ raw }) => Buffer.from(raw));
        expect(read).toEqual(read.toSorted(Buffer.compare));
      }),
    );
  });
});

describe('what DER forbids is refused', () => {
  test.each([
    ['a truncated header', '30', 'asn1_malformed'],
    ['a length past the end', '3003 0500', 'asn1_malformed'],
    ['a long form that is not needed', '30 81 02 0500', 'asn1_malformed'],
    ['a length with leading zeros', `04 82 0080${'00'.repeat(128)}`, 'asn1_malformed'],
    ['a length of five octets', '30 85 0000000001 00', 'asn1_malformed'],
    ['an indefinite length', '30 80 0500 0000', 'asn1_malformed'],
    ['a tag number above 30', '1f 81 01 00', 'asn1_unexpected'],
    ['octets after the value', '0500 00', 'asn1_trailing'],
    ['nothing', '', 'asn1_malformed'],
  ])('%s', (_, der, expected) => {
    expect(code(() => walk(readAsn1(hex(der))))).toBe(expected);
  });

  test.each([
    ['an integer with a leading zero', '0202 0001', readInteger],
    ['an integer with a leading ff', '0202 ff80', readInteger],
    ['an empty integer', '0200', readInteger],
    ['an arc with a leading zero', '0603 2a8001', readOid],
    ['an arc without an end', '0602 2a80', readOid],
    ['a boolean of two octets', '0102 ffff', readBoolean],
    ['named bits with an unused bit set', '0302 07ff', readNamedBits],
    ['named bits without an octet but with unused bits', '0301 07', readNamedBits],
    ['text that is not UTF-8', '0c01 ff', readText],
    ['30 February', '170d 323630323330313230303030 5a', readTimeValue],
    ['a time without seconds', '170b 32363032303131323030 5a', readTimeValue],
    ['a time with an offset', '1711 3236303230313132303030302b30313030', readTimeValue],
  ])('%s', (_, der, read) => {
    expect(code(() => read(readAsn1(hex(der))))).toBe('asn1_malformed');
  });

  test('BER is read where it is asked for, segments of an octet string joined', () => {
    const ber = hex('30 80 24 80 0402 0102 0401 03 0000 0000');
    const [octets] = readAsn1(ber, { ber: true }).members();
    expect(octets === undefined ? undefined : readOctets(octets)).toEqual(Uint8Array.of(1, 2, 3));
    expect(code(() => readAsn1(hex('30 80 0500'), { ber: true }))).toBe('asn1_malformed');
  });
});

describe('bounds', () => {
  const nested = (levels: number) => {
    let value = integer(1);
    for (let i = 0; i < levels; i++) value = sequence(value);
    return value;
  };

  test('depth', () => {
    expect(walk(readAsn1(nested(32)))).toBe(33);
    expect(code(() => walk(readAsn1(nested(33))))).toBe('asn1_limit');
    const indefinite = new Uint8Array(200_000).map((_, i) => (i % 2 === 0 ? 0x30 : 0x80));
    expect(code(() => readAsn1(indefinite, { ber: true }))).toBe('asn1_limit');
  });

  test('number of values, over the whole reading', () => {
    const many = (count: number) => sequence(...Array.from({ length: count }, () => integer(1)));
    expect(walk(readAsn1(many(99), { maxNodes: 100 }))).toBe(100);
    expect(code(() => walk(readAsn1(many(100), { maxNodes: 100 })))).toBe('asn1_limit');
    expect(code(() => walk(readAsn1(sequence(many(60), many(60)), { maxNodes: 100 })))).toBe('asn1_limit');
  });

  test('octets', () => {
    expect(code(() => readAsn1(octetString(new Uint8Array(100)), { maxBytes: 101 }))).toBe('asn1_limit');
    expect(code(() => readInteger(readAsn1(unsignedInteger(new Uint8Array(5000).fill(1)))))).toBe(
      'asn1_limit',
    );
  });

  test('any bytes, and any mutation of a good value, give a value or a PkiError', () => {
    const good = sequence(explicit(0, integer(2)), utf8String('Ω'), setOf(oid('1.2.3'), namedBits([1, 7])));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(good.length), fc.boolean(), (bytes, at, ber) => {
        const mutated = Uint8Array.of(...good.subarray(0, at), ...bytes, ...good.subarray(at));
        expect(code(() => walk(readAsn1(bytes, { ber })))).toMatch(/^asn1_|^read$/);
        expect(code(() => walk(readAsn1(mutated, { ber })))).toMatch(/^asn1_|^read$/);
      }),
      { numRuns: 3000 },
    );
  });

  test('a view of a larger buffer is not written to', () => {
    const pool = Buffer.concat([Buffer.from([9, 9]), sequence(integer(5))]);
    const value = readAsn1(pool.subarray(2));
    const copy = value.raw.slice();
    copy.fill(0);
    expect(value.members()[0]?.content).toEqual(Uint8Array.of(5));
  });
});
