import { sharedOf } from '../../content/shared.ts';
import type { PdfArray, PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import {
  dictOf,
  entriesOf,
  integer,
  listOf,
  name,
  numbers,
  oneOf,
  resolved,
  type Schema,
  type Writer,
} from '../schema.ts';
import { dataOf, flateStream } from '../stream.ts';
import { arrayText, dictText, nameText, numberText, stringText } from '../written.ts';
import { functionOf } from './function.ts';

/** Names of spaces, those of inline images too (ISO 32000-2 Table 92). */
const NAMED: Readonly<Record<string, string>> = {
  DeviceGray: 'DeviceGray',
  G: 'DeviceGray',
  DeviceRGB: 'DeviceRGB',
  RGB: 'DeviceRGB',
  DeviceCMYK: 'DeviceCMYK',
  CMYK: 'DeviceCMYK',
  CalGray: 'DeviceGray',
  CalRGB: 'DeviceRGB',
  CalCMYK: 'DeviceCMYK',
  Pattern: 'Pattern',
};
const CALIBRATED: Schema = {
  WhitePoint: numbers(3),
  BlackPoint: numbers(3),
  Gamma: (copy, value) => numbers(3)(copy, value) ?? gammaOf(copy, value),
  Matrix: numbers(9),
  Range: numbers(4),
};
const gammaOf: Writer = resolved((_, value) =>
  value.type === 'number' ? numberText(value.value) : undefined,
);
/** What is told of the colourants of a space (Table 70); each is a space of its own. */
const ATTRIBUTES: Schema = {
  Subtype: oneOf('DeviceN', 'NChannel'),
  Colorants: (copy, value) => {
    const dict = copy.pdf.dict(value);
    return dict === undefined
      ? undefined
      : dictText(
          [...dict.entries].slice(0, 32).map(([key, item]) => [key, colourSpace(copy, item)] as const),
        );
  },
  Process: dictOf({
    ColorSpace: (copy, value) => colourSpace(copy, value),
    Components: listOf(name, 1, 32),
  }),
};
const PROFILE: Schema = { N: integer, Range: numbers(2, 8) };
/** Of a palette (§8.6.6.3). */
const HIGHEST_INDEX = 255;

/** A colour space (§8.6), by name or as an array. */
export const colourSpace: Writer = (copy, value) =>
  copy.once('space', value, (found) => {
    if (found.type === 'name') {
      const known = Object.hasOwn(NAMED, found.value) ? NAMED[found.value] : undefined;
      return known === undefined ? undefined : nameText(known);
    }
    const text = found.type === 'array' ? family(copy, found) : undefined;
    const isPlain = value.type !== 'ref' || text?.startsWith('/');
    return text === undefined || isPlain ? text : copy.add(text);
  });

function family(copy: Copying, array: PdfArray): string | undefined {
  const [first, second] = array.items;
  const kind = copy.pdf.name(first) ?? '';
  const of = (...parts: readonly (string | undefined)[]): string | undefined =>
    parts.includes(undefined) ? undefined : arrayText([nameText(kind), ...parts.map((part) => part ?? '')]);
  const [own = array, third = array, fourth = array] = array.items.slice(1);
  switch (kind) {
    case 'CalGray':
    case 'CalRGB':
    case 'Lab':
      return of(calibrated(copy, own));
    case 'ICCBased':
      return of(profile(copy, own)) ?? alternateOf(copy, own);
    case 'Indexed':
    case 'I':
      return indexed(copy, array);
    case 'Pattern':
      return second === undefined ? '/Pattern' : of(colourSpace(copy, second));
    case 'Separation':
      return of(name(copy, own), colourSpace(copy, third), functionOf(copy, fourth));
    case 'DeviceN':
      return several(copy, array);
    default:
      return first === undefined || array.items.length > 1 ? undefined : colourSpace(copy, first);
  }
}

/** Of several colourants: what each is alone goes along, where it is told. */
function several(copy: Copying, array: PdfArray): string | undefined {
  const [, names = array, alternate = array, tint = array, attributes] = array.items;
  const parts = [listOf(name, 1, 32)(copy, names), colourSpace(copy, alternate), functionOf(copy, tint)];
  if (parts.includes(undefined)) return undefined;
  const told = attributes === undefined ? undefined : dictOf(ATTRIBUTES)(copy, attributes);
  const more = told === undefined || told === '<<>>' ? [] : [told];
  return arrayText(['/DeviceN', ...parts.map((part) => part ?? ''), ...more]);
}

function calibrated(copy: Copying, value: PdfValue): string | undefined {
  const dict = copy.pdf.dict(value);
  return dict === undefined ? undefined : dictText(entriesOf(copy, dict, CALIBRATED));
}

function profile(copy: Copying, value: PdfValue): string | undefined {
  return copy.once('profile', value, (found) => {
    if (found.type !== 'stream') return undefined;
    const alternate = found.dict.entries.get('Alternate');
    const space = alternate === undefined ? undefined : colourSpace(copy, alternate);
    const data = dataOf(copy, found);
    const entries: [string, string | undefined][] = entriesOf(copy, found.dict, PROFILE);
    return copy.add(flateStream(copy, [...entries, ['Alternate', space]], data));
  });
}

/** What stands in for a profile that cannot be read. */
function alternateOf(copy: Copying, value: PdfValue): string | undefined {
  const dict = copy.pdf.dict(value);
  const alternate = dict?.entries.get('Alternate');
  if (alternate !== undefined) return colourSpace(copy, alternate);
  const count = copy.pdf.number(dict?.entries.get('N'));
  return count === 1 ? '/DeviceGray' : count === 3 ? '/DeviceRGB' : count === 4 ? '/DeviceCMYK' : undefined;
}

/** `greatest`: the number up to which all are to have a colour. */
function indexed(copy: Copying, array: PdfArray, greatest = 0): string | undefined {
  const [, base, highest, table] = array.items;
  if (base === undefined || highest === undefined || table === undefined) return undefined;
  const space = colourSpace(copy, base);
  const most = copy.pdf.number(highest);
  const components = copy.attempt(() => sharedOf(copy.pdf).space(base).components);
  if (space === undefined || most === undefined || components === undefined || components < 1)
    return undefined;
  const [from, to] = [inPalette(most), inPalette(Math.max(most, greatest))];
  const colours = copy.once(`table ${components} ${from} ${to}`, table, (found) => {
    const bytes =
      found.type === 'stream'
        ? dataOf(copy, found)
        : found.type === 'string'
          ? copy.pdf.stringBytes(found)
          : undefined;
    return bytes === undefined
      ? undefined
      : stringText(palette(bytes.subarray(0, (from + 1) * components), components, to));
  });
  return colours === undefined ? undefined : arrayText(['/Indexed', space, numberText(to), colours]);
}

const inPalette = (number: number): number => Math.min(HIGHEST_INDEX, Math.max(0, Math.trunc(number)));

/** A palette up to a number: behind its last colour that one again, or black where there is none. */
function palette(bytes: Uint8Array, components: number, highest: number): Uint8Array {
  const whole = new Uint8Array((highest + 1) * components);
  whole.set(bytes);
  const end = Math.floor(bytes.length / components) * components;
  for (let at = Math.max(end, components); at < whole.length; at++) whole[at] = whole[at - components] ?? 0;
  return whole;
}

/**
 * The space of an image whose samples go up to a number, with a colour for each: of numbers beyond a palette readers take its last
 * colour, black, or what lies behind the image; here they have the last one.
 */
export function imageSpace(copy: Copying, value: PdfValue, greatest: number): string | undefined {
  const array = copy.pdf.array(value);
  const kind = copy.pdf.name(array?.items[0]);
  const inner = array?.items.length === 1 ? array.items[0] : undefined;
  if (inner !== undefined && copy.pdf.array(inner) !== undefined) return imageSpace(copy, inner, greatest);
  if (array === undefined || (kind !== 'Indexed' && kind !== 'I')) return colourSpace(copy, value);
  const isWhole = (copy.pdf.number(array.items[2]) ?? 0) >= greatest;
  return isWhole ? colourSpace(copy, value) : indexed(copy, array, greatest);
}
