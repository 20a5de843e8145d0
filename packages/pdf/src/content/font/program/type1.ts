import { indexOf, latin1 } from '../../../syntax/bytes.ts';
import { standardEncoding } from '../encodings.ts';
import { glyphText } from '../glyphnames.ts';

/** The clear text of a Type 1 program is shorter; its glyphs follow, encrypted. */
const CLEAR = 65_536;
/** An encoding of 256 names is shorter. */
const LONGEST = 16_384;

/** What codes show by the encoding of a Type 1 program itself (Adobe Type 1 Font Format §2.2); '' for nothing known. */
export function type1Encoding(names: ReturnType<typeof type1Names>): (code: number) => string {
  if (names === 'standard') return (code) => standardEncoding[code] ?? '';
  return (code) => glyphText(names.get(code) ?? '') ?? '';
}

/** The names of codes, as the program has them; 'standard' for those of the standard encoding. */
export function type1Names(bytes: Uint8Array): ReadonlyMap<number, string> | 'standard' {
  const at = indexOf(bytes, '/Encoding', 0, Math.min(bytes.length, CLEAR));
  if (at < 0) return new Map();
  const text = latin1(bytes, at, Math.min(bytes.length, at + LONGEST));
  if (/^\/Encoding\s+StandardEncoding\b/.test(text)) return 'standard';
  const names = new Map<number, string>();
  const end = text.indexOf('currentdict end');
  for (const [, code, name] of text
    .slice(0, end < 0 ? undefined : end)
    .matchAll(/dup (\d{1,3}) ?\/([^\s/]{1,64}) put/g)) {
    names.set(Number(code), name ?? '');
  }
  return names;
}
