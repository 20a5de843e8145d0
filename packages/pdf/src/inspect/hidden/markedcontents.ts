import type { Begun, TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { EXCERPT } from '../finding.ts';
import type { Report } from '../inspector.ts';
import { leftOutOfLines, readElsewhere } from './readingorder.ts';
import type { StructurePlace } from './structureplaces.ts';
import { cellsElsewhere } from './tableorder.ts';

/** Contents of a page that are kept, and characters of each; and what is told of a page. */
const MOST = 20_000;
const LONGEST = EXCERPT;
const MOST_TOLD = 10;

/** A marked content that shows text. */
export interface Content {
  /** Undefined for an artifact, and for what no element of the structure tree has. */
  place: StructurePlace | undefined;
  /** Which content of its page it is in the order of painting. */
  painted: number;
  text: string;
  box: Box;
  first: TextRun;
  last: TextRun;
}

/** Where a marked content that is open is kept once it shows text. */
interface Slot {
  place: StructurePlace | undefined;
  content?: Content;
}

/**
 * The marked contents of a page (ISO 32000-2 §14.6), as they are shown. They are held against the structure tree: what is
 * read aloud elsewhere, or not at all.
 */
export class MarkedContents {
  readonly #pdf: Pdf;
  readonly #page: Page;
  readonly #places: ReadonlyMap<number, StructurePlace>;
  readonly #slots = new Map<number, Slot>();
  readonly #open: (Slot | undefined)[] = [];
  readonly #contents: Content[] = [];

  /** `places`: of the page's contents, by their numbers. */
  constructor(pdf: Pdf, page: Page, places: ReadonlyMap<number, StructurePlace>) {
    this.#pdf = pdf;
    this.#page = page;
    this.#places = places;
  }

  begin({ content, isArtifact }: Begun): void {
    const outer = this.#open.at(-1);
    if (isArtifact) this.#open.push({ place: undefined });
    else this.#open.push(content === undefined ? outer : this.#slot(content, outer));
  }

  /** Of contents within each other the innermost one that an element has. */
  #slot(number: number, outer: Slot | undefined): Slot {
    const place = this.#places.get(number);
    if (place === undefined && outer !== undefined) return outer;
    const slot = this.#slots.get(number) ?? { place };
    this.#slots.set(number, slot);
    return slot;
  }

  end(): void {
    this.#open.pop();
  }

  see(run: TextRun): void {
    const slot = this.#open.at(-1);
    const { font, bytes, box, mode, layer } = run;
    if (slot === undefined || mode === 3 || layer === 'off') return;
    const text = font?.text(bytes.subarray(0, LONGEST)) ?? '';
    this.#pdf.spend(text.length);
    if (text.trim() === '') return;
    const { content } = slot;
    if (content !== undefined) {
      content.last = run;
      content.box = union(content.box, box);
      if (content.text.length < LONGEST) content.text += text;
    } else if (this.#contents.length < MOST) {
      slot.content = { place: slot.place, painted: this.#contents.length, text, box, first: run, last: run };
      this.#contents.push(slot.content);
    }
  }

  finish(report: Report): void {
    const spend = (units: number): void => this.#pdf.spend(units);
    spend(this.#contents.length);
    const found = [
      ...leftOutOfLines(this.#contents),
      ...readElsewhere(this.#contents),
      ...cellsElsewhere(this.#contents, spend),
    ];
    for (const some of found.slice(0, MOST_TOLD)) {
      const excerpt = some.map(({ text }) => text.trim().slice(0, EXCERPT / 2 - 1)).join(' ');
      const rect = some.map(({ box }) => box).reduce(union);
      report({
        kind: 'text_map_mismatch',
        page: this.#page.number,
        excerpt: excerpt.slice(0, EXCERPT),
        rect,
      });
    }
  }
}
