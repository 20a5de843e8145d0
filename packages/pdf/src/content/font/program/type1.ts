import { standardEncoding } from '../encodings.ts';
import { glyphText } from '../glyphnames.ts';
import { clearText } from './type1clear.ts';

const NAME = String.raw`\/([^\s/()<>[\]{}]{1,64})`;
/** `dup 65 /A put`, for each code that has a name. */
const ENTRY = new RegExp(String.raw`\bdup\s+(\d{1,3})\s*${NAME}\s+put\b`, 'g');
/** The names of an array that is written out, code after code. */
const WRITTEN_OUT = /^\/Encoding\s*\[([^\]]*)\]/;
/** What fills the array before. */
const FILLED = /\/\.notdef\s+put\b/g;
const PUT = /\bput\b/g;

/** The names of codes; 'unknown' where the program says it in a way that readers may take otherwise. */
export type Type1Names = ReadonlyMap<number, string> | 'standard' | 'unknown';

/** What codes show by the encoding of a Type 1 program itself (Adobe Type 1 Font Format §2.2); '' for nothing known. */
export function type1Encoding(names: Type1Names): (code: number) => string {
  if (names === 'unknown') return () => '';
  if (names === 'standard') return (code) => standardEncoding[code] ?? '';
  return (code) => glyphText(names.get(code) ?? '') ?? '';
}

/** The names of codes, as the program has them; 'standard' for those of the standard encoding. */
export function type1Names(bytes: Uint8Array): Type1Names {
  const clear = clearText(bytes)?.text;
  if (clear === undefined) return 'unknown';
  const at = clear.indexOf('/Encoding');
  if (at < 0) return new Map();
  const text = clear.slice(at);
  if (text.includes('/Encoding', 1)) return 'unknown';
  if (/^\/Encoding\s+StandardEncoding\b/.test(text)) return 'standard';
  const written = WRITTEN_OUT.exec(text)?.[1];
  if (written !== undefined) {
    const all = [...written.matchAll(new RegExp(NAME, 'g'))];
    return new Map(all.map(([, name = ''], code) => [code, name]));
  }
  return /^\/Encoding\s+\d+\s+array\b/.test(text) ? namesIn(text) : 'unknown';
}

/** Unknown where a code has two names, or where something is put into the array in another way. */
function namesIn(text: string): Type1Names {
  const names = new Map<number, string>();
  let count = 0;
  for (const [, code, name = ''] of text.matchAll(ENTRY)) {
    const known = names.get(Number(code));
    if (known !== undefined && known !== name) return 'unknown';
    names.set(Number(code), name);
    count++;
  }
  const filled =
    [...text.matchAll(FILLED)].length - [...names.values()].filter((name) => name === '.notdef').length;
  return [...text.matchAll(PUT)].length > count + Math.max(0, filled) ? 'unknown' : names;
}
