import type { Painting, TextRun } from '../../content/canvas.ts';
import { intersect, isEmpty } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { isSameInk } from './colour.ts';
import type { Covers } from './covers.ts';
import { FAINT } from './drawnwords.ts';
import type { Part } from './letters.ts';
import { boxTurnedTo } from './ways.ts';
import { around, isOneLine, NEAR, type Place, type WordRow, wordRowOf } from './wordrows.ts';

/** Strings of masks and patterns that are looked at on a page. */
const MOST = 200;
/** In ems, how much two letters side by side may have in common. */
const COMMON = 0.1;
const READ = /[\p{L}\p{Nd}]/u;

interface Masked {
  row: WordRow;
  colour: number;
}

/**
 * Words and digits within a line of text that are seen because an area is painted through a soft mask in which they stand, or
 * with a pattern whose cells show them: they are no text of the page, and few programs copy them.
 */
export class MaskedTexts {
  readonly #pdf: Pdf;
  readonly #covers: Covers;
  readonly #masked: Masked[] = [];
  readonly #known = new Set<TextRun>();

  constructor(pdf: Pdf, covers: Covers) {
    this.#pdf = pdf;
    this.#covers = covers;
  }

  add({ masks, box, clip, layer, alpha, colour }: Painting): void {
    if (masks.length === 0 || layer !== 'on' || alpha < FAINT || colour === undefined) return;
    const seen = intersect(box, clip);
    for (const run of masks.flatMap((mask) => mask.texts)) {
      if (this.#masked.length >= MOST) return;
      if (!this.#known.has(run) && !isEmpty(intersect(seen, run.box))) this.#keep(run, colour);
    }
  }

  /** A run that is seen. */
  text(run: TextRun): void {
    const { tiled, colour, clip } = run;
    if (tiled && colour !== undefined && this.#masked.length < MOST) this.#keep(run, colour, clip);
  }

  /** `clip`: what is seen of its letters. */
  #keep(run: TextRun, colour: number, clip?: Box): void {
    this.#known.add(run);
    const row = wordRowOf(run, (units) => this.#pdf.spend(units));
    if (row === undefined) return;
    const seen = clip === undefined ? undefined : boxTurnedTo(row.way, clip);
    const letters = row.letters.filter(({ from, to }) => isWithin((from + to) / 2, seen));
    if (letters.some(({ text }) => READ.test(text))) this.#masked.push({ row: { ...row, letters }, colour });
  }

  *found(): Generator<{ run: TextRun; part: Part }> {
    for (const masked of this.#masked) {
      const found = this.#within(masked);
      if (found !== undefined) yield found;
    }
  }

  /** The line that such words stand in, where its own letters leave room for them. */
  #within({ row, colour }: Masked): { run: TextRun; part: Part } | undefined {
    const { box, size, letters } = row;
    const reach = NEAR * size;
    const beside = new Map<TextRun, readonly Place[]>();
    const passed = this.#covers.each([box[0] - reach, box[1], box[2] + reach, box[3]], (run) => {
      if (run.tiled || beside.has(run) || run.colour === undefined || !isSameInk(run.colour, colour))
        return true;
      const other = wordRowOf(run, (units) => this.#pdf.spend(units));
      if (other !== undefined && isOneLine(row, other)) beside.set(run, other.letters);
      return true;
    });
    this.#pdf.spend(passed);
    const [from, to] = [letters[0]?.from ?? 0, letters.at(-1)?.to ?? 0];
    const edge = COMMON * size;
    const places = [...beside.values()].flat().sort((a, b) => a.from - b.from);
    const before = places.filter((place) => place.to <= from + edge);
    const behind = places.filter((place) => place.from >= to - edge);
    // What the page writes at the same place is copied.
    if (before.length + behind.length < places.length) return undefined;
    const isNear = (gap: number): boolean => gap <= NEAR * size;
    const isBeside =
      isNear(from - (before.at(-1)?.to ?? -Infinity)) || isNear((behind[0]?.from ?? Infinity) - to);
    const [run] = beside.keys();
    return isBeside && run !== undefined
      ? { run, part: { text: around(before, behind, size), box } }
      : undefined;
  }
}

const isWithin = (place: number, seen: Box | undefined): boolean =>
  seen === undefined || (place >= seen[0] && place <= seen[2]);
