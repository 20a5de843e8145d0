import { ascii, latin1 } from '../../syntax/bytes.ts';
import type { Writer } from '../schema.ts';
import { dataOf, flateStream } from '../stream.ts';
import { cmapEntries } from './fontparts.ts';

/** Entries of one section (Adobe technical note 5014). */
const MOST_ENTRIES = 100;
/** Codes of a range that is taken apart. */
const MOST_CODES = 0x10000;
const SECTION = /\d+\s+beginbfrange\b([\s\S]*?)\bendbfrange/g;
const ENTRY = /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]+)>|(\[[^\]]*\]))/g;

/** A map to Unicode. What it says of ranges goes along in ranges that every reader takes alike. */
export const toUnicode: Writer = (copy, value) =>
  copy.once('unicode', value, (found) => {
    if (found.type !== 'stream') return undefined;
    const data = dataOf(copy, found);
    copy.pdf.spend(data.length);
    const text = latin1(data);
    const plain = text.replace(SECTION, section);
    return copy.add(flateStream(copy, cmapEntries(copy, found.dict), plain === text ? data : ascii(plain)));
  });

/** In a range only the last byte of the text may change (ISO 32000-1 §9.10.3): one that carries over becomes several. */
function section(whole: string, body: string): string {
  const all = [...body.matchAll(ENTRY)].map(([entry, low = '', high = '', text = '']) => ({
    entry,
    pieces: text === '' ? undefined : piecesOf(low, high, text),
  }));
  if (all.every(({ pieces }) => pieces === undefined)) return whole;
  const entries = all.flatMap(({ entry, pieces }) => pieces ?? [entry]);
  const sections: string[] = [];
  for (let at = 0; at < entries.length; at += MOST_ENTRIES) {
    const part = entries.slice(at, at + MOST_ENTRIES);
    sections.push(`${part.length} beginbfrange\n${part.join('\n')}\nendbfrange`);
  }
  return sections.join('\n');
}

/** Undefined for a range that does not carry over, and for one that is too large to be meant. */
function piecesOf(low: string, high: string, text: string): string[] | undefined {
  const [first, last, start] = [low, high, text.slice(-4)].map((digits) => Number.parseInt(digits, 16));
  if (first === undefined || last === undefined || start === undefined || text.length % 4 !== 0)
    return undefined;
  const end = start + last - first;
  if (last < first || last - first >= MOST_CODES || end > 0xffff || start >> 8 === end >> 8) return undefined;
  const hex = (value: number, digits: number): string =>
    value.toString(16).toUpperCase().padStart(digits, '0');
  const pieces: string[] = [];
  for (let from = start; from <= end; from = (from | 0xff) + 1) {
    const code = first + from - start;
    const to = Math.min(last, code + (0xff - (from & 0xff)));
    pieces.push(`<${hex(code, low.length)}> <${hex(to, low.length)}> <${text.slice(0, -4)}${hex(from, 4)}>`);
  }
  return pieces;
}
