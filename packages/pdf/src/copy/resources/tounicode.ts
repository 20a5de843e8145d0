import { ascii, latin1 } from '../../syntax/bytes.ts';
import type { Writer } from '../schema.ts';
import { dataOf, flateStream } from '../stream.ts';
import { cmapEntries } from './fontparts.ts';

/** Entries of one section (Adobe technical note 5014). */
const MOST_ENTRIES = 100;
/** Codes of a range that is taken apart. */
const MOST_CODES = 0x10000;
/** A map of one range alone, as programs write it that read scans. */
const ONE_RANGE =
  /^((?:(?!\bbeginbf)[\s\S])*)\b1\s+beginbfrange\s*<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]{4})>\s*endbfrange((?:(?!\bbeginbf)[\s\S])*)$/;
/** Longer ones have more to say. */
const LONGEST = 2000;

/** A map to Unicode. One that says all in one range goes along in ranges that every reader takes alike. */
export const toUnicode: Writer = (copy, value) =>
  copy.once('unicode', value, (found) => {
    if (found.type !== 'stream') return undefined;
    const data = dataOf(copy, found);
    const [whole, before = '', low = '', high = '', text = '', after = ''] =
      data.length > LONGEST ? [] : (ONE_RANGE.exec(latin1(data)) ?? []);
    const [first, last, start] = [hex(low), hex(high), hex(text)];
    const isPlain =
      whole === undefined || (first >> 8 === last >> 8 && start >> 8 === (start + last - first) >> 8);
    const isUsable = last >= first && start + last - first < MOST_CODES;
    const plain = isPlain || !isUsable ? data : ascii(before + sections(first, last, start) + after);
    return copy.add(flateStream(copy, cmapEntries(copy, found.dict), plain));
  });

const hex = (digits: string): number => Number.parseInt(digits, 16);
const written = (value: number): string => `<${value.toString(16).toUpperCase().padStart(4, '0')}>`;

/** In a range only the last bytes may change, of codes and of texts (ISO 32000-1 §9.10.3): one that carries over becomes several. */
function sections(first: number, last: number, start: number): string {
  const entries: string[] = [];
  for (let code = first; code <= last; ) {
    const text = start + code - first;
    const end = Math.min(last, code | 0xff, code + (0xff - (text & 0xff)));
    entries.push(`${written(code)} ${written(end)} ${written(text)}`);
    code = end + 1;
  }
  const parts: string[] = [];
  for (let at = 0; at < entries.length; at += MOST_ENTRIES) {
    const part = entries.slice(at, at + MOST_ENTRIES);
    parts.push(`${part.length} beginbfrange\n${part.join('\n')}\nendbfrange`);
  }
  return parts.join('\n');
}
