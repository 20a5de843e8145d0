import type { Painting, ShownAt, TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { Covers } from './covers.ts';
import { COMMON, FAINT, GAP, HIGH, isWordLarge, LEVEL, LONGEST, STROKES, WORD } from './drawnwords.ts';
import { isLevel, type Part } from './letters.ts';
import type { Notes } from './notes.ts';
import { inkBounds, inkOf } from './pictureink.ts';
import { around, wordRowOf } from './wordrows.ts';

/** Pictures of a page that are looked at, and lines about each of them. */
const MOST = 2000;
const LINES = 3;
/** In units, how large letters of headings are. */
const HEADING = 18;
/** In ems, how far its picture goes at most beyond the height of a word. */
const ROOM = 1;
/** In ems, between two places at which a picture is asked what it shows. */
const STEP = 0.05;

interface Picture {
  box: Box;
  shows: ShownAt;
  annotation: number | undefined;
}

/** Words and amounts within a line of text, or at its end, that are pictures: eyes read `may not`, the text says `may`. */
export class PictureWords {
  readonly #pdf: Pdf;
  readonly #covers: Covers;
  readonly #pictures: Picture[] = [];

  constructor(pdf: Pdf, covers: Covers) {
    this.#pdf = pdf;
    this.#covers = covers;
  }

  add({ kind, box, shows, alpha, glyph, layer, maker: { annotation } }: Painting): void {
    if (kind !== 'image' || shows === undefined || glyph || layer !== 'on' || alpha < FAINT) return;
    const [wide, high] = [box[2] - box[0], box[3] - box[1]];
    if (high < HIGH.least || high > HIGH.most || wide < HIGH.least || wide > LONGEST) return;
    if (this.#pictures.length < MOST) this.#pictures.push({ box, shows, annotation });
  }

  *found(notes: Notes): Generator<{ run: TextRun; part: Part }> {
    for (const picture of this.#pictures) {
      const isNote = picture.annotation !== undefined && notes.has(picture.annotation);
      for (const runs of this.#linesAbout(picture, isNote)) {
        const found = this.#within(picture, runs);
        if (found === undefined) continue;
        yield found;
        break;
      }
    }
  }

  /** The strings about a picture that it may be read with, line by line. */
  #linesAbout({ box: [x0, y0, x1, y1], annotation }: Picture, isNote: boolean): TextRun[][] {
    const lines = new Map<number, TextRun[]>();
    const seen = new Set<TextRun>();
    const reach = y1 - y0 + GAP * HIGH.most;
    const passed = this.#covers.each([x0 - reach, y0, x1 + reach, y1], (run) => {
      const { line, size, maker } = run;
      const isOf = isNote || maker.annotation === annotation;
      if (seen.has(run) || !isOf || !isLevel(run) || line[2] <= line[0]) return true;
      const isAbout =
        line[1] >= y0 - WORD.over * size &&
        line[1] + LEVEL * size <= y1 &&
        y1 - y0 <= (WORD.most + ROOM) * size;
      if (!isAbout) return true;
      seen.add(run);
      const level = Math.round(line[1]);
      const runs = lines.get(level);
      if (runs !== undefined) runs.push(run);
      else if (lines.size < LINES) lines.set(level, [run]);
      return true;
    });
    this.#pdf.spend(passed);
    return [...lines.values()];
  }

  /** The words of a line between which, or behind which, what a picture shows stands as one of them. */
  #within(picture: Picture, runs: readonly TextRun[]): { run: TextRun; part: Part } | undefined {
    const [run] = runs;
    const ink = run === undefined ? undefined : this.#inkOf(picture, run);
    if (run === undefined || ink === undefined) return undefined;
    const [x0, , x1] = ink;
    const spend = (units: number): void => this.#pdf.spend(units);
    const places = runs
      .flatMap((each) => wordRowOf(each, spend)?.letters ?? [])
      .sort((a, b) => a.from - b.from);
    const edge = COMMON * run.size;
    const before = places.filter(({ to }) => to <= x0 + edge);
    const behind = places.filter(({ from }) => from >= x1 - edge);
    const [left, right] = [before.at(-1), behind[0]];
    const isNear = (gap: number): boolean => gap <= GAP * run.size;
    // A logo or a year ends a heading.
    const isLast = right === undefined && run.size < HEADING;
    const isRead =
      left !== undefined && isNear(x0 - left.to) && (isLast || isNear((right?.from ?? Infinity) - x1));
    if (!isRead || before.length + behind.length < places.length) return undefined;
    return { run, part: { text: around(before, behind, run.size), box: ink } };
  }

  /**
   * Where a picture shows ink of a line's colour that stands on the line as a word does: as high as letters, and with as
   * many upright strokes. Undefined for anything else.
   */
  #inkOf({ box, shows }: Picture, { line, size, colour }: TextRun): Box | undefined {
    if (colour === undefined) return undefined;
    const foot = line[1];
    const isInk = inkOf(shows, colour);
    const step = STEP * size;
    if (strokesAlong(box, step, (x) => isInk(x, foot + LEVEL * size)) < STROKES) return undefined;
    const bounds = inkBounds(box, step, isInk);
    if (bounds === undefined || !isWordLarge(bounds[2] - bounds[0], bounds[3] - bounds[1], size))
      return undefined;
    const over = bounds[1] - foot;
    return over >= -WORD.under * size && over <= WORD.over * size ? bounds : undefined;
  }
}

/** How many pieces of a row are ink. */
function strokesAlong([x0, , x1]: Box, step: number, isInk: (x: number) => boolean): number {
  let [strokes, wasInk] = [0, false];
  for (let x = x0 + step / 2; x < x1; x += step) {
    const is = isInk(x);
    if (is && !wasInk) strokes++;
    wasInk = is;
  }
  return strokes;
}
