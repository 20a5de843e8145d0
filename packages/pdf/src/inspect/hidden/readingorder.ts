import type { Begun, TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { EXCERPT } from '../finding.ts';
import type { Report } from '../inspector.ts';
import { isLevel } from './letters.ts';
import { RIGHT_TO_LEFT } from './scripts.ts';
import type { StructurePlace } from './structureplaces.ts';
import { BLANK, standsBeside, standsWithinLine } from './textbeside.ts';

/** Contents of a page that are kept, and characters of each; and pairs that are told of on a page. */
const MOST = 20_000;
const LONGEST = EXCERPT;
const MOST_TOLD = 10;
/** In heights of a string, how far the line above is from its own. */
const ABOVE = { least: 0.9, most: 2 };
const SAYS = /\p{L}{2}|\p{Nd}/u;
const WORD = /\p{L}{2}/u;

/** A marked content that says something. */
interface Content {
  place: StructurePlace | undefined;
  /** In the order of painting. */
  painted: number;
  text: string;
  first: TextRun;
  last: TextRun;
}

/**
 * What the structure tree reads aloud in another order than eyes read it within a paragraph, or leaves out of a line of it
 * (ISO 32000-2 §14.8.2.5): `Seller` and `Buyer` change places, and nobody hears a `not` that no element has.
 */
export class ReadingOrder {
  readonly #pdf: Pdf;
  readonly #page: Page;
  readonly #places: ReadonlyMap<number, StructurePlace>;
  readonly #contents = new Map<number, Content>();
  /** The numbers of the marked contents that are open. */
  readonly #open: (number | undefined)[] = [];

  /** `places`: of the page's contents, by their numbers. */
  constructor(pdf: Pdf, page: Page, places: ReadonlyMap<number, StructurePlace>) {
    this.#pdf = pdf;
    this.#page = page;
    this.#places = places;
  }

  begin({ content }: Begun): void {
    const outer = this.#open.at(-1);
    // Of contents within each other the innermost one that an element has.
    const isOwn = content !== undefined && (this.#places.has(content) || outer === undefined);
    this.#open.push(isOwn ? content : outer);
  }

  end(): void {
    this.#open.pop();
  }

  see(run: TextRun): void {
    const number = this.#open.at(-1);
    const { font, bytes, mode, layer } = run;
    if (number === undefined || mode === 3 || layer === 'off' || !isLevel(run)) return;
    const text = font?.text(bytes.subarray(0, LONGEST)) ?? '';
    this.#pdf.spend(text.length);
    if (!SAYS.test(text)) return;
    const known = this.#contents.get(number);
    if (known !== undefined) {
      known.last = run;
      if (known.text.length < LONGEST) known.text += text;
    } else if (this.#contents.size < MOST) {
      const place = this.#places.get(number);
      this.#contents.set(number, { place, painted: this.#contents.size, text, first: run, last: run });
    }
  }

  finish(report: Report): void {
    const all = [...this.#contents.values()];
    this.#pdf.spend(all.length);
    let told = 0;
    const tell = (...some: Content[]): void => {
      if (told++ >= MOST_TOLD) return;
      const excerpt = some.map(({ text }) => text.trim().slice(0, EXCERPT / 2 - 1)).join(' ');
      const rect = some.flatMap(({ first, last }) => [first.box, last.box]).reduce(union);
      report({ kind: 'text_map_mismatch', page: this.#page.number, excerpt, rect });
    };
    for (const [at, content] of all.entries())
      if (isLeftOut(content, all[at - 1], all[at + 1])) tell(content);
    const paragraphs = Map.groupBy(all, ({ place }) => place?.paragraph);
    for (const [number, contents] of paragraphs) {
      if (number === undefined || contents.some(({ text }) => RIGHT_TO_LEFT.test(text))) continue;
      const read = contents.toSorted((one, other) => (one.place?.index ?? 0) - (other.place?.index ?? 0));
      const at = read.findIndex((one, index) => isReadBefore(one, read[index + 1]));
      if (at >= 0) tell(...read.slice(at, at + 2));
    }
  }
}

/** Whether no element of the structure tree has it, and it stands in a line between contents that some have. */
const isLeftOut = (
  { place, first, last }: Content,
  before: Content | undefined,
  behind: Content | undefined,
): boolean =>
  place === undefined &&
  before?.place !== undefined &&
  behind?.place !== undefined &&
  standsWithinLine({ before: before.last, first, last, behind: behind.first });

/**
 * Whether what is read next stands right before it on its line, or on the line above, and is painted before it. Frames and columns
 * may be painted in any order.
 */
function isReadBefore(one: Content, next: Content | undefined): boolean {
  if (next === undefined || next.painted > one.painted) return false;
  if (standsBeside(next.last, one.first, BLANK)) return true;
  const up = next.last.line[1] - one.first.line[1];
  const size = Math.max(one.first.size, next.last.size);
  const common =
    Math.min(one.first.line[2], next.last.line[2]) - Math.max(one.first.line[0], next.last.line[0]);
  return (
    up >= ABOVE.least * size &&
    up <= ABOVE.most * size &&
    common > 0 &&
    WORD.test(one.text) &&
    WORD.test(next.text)
  );
}
