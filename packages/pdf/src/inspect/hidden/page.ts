import type { DrawnAnnotation } from '../../content/annotations.ts';
import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import { PdfError } from '../../errors.ts';
import { intersect, isEmpty } from '../../revisions/boxes.ts';
import type { Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { Finding, FindingKind } from '../finding.ts';
import { Amounts } from './amounts.ts';
import { onBlank } from './blankscan.ts';
import { blocksOf, isLarge } from './blocks.ts';
import { Covers, MOST_RUNS } from './covers.ts';
import { doubled } from './doubled.ts';
import { isCutAsDrawn } from './edges.ts';
import { FieldTexts } from './fieldtexts.ts';
import { Figures } from './figures.ts';
import { Ground } from './ground.ts';
import { Groups } from './groups.ts';
import { Heaps } from './heaps.ts';
import { Images } from './images.ts';
import { Ink } from './ink.ts';
import { Judge } from './judge.ts';
import { changesAmount, type Part, Reader } from './letters.ts';
import { Misreadings } from './misreadings.ts';
import { misrecognised } from './misrecognised.ts';
import { Overprint } from './overprint.ts';
import { isPainted, Recognised } from './recognised.ts';
import { Repeats } from './repeats.ts';
import { Sample } from './sample.ts';
import { isVeil, mayEven, standsOut, VEILED, Veils } from './veils.ts';
import { type Window, Windows } from './windows.ts';

/** Of the page, what images take where words lying on them may be recognised ones. */
const IMAGE_SHARE = 1 / 8;
/** Of the page, what images take where it is a scan. */
const SCAN_SHARE = 0.85;
/** Cells of a grid, and runs passed by, that cost as much as reading a byte. */
const CELLS_A_UNIT = 2;
/** How a recognised word may be painted so that only the scan is seen. */
const RECOGNISED: ReadonlySet<FindingKind> = new Set([
  'invisible_text',
  'transparent_text',
  'same_colour_text',
  'tiny_text',
]);

interface Hidden extends Window {
  kind: FindingKind;
  /** The part that is hidden, where others are seen. */
  part?: Part;
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
  readonly #unseen: (run: TextRun) => void;
  readonly #pdf: Pdf;
  readonly #sample = new Sample();
  readonly #ground: Ground;
  readonly #images: Images;
  readonly #covers: Covers;
  readonly #overprint: Overprint;
  readonly #judge: Judge;
  readonly #veils: Veils;
  readonly #ink: Ink;
  readonly #amounts: Amounts;
  readonly #figures: Figures;
  readonly #misreadings: Misreadings;
  readonly #heaped: Heaps;
  readonly #repeats: Repeats;
  readonly #windows: Windows;
  readonly #reader: Reader;
  readonly #hidden: Hidden[] = [];

  /** `heaps`: whether text painted over other text is looked for; `unseen` is told each string of which nothing is seen. */
  constructor(
    pdf: Pdf,
    page: Page,
    { heaps, unseen = () => {} }: { heaps: boolean; unseen?: (run: TextRun) => void },
  ) {
    const spend = (units: number): void => pdf.spend(units);
    const { cropBox, userUnit } = page;
    this.#page = page;
    this.#spend = spend;
    this.#heaps = heaps;
    this.#unseen = unseen;
    this.#pdf = pdf;
    this.#ground = new Ground(cropBox);
    this.#images = new Images(cropBox, userUnit);
    this.#covers = new Covers(cropBox, (painting, run) => standsOut(pdf, painting, run, this.#ground));
    this.#reader = new Reader(spend);
    this.#overprint = new Overprint(cropBox, this.#covers, this.#reader, spend);
    this.#veils = new Veils(pdf);
    this.#ink = new Ink(pdf);
    this.#amounts = new Amounts(this.#covers, this.#reader);
    this.#figures = new Figures(spend);
    this.#misreadings = new Misreadings(pdf, { covers: this.#covers, reader: this.#reader, sight: cropBox });
    this.#heaped = new Heaps(this.#reader);
    this.#repeats = new Repeats(this.#covers, this.#reader);
    this.#judge = new Judge(pdf, page, { ground: this.#ground, sample: this.#sample });
    this.#windows = new Windows(pdf, this.#judge, this.#repeats);
  }

  text(run: TextRun): void {
    if (run.glyph) return;
    this.#covers.pass();
    if (run.layer === 'off' || run.bytes.length === 0 || !isPlaced(run)) return;
    this.#ink.said.add(run);
    const kind = this.#judge.kind(run);
    // White on white, cut or distorted it hides what is under it all the same.
    this.#block(run);
    if (kind === undefined) {
      if (this.#heaps) this.#spend(this.#overprint.text(run) / CELLS_A_UNIT);
      this.#figures.add(run);
      this.#misreadings.text(run);
      this.#heap(this.#heaped.add(run));
      this.#covers.add(run);
      const off = this.#judge.offPage(run);
      const part =
        off === undefined || this.#isCutAsDrawn(run, off)
          ? this.#judge.part(run)
          : ({ kind: 'off_page_text', part: off } as const);
      if (part !== undefined) this.#hide({ run, ...part, filled: false });
      return;
    }
    const hidden = { run, kind, filled: false };
    this.#hide(hidden);
    if (run.mode === 7) this.#windows.add(hidden);
  }

  /** A line that is shown letter by letter on one place. */
  #heap(heap: ReturnType<Heaps['end']>): void {
    if (heap !== undefined) this.#hide({ ...heap, kind: 'tiny_text', filled: false });
  }

  #isCutAsDrawn({ maker: { annotation } }: TextRun, { text }: Part): boolean {
    return annotation !== undefined && isCutAsDrawn(this.#pdf, this.#page, annotation, text);
  }

  /** A large filled square is a letter, too. */
  #block(run: TextRun): void {
    if (!isLarge(run)) return;
    const { isAny, passed } = this.#covers.under(run.box);
    this.#spend(passed / CELLS_A_UNIT);
    if (!isAny) return;
    for (const block of blocksOf(this.#pdf, run, () => this.#reader.text(run)))
      this.#spend(this.#cover(block) / CELLS_A_UNIT);
  }

  #hide(hidden: Hidden): void {
    if (this.#hidden.length >= MOST_RUNS) {
      throw new PdfError('too_many_objects', 'A page shows too many strings');
    }
    this.#hidden.push(hidden);
  }

  paint(painting: Painting): void {
    if (painting.layer === 'off') return;
    const { kind } = painting;
    this.#misreadings.paint(painting);
    this.#spend(this.#windows.paint(painting));
    // It is painted on what lies there before it.
    let cells = this.#cover(painting) + (this.#windows.isThrough ? 0 : this.#ground.paint(painting));
    if (kind !== 'image' && painting.opaque && !painting.porous) this.#ink.cover(painting);
    if (kind === 'image') {
      cells += this.#images.paint(painting);
      this.#ink.add(painting);
    }
    this.#spend(cells / CELLS_A_UNIT);
  }

  #cover(painting: Painting): number {
    if (!isVeil(painting)) return 0;
    const { solid, outline, box, clip } = painting;
    const area = outline === undefined ? solid : intersect(box, clip);
    const covers = area !== undefined && isCover(painting);
    const seen = intersect(covers ? area : intersect(box, clip), this.#page.cropBox);
    if (isEmpty(seen)) return 0;
    const hides = this.#hides(painting);
    return covers ? this.#covers.cover(seen, painting, hides) : this.#covers.veil(seen, painting, hides);
  }

  #hides(painting: Painting): (run: TextRun) => boolean {
    return mayEven(painting) ? (run) => this.#judge.isEvened(run, painting) : () => true;
  }

  /** `annotations`: those of the page. */
  finish(annotations: readonly DrawnAnnotation[]): PageText {
    const { number } = this.#page;
    this.#heap(this.#heaped.end());
    const groups = new Groups(this.#reader);
    const behind = new Recognised(this.#reader);
    const onImages: Hidden[] = [];
    const fields = new FieldTexts(this.#pdf, this.#page, annotations);
    for (const hidden of this.#hidden) {
      const { run, kind, filled } = hidden;
      const part = filled ? this.#windows.unseen(hidden) : hidden.part;
      if (filled && (part === undefined || this.#repeats.has(run))) continue;
      if (kind === 'off_page_text' && part === undefined && fields.say(run, this.#reader)) {
        this.#unseen(run);
        continue;
      }
      if (!filled && RECOGNISED.has(kind) && this.#isOnImage(run)) onImages.push(hidden);
      // Painted words that are told once more, unseen, to those who copy or listen.
      else {
        if (part === undefined) this.#unseen(run);
        if (!(RECOGNISED.has(kind) && this.#repeats.has(run)))
          groups.add(kind, run, {
            ...(part === undefined ? {} : { part }),
            isAmount: this.#amounts.has(run) || (part !== undefined && changesAmount(part.text, '0', '0')),
          });
      }
    }
    const { recognised, others } = this.#recognised(onImages);
    for (const { run, kind } of others) {
      this.#unseen(run);
      groups.add(kind, run);
    }
    this.#covered(groups, behind);
    for (const { run, kind, part } of this.#figures.hidden(this.#ground))
      groups.add(kind, run, { part, isAmount: true });
    for (const { run, part } of this.#judge.tails.found(this.#covers.runs, this.#spend))
      groups.add('clipped_text', run, { part, isAmount: changesAmount(part.text, '0', '0') });
    for (const [run, part] of this.#overprint.struck)
      groups.add('covered_text', run, { part, isAmount: true });
    for (const { run, part } of this.#misreadings.found(annotations))
      groups.add('text_map_mismatch', run, { part, isAmount: true });
    return { findings: groups.findings(number), recognised, behind };
  }

  /** Of unseen words on images, those that were read off them, and those that nobody can have read there. */
  #recognised(onImages: readonly Hidden[]): { recognised: Recognised; others: readonly Hidden[] } {
    const blank = new Set([
      ...onBlank(onImages, this.#reader, this.#ink),
      ...doubled(onImages, this.#reader, this.#spend),
      ...misrecognised(onImages, this.#reader, this.#ink),
    ]);
    const onInk = onImages.filter((hidden) => !blank.has(hidden));
    const recognised = new Recognised(this.#reader);
    for (const { run } of onInk) recognised.add(run);
    // A few unseen words on a page of painted ones are not what was read off a scan, whatever lies under them.
    if (
      onInk.length > 0 &&
      isPainted(this.#covers.runs, this.#reader, recognised.letters, this.#images.share)
    )
      return { recognised: new Recognised(this.#reader), others: onImages };
    return { recognised, others: [...blank] };
  }

  #covered(groups: Groups, behind: Recognised): void {
    const scan = this.#images.share >= SCAN_SHARE;
    const words: { run: TextRun }[] = [];
    for (const kept of this.#covers.touched) {
      const { run, by } = kept;
      const covered = this.#covers.isCovered(kept);
      const part = covered ? undefined : this.#covers.coveredPart(kept, this.#veils);
      if (!covered && part === undefined) {
        if (this.#overprint.isSubstantial(kept)) groups.add('covered_text', run);
      } else if (!this.#repeats.has(run)) {
        const isAmount = part === undefined ? this.#amounts.has(run) : changesAmount(part.text, '0', '0');
        const what = part === undefined ? { isAmount } : { part, isAmount };
        if (part === undefined && (by.annotation !== undefined || !by.image || !scan)) this.#unseen(run);
        if (by.annotation !== undefined) {
          const named = by.annotation > 0 ? { object: by.annotation } : {};
          groups.add('text_under_annotation', run, { ...what, ...named });
        } else if (by.image && scan) words.push({ run });
        else groups.add('covered_text', run, what);
      }
    }
    const others = new Set(misrecognised(words, this.#reader, this.#ink));
    for (const word of words) {
      if (others.has(word)) groups.add('covered_text', word.run);
      else behind.add(word.run);
    }
  }

  #isOnImage(run: TextRun): boolean {
    // On a page that shows no text an image of any size may be all that was scanned.
    if (this.#images.share < IMAGE_SHARE && this.#covers.runs.length > 0) return false;
    return this.#images.areUnder(run, this.#sample);
  }
}

/** Whether paint hides what is behind it all over. */
const isCover = ({ alpha, masked, porous }: Painting): boolean => !masked && !porous && alpha >= 1 - VEILED;

function isPlaced({ line, box, size }: TextRun): boolean {
  return Number.isFinite(line[0] + line[1] + line[2] + line[3] + box[0] + box[1] + box[2] + box[3] + size);
}
