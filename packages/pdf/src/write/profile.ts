import { ascii, concat } from '../syntax/bytes.ts';

/** The white of the profile connection space (ICC.1:2010 §7.2.16): D50. */
const D50 = [0.9642, 1, 0.8249];

/** Red, green and blue of IEC 61966-2-1, which has D65 as its white, adapted to D50 by Bradford's matrix. */
const PRIMARIES = {
  rXYZ: [0.4360747, 0.2225045, 0.0139322],
  gXYZ: [0.3850649, 0.7168786, 0.0971045],
  bXYZ: [0.1430804, 0.0606169, 0.7141733],
} as const;

/** That adaptation, from D65 to D50, row by row. */
const ADAPTATION = [
  [1.0478112, 0.0228866, -0.050127],
  [0.0295424, 0.9904844, -0.0170491],
  [-0.0092345, 0.0150436, 0.7521316],
].flat();

/** The curve of IEC 61966-2-1: ((x + 0.055) / 1.055) ^ 2.4, and x / 12.92 below 0.04045. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

const HEADER = 128;

const numbers = (values: readonly number[]): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, at) => {
    bytes.setInt32(4 * at, value);
  });
  return new Uint8Array(bytes.buffer);
};
/** s15Fixed16Number (§4.6). */
const fixed = (values: readonly number[]): Uint8Array =>
  numbers(values.map((value) => Math.round(value * 0x10000)));
const typed = (type: string, ...parts: Uint8Array[]): Uint8Array =>
  concat([ascii(type), numbers([0]), ...parts]);

/** multiLocalizedUnicodeType (§10.13) with one text of ASCII. */
function text(words: string): Uint8Array {
  const utf16 = ascii([...words].map((character) => `\0${character}`).join(''));
  const padding = new Uint8Array(-utf16.length & 3);
  return typed('mluc', numbers([1, 12]), ascii('enUS'), numbers([utf16.length, 28]), utf16, padding);
}

/** The header (§7.2): version 4.2, a display, from RGB to XYZ. */
function header(size: number): Uint8Array {
  const date = ascii('\x07\xea\0\x01\0\x01\0\0\0\0\0\0');
  const head = concat([numbers([size, 0, 0x04200000]), ascii('mntrRGB XYZ '), date, ascii('acsp')]);
  const rest = concat([new Uint8Array(28), fixed(D50)]);
  return concat([head, rest, new Uint8Array(HEADER - head.length - rest.length)]);
}

/** An ICC profile of sRGB, computed from its published figures: matrix and curve, some 500 bytes. */
export function srgbProfile(): Uint8Array {
  const curve = typed('para', ascii('\0\x03\0\0'), fixed(CURVE));
  const tags: [name: string, data: Uint8Array][] = [
    ['desc', text('sRGB')],
    ['cprt', text('No copyright')],
    ['wtpt', typed('XYZ ', fixed(D50))],
    ['chad', typed('sf32', fixed(ADAPTATION))],
    ...Object.entries(PRIMARIES).map(([name, values]): [string, Uint8Array] => [
      name,
      typed('XYZ ', fixed(values)),
    ]),
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  // What several tags share stands there once.
  const stored = [...new Set(tags.map(([, data]) => data))];
  const start = HEADER + 4 + 12 * tags.length;
  const offsetOf = (data: Uint8Array): number =>
    stored.slice(0, stored.indexOf(data)).reduce((sum, { length }) => sum + length, start);
  const table = tags.map(([name, data]) => concat([ascii(name), numbers([offsetOf(data), data.length])]));
  const body = concat([numbers([tags.length]), ...table, ...stored]);
  return concat([header(HEADER + body.length), body]);
}
