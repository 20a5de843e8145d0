import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { dingbatsEncoding, type Encoding, namedEncodings, standardEncoding } from './encodings.ts';
import { dingbatText, glyphText } from './glyphnames.ts';
import type { FontReader } from './reader.ts';

/** What the codes of a simple font show by its /Encoding (ISO 32000-2 §9.6.5). */
export interface SimpleEncoding {
  /** For codes 0 to 255; `�` for what no table names. */
  characters: string[];
  /** Names that /Differences gives, by code. */
  differences: ReadonlyMap<number, string>;
  /** The encoding that the file names, not one that is assumed. */
  named: Encoding | undefined;
}

/** `own` is the encoding of a standard font that has one, which holds whatever the file names. */
export function simpleEncoding(reader: FontReader, font: PdfDict, own: Encoding | undefined): SimpleEncoding {
  const value = reader.value(font.entries.get('Encoding'));
  const name = value?.type === 'name' ? value.value : undefined;
  const dict = value?.type === 'dict' ? value : undefined;
  const named = namedEncodings.get(name ?? reader.name(dict?.entries.get('BaseEncoding')) ?? '');
  const characters = [...(own ?? named ?? assumed(reader, font))];
  const differences = readDifferences(reader, dict?.entries.get('Differences'));
  const textOf = own === dingbatsEncoding ? dingbatText : glyphText;
  for (const [code, glyph] of differences) characters[code] = textOf(glyph) ?? '�';
  return { characters, differences, named };
}

function assumed(reader: FontReader, font: PdfDict): Encoding {
  const trueType = reader.name(font.entries.get('Subtype')) === 'TrueType';
  return (trueType ? namedEncodings.get('WinAnsiEncoding') : undefined) ?? standardEncoding;
}

/** Codes that names follow, one after the other. */
function readDifferences(reader: FontReader, value: PdfValue | undefined): Map<number, string> {
  const names = new Map<number, string>();
  let code = 0;
  for (const item of reader.array(value)?.items ?? []) {
    const found = item.type === 'ref' ? reader.value(item) : item;
    if (found?.type === 'number') code = found.value;
    else if (found?.type === 'name') {
      if (Number.isInteger(code) && code >= 0 && code < 256) names.set(code, found.value);
      code++;
    }
  }
  return names;
}
