import type { Resources } from '../../content/resources.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import {
  box,
  dictOf,
  either,
  entriesOf,
  integer,
  listOf,
  name,
  number,
  numbers,
  oneOf,
  type Schema,
  sharedDict,
  string,
  type Writer,
} from '../schema.ts';
import { streamOf } from '../stream.ts';
import { dictText, numberText } from '../written.ts';
import { cmap, encoding, systemInfo } from './fontparts.ts';
import { toUnicode } from './tounicode.ts';
import { type3 } from './type3.ts';

/** A font program (ISO 32000-2 §9.9): decoded and deflated anew, its lengths as far as they mean something. */
const program = (key: 'FontFile' | 'FontFile2' | 'FontFile3'): Writer =>
  streamOf(key, (copy, dict, data) => {
    if (key === 'FontFile3') return entriesOf(copy, dict, { Subtype: name });
    if (key === 'FontFile2') return [['Length1', numberText(data.length)]];
    return entriesOf(copy, dict, { Length1: integer, Length2: integer, Length3: integer });
  });

const DESCRIPTOR: Schema = {
  Type: oneOf('FontDescriptor'),
  FontName: name,
  FontFamily: string,
  FontStretch: name,
  FontWeight: number,
  Flags: integer,
  FontBBox: box,
  ItalicAngle: number,
  Ascent: number,
  Descent: number,
  Leading: number,
  CapHeight: number,
  XHeight: number,
  StemV: number,
  StemH: number,
  AvgWidth: number,
  MaxWidth: number,
  MissingWidth: number,
  Style: dictOf({ Panose: string }),
  Lang: name,
  FontFile: program('FontFile'),
  FontFile2: program('FontFile2'),
  FontFile3: program('FontFile3'),
};
const descriptor = sharedDict('descriptor', DESCRIPTOR);

const SIMPLE: Schema = {
  BaseFont: name,
  FirstChar: integer,
  LastChar: integer,
  Widths: listOf(number, 0, 65_536),
  FontDescriptor: descriptor,
  Encoding: encoding,
  ToUnicode: either(toUnicode, name),
};
/** Of /W and /W2: numbers, and arrays of numbers. */
const widths = listOf(either(number, numbers(0, 65_536)));
const DESCENDANT: Schema = {
  Subtype: oneOf('CIDFontType0', 'CIDFontType2'),
  BaseFont: name,
  CIDSystemInfo: systemInfo,
  FontDescriptor: descriptor,
  DW: number,
  W: widths,
  DW2: numbers(2),
  W2: widths,
  CIDToGIDMap: either(
    oneOf('Identity'),
    streamOf('glyphs', () => []),
  ),
};
const descendant: Writer = (copy, value) =>
  copy.once('descendant', value, (found) =>
    found.type === 'dict'
      ? copy.add(
          dictText([['Type', '/Font'], ...entriesOf(copy, found, DESCENDANT), ...glyphsOf(copy, found)]),
        )
      : undefined,
  );

/** Of a TrueType font without a map, what all readers take for it (ISO 32000-2 Table 115), and PDF/A wants said. */
function glyphsOf(copy: Copying, { entries }: PdfDict): [string, string][] {
  const isTrueType = copy.pdf.name(entries.get('Subtype')) === 'CIDFontType2';
  return isTrueType && !entries.has('CIDToGIDMap') ? [['CIDToGIDMap', '/Identity']] : [];
}
const COMPOSITE: Schema = {
  BaseFont: name,
  Encoding: either(name, cmap),
  DescendantFonts: listOf(descendant, 1, 1),
  ToUnicode: either(toUnicode, name),
};

/** A font (§9.5), always an object of its own. `around`: what glyphs use where the font has no resources. */
export function fontOf(copy: Copying, value: PdfValue, around: Resources): string | undefined {
  return copy.once('font', value, (found) =>
    found.type === 'dict' ? copy.add(dictText(fontEntries(copy, found, around))) : undefined,
  );
}

function fontEntries(
  copy: Copying,
  dict: PdfDict,
  around: Resources,
): Iterable<readonly [string, string | undefined]> {
  const subtype = copy.pdf.name(dict.entries.get('Subtype'));
  const type = ['Type', '/Font'] as const;
  if (subtype === 'Type3') return [type, ...type3(copy, dict, around)];
  if (subtype === 'Type0' || (subtype === undefined && dict.entries.has('DescendantFonts')))
    return [type, ['Subtype', '/Type0'], ...entriesOf(copy, dict, COMPOSITE)];
  const known = oneOf('Type1', 'MMType1', 'TrueType')(copy, dict.entries.get('Subtype') ?? dict);
  return [type, ['Subtype', known ?? '/Type1'], ...entriesOf(copy, dict, SIMPLE)];
}
