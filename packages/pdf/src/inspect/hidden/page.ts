import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import { PdfError } from '../../errors.ts';
import { intersect, isEmpty, union } from '../../revisions/boxes.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Finding, FindingKind } from '../finding.ts';
import { saturates } from './blend.ts';
import { blockOf } from './blocks.ts';
import { contains } from './boxes.ts';
import { Covers, MOST_RUNS } from './covers.ts';
import { Ground } from './ground.ts';
import { Groups } from './groups.ts';
import { Images } from './images.ts';
import { Judge } from './judge.ts';
import { type Part, Reader, weigh } from './letters.ts';
import { Overprint } from './overprint.ts';
import { Recognised } from './recognised.ts';
import { Repeats } from './repeats.ts';
import { Sample } from './sample.ts';

/** Of the page, what images take where words lying on them may be recognised ones. */
const IMAGE_SHARE = 1 / 8;
/** Of the page, what images take where it is a scan. */
const SCAN_SHARE = 0.85;
/** Alpha of what is looked at as a cover; highlights lie over text everywhere. */
const LIGHTEST_VEIL = 0.4;
/** Of a run's points that lie on images. */
const ON_IMAGE = 0.75;
/** Cells of a grid, and runs passed by, that cost as much as reading a byte. */
const CELLS_A_UNIT = 2;
/** Painted letters of a page that is no scan with a stamp or a note on it, and how many times the recognised ones. */
const PAINTED_LETTERS = 400;
const PAINTED_TIMES = 4;
/** How a recognised word may be painted so that only the scan is seen. */
const RECOGNISED: ReadonlySet<FindingKind> = new Set([
  'invisible_text',
  'transparent_text',
  'same_colour_text',
  'tiny_text',
]);

interface Hidden {
  run: TextRun;
  kind: FindingKind;
  /** The part that is hidden, where others are seen. */
  part?: Part;
  /** Text of mode 7 is seen through what is painted within it. */
  filled: boolean;
}

/** What a page's marks say of its hidden text. */
export interface PageText {
  findings: Finding[];
  /** Text that is never painted, on images that show it: recognised words. */
  recognised: Recognised;
  /** Text that is painted and wholly behind the page's scan: recognised words, where there are enough of them. */
  behind: Recognised;
}

/** Takes a page's marks and finds the text that nobody sees. Bounded in memory and by `spend` in time. */
export class HiddenText implements Canvas {
  readonly #page: Page;
  readonly #spend: (units: number) => void;
  readonly #heaps: boolean;
  readonly #sample = new Sample();
  readonly #ground: Ground;
  readonly #images: Images;
  readonly #covers: Covers;
  readonly #overprint: Overprint;
  readonly #judge: Judge;
  readonly #reader: Reader;
  readonly #hidden: Hidden[] = [];
  /** Runs of mode 7 through which nothing was painted yet. */
  #unfilled: Hidden[] = [];

  constructor(page: Page, { spend, heaps }: { spend: (units: number) => void; heaps: boolean }) {
    const { cropBox, userUnit } = page;
    this.#page = page;
    this.#spend = spend;
    this.#heaps = heaps;
    this.#ground = new Ground(cropBox);
    this.#images = new Images(cropBox, userUnit);
    this.#covers = new Covers(cropBox);
    this.#reader = new Reader(spend);
    this.#overprint = new Overprint(cropBox, this.#covers, this.#reader);
    this.#judge = new Judge(page, this.#ground, this.#sample);
  }

  text(run: TextRun): void {
    if (run.glyph || run.layer === 'off' || run.bytes.length === 0) return;
    if (!isPlaced(run)) return;
    const kind = this.#judge.kind(run);
    // White on white it hides what is under it all the same.
    if (kind === undefined || kind === 'same_colour_text') this.#block(run);
    if (kind === undefined) {
      if (this.#heaps) this.#spend(this.#overprint.text(run) / CELLS_A_UNIT);
      this.#covers.add(run);
      const part = this.#judge.offPage(run);
      if (part !== undefined) this.#hide({ run, kind: 'off_page_text', part, filled: false });
      return;
    }
    const hidden = { run, kind, filled: false };
    this.#hide(hidden);
    if (run.mode === 7) this.#unfilled.push(hidden);
  }

  /** A large filled square is a letter, too. */
  #block(run: TextRun): void {
    const block = blockOf(run, () => this.#reader.text(run));
    if (block === undefined || run.layer !== 'on' || !isCover(block)) return;
    const box = intersect(block.solid, this.#page.cropBox);
    if (!isEmpty(box)) this.#spend(this.#covers.cover(box, block) / CELLS_A_UNIT);
  }

  #hide(hidden: Hidden): void {
    if (this.#hidden.length >= MOST_RUNS) {
      throw new PdfError('too_many_objects', 'A page shows too many strings');
    }
    this.#hidden.push(hidden);
  }

  paint(painting: Painting): void {
    if (painting.layer === 'off') return;
    const { kind, solid, layer } = painting;
    if (this.#unfilled.length > 0) this.#fill(painting);
    let cells = this.#ground.paint(painting);
    if (kind === 'image') cells += this.#images.paint(painting);
    const area = painting.outline === undefined ? solid : intersect(painting.box, painting.clip);
    if (area !== undefined && layer === 'on' && isCover(painting)) {
      const box = intersect(area, this.#page.cropBox);
      if (!isEmpty(box)) cells += this.#covers.cover(box, painting);
    }
    this.#spend(cells / CELLS_A_UNIT);
  }

  finish(): PageText {
    const { number } = this.#page;
    const groups = new Groups(this.#reader);
    const repeats = new Repeats(this.#covers, this.#reader);
    let recognised = new Recognised(this.#reader);
    const behind = new Recognised(this.#reader);
    const onImages: Hidden[] = [];
    for (const hidden of this.#hidden) {
      const { run, kind, filled, part } = hidden;
      if (filled) continue;
      if (RECOGNISED.has(kind) && this.#isOnImage(run)) {
        recognised.add(run);
        onImages.push(hidden);
      }
      // Painted words that are told once more, unseen, to those who copy or listen.
      else if (!(RECOGNISED.has(kind) && repeats.has(run)))
        groups.add(kind, run, part === undefined ? {} : { part });
    }
    // A few unseen words on a page of painted ones are not what was read off a scan, whatever lies under them.
    if (onImages.length > 0 && this.#isPainted(recognised.letters)) {
      for (const { run, kind } of onImages) groups.add(kind, run);
      recognised = new Recognised(this.#reader);
    }
    this.#covered(groups, behind, repeats);
    return { findings: groups.findings(number), recognised, behind };
  }

  /** Whether the page shows many painted letters, and far more of them than were recognised. */
  #isPainted(recognised: number): boolean {
    const enough = Math.max(PAINTED_LETTERS, PAINTED_TIMES * recognised);
    let letters = 0;
    for (const run of this.#covers.runs) {
      letters += weigh(this.#reader.text(run)).letters;
      if (letters >= enough) return true;
    }
    return false;
  }

  #covered(groups: Groups, behind: Recognised, repeats: Repeats): void {
    const scan = this.#images.share >= SCAN_SHARE;
    for (const kept of this.#covers.touched) {
      const { run, by } = kept;
      const covered = this.#covers.isCovered(kept);
      const part = covered ? undefined : this.#covers.coveredPart(kept);
      if (!covered && part === undefined) {
        if (this.#overprint.isSubstantial(kept)) groups.add('covered_text', run);
      } else if (!repeats.has(run)) {
        const what = part === undefined ? {} : { part };
        if (by.annotation !== undefined) {
          groups.add('text_under_annotation', run, { ...what, object: by.annotation });
        } else if (by.image && scan) behind.add(run);
        else groups.add('covered_text', run, what);
      }
    }
  }

  #isOnImage(run: TextRun): boolean {
    // On a page that shows no text an image of any size may be all that was scanned.
    if (this.#images.share < IMAGE_SHARE && this.#covers.runs.length > 0) return false;
    this.#sample.take(run);
    return this.#sample.share((x, y) => this.#images.hold(x, y)) >= ON_IMAGE;
  }

  /** What is painted while the clip lies within letters of mode 7 shows them. */
  #fill(painting: Painting): void {
    const seen = intersect(painting.box, painting.clip);
    if (painting.alpha === 0 || isEmpty(seen)) return;
    const letters = this.#unfilled.map(({ run }): Box => run.box).reduce(union);
    const last = this.#unfilled;
    this.#unfilled = [];
    if (!contains(letters, painting.clip)) return;
    for (const hidden of last) {
      const { colour, alpha, blend, grouped } = painting;
      const letters = { ...hidden.run, colour, outline: colour, alpha, blend, grouped };
      hidden.filled = !isEmpty(intersect(seen, hidden.run.box)) && !this.#judge.vanishes(letters);
    }
  }
}

/** Whether paint hides what is behind it, wholly or in part: a veil over a veil does, too. */
const isCover = ({ alpha, masked, porous, blend, colour }: Painting): boolean =>
  !masked && !porous && alpha > LIGHTEST_VEIL && saturates(blend, colour);

function isPlaced({ line, box, size }: TextRun): boolean {
  return Number.isFinite(line[0] + line[1] + line[2] + line[3] + box[0] + box[1] + box[2] + box[3] + size);
}
