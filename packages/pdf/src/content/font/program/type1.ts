import { latin1 } from '../../../syntax/bytes.ts';
import { standardEncoding } from '../encodings.ts';
import { glyphText } from '../glyphnames.ts';

/** The clear text of a Type 1 program is shorter; its glyphs follow, encrypted. */
const CLEAR = 65_536;

/** What codes show by the encoding of a Type 1 program itself (Adobe Type 1 Font Format §2.2); '' for nothing known. */
export function type1Encoding(bytes: Uint8Array): (code: number) => string {
  const text = latin1(bytes, 0, Math.min(bytes.length, CLEAR));
  const from = text.indexOf('/Encoding');
  if (from < 0) return () => '';
  if (/^\/Encoding\s+StandardEncoding\b/.test(text.slice(from, from + 64))) {
    return (code) => standardEncoding[code] ?? '';
  }
  const names = new Map<number, string>();
  const end = text.indexOf('currentdict end', from);
  for (const [, code, name] of text
    .slice(from, end < 0 ? undefined : end)
    .matchAll(/dup (\d{1,3}) ?\/([^\s/]{1,64}) put/g)) {
    names.set(Number(code), glyphText(name ?? '') ?? '');
  }
  return (code) => names.get(code) ?? '';
}
