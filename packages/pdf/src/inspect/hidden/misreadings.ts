import type { DrawnAnnotation } from '../../content/annotations.ts';
import type { Painting, TextRun } from '../../content/canvas.ts';
import { readable } from '../../errors.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { BesideFigures } from './besidefigures.ts';
import { blankWordsWithin } from './blankwords.ts';
import { changedSigns } from './changedsigns.ts';
import { closedBetween, closedBlank } from './closedblanks.ts';
import type { Covers } from './covers.ts';
import { DrawnMarks } from './drawnmarks.ts';
import { DrawnWords } from './drawnwords.ts';
import { LetterDigits } from './letterdigits.ts';
import type { Part, Reader } from './letters.ts';
import { Lifted } from './lifted.ts';
import { MaskedTexts } from './maskedtexts.ts';
import { movedGlyphs } from './movedglyphs.ts';
import { notesAmong } from './notes.ts';
import { notesWithin } from './notewords.ts';
import { overlaidSigns } from './overlaidsigns.ts';
import { PictureWords } from './picturewords.ts';
import { Turned } from './turned.ts';
import { UnnamedDigits } from './unnameddigits.ts';

/** Strings that are told of on a page: of vertical writing, and with blanks that are not seen. */
const MOST_STRINGS = 1000;

/** Text that is seen and read otherwise than it is copied: by what is drawn beside it or within it, or by where it stands. */
export class Misreadings {
  readonly #pdf: Pdf;
  readonly #covers: Covers;
  readonly #sight: Box;
  readonly #marks: DrawnMarks;
  readonly #beside: BesideFigures;
  readonly #drawn: DrawnWords;
  readonly #pictures: PictureWords;
  readonly #masked: MaskedTexts;
  readonly #unnamed: UnnamedDigits;
  readonly #turned: Turned;
  readonly #lifted: Lifted;
  readonly #letterDigits: LetterDigits;
  readonly #moved: { run: TextRun; part: Part }[] = [];
  #before: TextRun | undefined;
  readonly #closed: { run: TextRun; part: Part }[] = [];

  /** `sight`: what of the page is seen. */
  constructor(pdf: Pdf, { covers, reader, sight }: { covers: Covers; reader: Reader; sight: Box }) {
    const spend = (units: number): void => pdf.spend(units);
    this.#pdf = pdf;
    this.#covers = covers;
    this.#sight = sight;
    this.#marks = new DrawnMarks(pdf);
    this.#beside = new BesideFigures(pdf, covers, { marks: this.#marks, sight });
    this.#drawn = new DrawnWords(pdf, covers);
    this.#pictures = new PictureWords(pdf, covers);
    this.#masked = new MaskedTexts(pdf, covers);
    this.#unnamed = new UnnamedDigits(pdf, covers);
    this.#turned = new Turned(reader, spend);
    this.#lifted = new Lifted(reader, spend);
    this.#letterDigits = new LetterDigits(reader, spend);
  }

  /** A run that is seen, in the order of painting. */
  text(run: TextRun): void {
    this.#turned.add(run);
    this.#lifted.add(run);
    this.#letterDigits.add(run);
    this.#masked.text(run);
    this.#unnamed.add(run);
    this.#close(run);
    if (run.font?.vertical === true && this.#moved.length < MOST_STRINGS) {
      const part = movedGlyphs(run, (units) => this.#pdf.spend(units));
      if (part !== undefined) this.#moved.push({ run, part });
    }
  }

  /** Looks for blanks that are not seen, in a run or between it and the one before. */
  #close(run: TextRun): void {
    const before = this.#before;
    this.#before = run;
    if (this.#closed.length >= MOST_STRINGS) return;
    const spend = (units: number): void => this.#pdf.spend(units);
    const part = closedBlank(run, spend) ?? (before && closedBetween(before, run, spend));
    if (part !== undefined) this.#closed.push({ run, part });
  }

  paint(painting: Painting): void {
    this.#marks.add(painting);
    this.#drawn.add(painting);
    this.#pictures.add(painting);
    this.#masked.add(painting);
  }

  /** `annotations`: those of the page. */
  *found(annotations: readonly DrawnAnnotation[]): Generator<{ run: TextRun; part: Part }> {
    const notes = notesAmong(this.#pdf, annotations);
    const spend = (units: number): void => this.#pdf.spend(units);
    yield* this.#beside.found(annotations, notes);
    yield* changedSigns({ marks: this.#marks, covers: this.#covers, notes }, spend);
    yield* overlaidSigns(this.#covers, spend);
    yield* notesWithin(this.#covers, notes, spend);
    for (const annotation of annotations) {
      const found = readable(() => blankWordsWithin(this.#pdf, annotation, this.#covers, this.#sight));
      if (found !== undefined) yield found;
    }
    yield* this.#drawn.found(notes);
    yield* this.#pictures.found(notes);
    yield* this.#masked.found();
    yield* this.#unnamed.found();
    yield* this.#moved;
    yield* this.#closed;
    yield* this.#letterDigits.found();
    yield* this.#turned.found(this.#covers.runs);
    for (const [run, part] of this.#lifted.found) yield { run, part };
  }
}
