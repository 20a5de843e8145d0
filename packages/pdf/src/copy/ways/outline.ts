import { PdfError } from '../../errors.ts';
import { decodeText, textString } from '../../syntax/strings.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { addressOf, webAction } from '../links.ts';
import { entriesOf, integer, numbers, type Schema } from '../schema.ts';
import { dictText } from '../written.ts';
import type { Destinations } from './destinations.ts';

/** Colour and style of an entry (ISO 32000-2, Table 151). */
const LOOK: Schema = { C: numbers(3), F: integer };
const MOST_ENTRIES = 20_000;
/** Bytes of a title. */
const LONGEST_TITLE = 2000;

/** An entry of the outline that leads somewhere, or has others below it that do. */
interface Entry {
  title: string;
  look: [string, string][];
  destination: string | undefined;
  address: string | undefined;
  isOpen: boolean;
  kids: Entry[];
}

/**
 * The outline of a document (§12.3.3), written anew: a reference to it, or undefined where nothing of it leads anywhere. One
 * that cannot be read, or is past its bounds, does not go along; the pages do.
 */
export function outlineOf(copy: Copying, destinations: Destinations): string | undefined {
  try {
    const root = copy.pdf.dict(copy.pdf.catalog.entries.get('Outlines'));
    const entries = root === undefined ? [] : new OutlineReader(copy, destinations).below(root, 0);
    return entries.length === 0 ? undefined : writeOutline(copy, entries);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    copy.leftOut.add('unreadable', { detail: 'The outline cannot be read' });
    return undefined;
  }
}

class OutlineReader {
  readonly #copy: Copying;
  readonly #destinations: Destinations;
  readonly #seen = new Set<number>();
  #count = 0;

  constructor(copy: Copying, destinations: Destinations) {
    this.#copy = copy;
    this.#destinations = destinations;
  }

  /** The entries below one; each object once. */
  below({ entries }: PdfDict, depth: number): Entry[] {
    const { pdf, limits } = this.#copy;
    if (depth > limits.depth) throw new PdfError('too_deep', 'The outline is too deep');
    const found: Entry[] = [];
    let value = entries.get('First');
    for (let dict = this.#next(value); dict !== undefined; dict = this.#next(value)) {
      const kids = this.below(dict, depth + 1);
      const entry = this.#entry(dict, kids);
      if (entry !== undefined) found.push(entry);
      value = dict.entries.get('Next');
    }
    pdf.spend(found.length);
    return found;
  }

  #next(value: PdfValue | undefined): PdfDict | undefined {
    if (value?.type !== 'ref' || this.#seen.has(value.number)) return undefined;
    this.#seen.add(value.number);
    if (++this.#count > MOST_ENTRIES)
      throw new PdfError('too_many_objects', 'The outline has too many entries');
    return this.#copy.pdf.dict(value);
  }

  /** Undefined for one without a title, whatever is below it, and for one that leads nowhere and has nothing below it. */
  #entry(dict: PdfDict, kids: Entry[]): Entry | undefined {
    const { pdf } = this.#copy;
    const { entries } = dict;
    const said = pdf.resolve(entries.get('Title'));
    if (said?.type !== 'string') return undefined;
    const title = decodeText(pdf.stringBytes(said, LONGEST_TITLE)).trim();
    const destination = this.#destinations.of(dict);
    const address = destination === undefined ? addressOf(this.#copy, entries.get('A')) : undefined;
    const leads = destination !== undefined || address !== undefined;
    if (!leads && (entries.has('A') || entries.has('Dest')))
      this.#copy.leftOut.add('link', { detail: title });
    if (title === '' || !(leads || kids.length > 0)) return undefined;
    const isOpen = (pdf.number(entries.get('Count')) ?? 0) > 0;
    return { title, look: entriesOf(this.#copy, dict, LOOK), destination, address, isOpen, kids };
  }
}

function writeOutline(copy: Copying, entries: readonly Entry[]): string {
  const number = copy.objects.allocate();
  const own = `${number} 0 R`;
  const more = writeBelow(copy, entries, own);
  const count = String(linesOf(entries));
  copy.put(number, dictText([['Type', '/Outlines'], ...more, ['Count', count]]));
  return own;
}

/** Writes entries beside each other; gives what the one above says of them. */
function writeBelow(copy: Copying, entries: readonly Entry[], parent: string): [string, string][] {
  const numbersOf = entries.map(() => copy.objects.allocate());
  const reference = (at: number): string | undefined =>
    numbersOf[at] === undefined ? undefined : `${numbersOf[at]} 0 R`;
  for (const [at, number] of numbersOf.entries()) {
    const entry = entries[at];
    if (entry === undefined) continue;
    const { title, look, destination, address, isOpen, kids } = entry;
    const below = kids.length === 0 ? [] : writeBelow(copy, kids, `${number} 0 R`);
    const count = linesOf(kids);
    copy.put(
      number,
      dictText([
        ['Title', textString(title)],
        ['Parent', parent],
        ['Prev', reference(at - 1)],
        ['Next', reference(at + 1)],
        ...below,
        ['Count', kids.length === 0 ? undefined : String(isOpen ? count : -count)],
        ['Dest', destination],
        ['A', address === undefined ? undefined : webAction(address)],
        ...look,
      ]),
    );
  }
  return [
    ['First', reference(0) ?? 'null'],
    ['Last', reference(entries.length - 1) ?? 'null'],
  ];
}

/** Lines that entries take in the outline: their own, and where one is open those below it. */
function linesOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { isOpen, kids }) => sum + 1 + (isOpen ? linesOf(kids) : 0), 0);
}
