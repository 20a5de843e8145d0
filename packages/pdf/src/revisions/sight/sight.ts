import { type DrawnAnnotation, describe } from '../../content/annotations.ts';
import { drawAnnotations, drawPage } from '../../content/draw.ts';
import { Veil } from '../../content/veil.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { intersect, isEmpty } from '../boxes.ts';
import type { Box, Page } from '../pages.ts';
import { Added } from './added.ts';
import { standsBeside, writesOn } from './besidefigures.ts';
import { Cover } from './cover.ts';
import { worst } from './effects.ts';
import { allHidden, type HiddenBy, hiddenBy, hides, type IsJudged } from './hides.ts';
import { isShown, type Look, lookOf, shownLook } from './look.ts';
import type { Effect } from './marks.ts';
import { isAsLargeAsPages, overwrites } from './overwrites.ts';
import { drawn, type Shown } from './page.ts';
import { hidesTogether } from './together.ts';

/** What pages show, drawn once each: their contents stay what was signed, or are told. */
export class Sight {
  readonly #pages = new Map<number, Shown>();
  readonly #annotations = new WeakMap<Pdf, Map<number, Shown>>();
  /** What came to each page, and the first revision that it came to. */
  readonly #added = new Map<number, Added>();
  #first: Pdf | undefined;

  /**
   * What an annotation, as `pdf` shows it on its page on the screen and on paper, does to the page's contents, and to
   * the other annotations that `signed` shows there: hides letters, drawings or ink, or writes figures on to a number.
   * What it hides only together with what came before it, in this revision or in earlier ones, is hidden by it.
   */
  effect(pdf: Pdf, page: Page, object: number, signed: Pdf): Effect {
    const annotation = annotationAt(pdf, object);
    if (annotation === undefined) return 'clear';
    const look = shownLook(pdf, page, annotation);
    if (look === undefined) return 'clear';
    const effect = this.#effectOf(pdf, page, look, { object, signed });
    return pdf === signed ? effect : worst([effect, this.#together(pdf, page, look, { object, signed })]);
  }

  /** What an annotation hides only together with others that came since the page was signed. */
  #together(
    pdf: Pdf,
    page: Page,
    { veil }: Look,
    { object, signed }: { object: number; signed: Pdf },
  ): Effect {
    this.#first ??= signed;
    const added = this.#added.get(page.object) ?? new Added(pdf, page.mediaBox);
    this.#added.set(page.object, added);
    const before = annotationAt(signed, object);
    const was = before === undefined ? undefined : shownLook(signed, page, before)?.veil;
    added.objects.add(object);
    const effect = added.touches(veil.area)
      ? hidesTogether(pdf, added, { veil, was }, this.#shown(pdf, page, this.#first))
      : 'clear';
    added.lay({ veil, was });
    return effect;
  }

  /** What the looks of an annotation under the mouse do to them. */
  hoverEffect(pdf: Pdf, page: Page, object: number, signed: Pdf): Effect {
    const annotation = annotationAt(pdf, object);
    const look = annotation === undefined ? undefined : lookOf(pdf, page, annotation, ['R', 'D']);
    return look === undefined ? 'clear' : this.#effectOf(pdf, page, look, { object, signed });
  }

  /** What an annotation hides of its page and of the other annotations on it. */
  hiddenBy(pdf: Pdf, page: Page, object: number): HiddenBy {
    const annotation = annotationAt(pdf, object);
    const look = annotation === undefined ? undefined : shownLook(pdf, page, annotation);
    if (look === undefined) return allHidden([]);
    const cover = new Cover(pdf, look.veil);
    return allHidden(
      this.#shown(pdf, page, pdf).map((shown) =>
        hiddenBy(pdf, cover, shown, (other) => isOther(other, object)),
      ),
    );
  }

  /** Whether what an annotation shows alters what is read on its page, in `signed`, without hiding it. */
  overwrites(pdf: Pdf, page: Page, object: number, signed: Pdf): boolean {
    const annotation = annotationAt(pdf, object);
    const look = annotation === undefined ? undefined : shownLook(pdf, page, annotation);
    if (look === undefined) return false;
    const cover = new Cover(pdf, look.veil);
    const isJudged: IsJudged = (annotation) => isOther(annotation, object);
    return (
      isAsLargeAsPages(pdf, look, page.mediaBox) ||
      this.#shown(pdf, page, signed).some((shown) => overwrites(pdf, look, cover, shown, isJudged))
    );
  }

  /** Whether something that an annotation shows stands by the side of a figure as if it were one more, or its sign. */
  continues(pdf: Pdf, page: Page, object: number, signed: Pdf): boolean {
    const annotation = annotationAt(pdf, object);
    const look = annotation === undefined ? undefined : shownLook(pdf, page, annotation);
    return (
      look !== undefined &&
      this.#shown(pdf, page, signed).some(({ written }) => standsBeside(pdf, look, written))
    );
  }

  /** What an annotation paints, under the mouse, too; undefined where nobody sees it. */
  look(pdf: Pdf, page: Page, object: number): Look | undefined {
    const annotation = annotationAt(pdf, object);
    return annotation === undefined ? undefined : lookOf(pdf, page, annotation, ['N', 'R', 'D']);
  }

  /** Whether an opaque area of a page would hide something on it, the annotation `object` aside. */
  wouldHide(pdf: Pdf, page: Page, area: Box, object?: number): boolean {
    const within = intersect(area, page.mediaBox);
    if (isEmpty(within)) return false;
    const veil = new Veil(within, (units) => pdf.spend(units));
    veil.add(within, { share: 1 });
    const cover = new Cover(pdf, veil);
    return this.#shown(pdf, page, pdf).some(
      (shown) => hides(pdf, cover, shown, (annotation) => isOther(annotation, object)) !== 'clear',
    );
  }

  #effectOf(pdf: Pdf, page: Page, look: Look, { object, signed }: { object: number; signed: Pdf }): Effect {
    const cover = new Cover(pdf, look.veil);
    const effects = this.#shown(pdf, page, signed).map((shown) => {
      const effect = hides(pdf, cover, shown, (annotation) => isOther(annotation, object));
      const others = shown.written.filter(({ run }) => isOther(run.maker.annotation, object));
      if (effect === 'hides' || writesOn(pdf, look, others)) return 'hides';
      return standsBeside(pdf, look, others) ? 'unread' : effect;
    });
    return worst([...effects, look.isUnread ? 'unread' : 'clear']);
  }

  #shown(pdf: Pdf, page: Page, signed: Pdf): Shown[] {
    return [this.#onPage(pdf, page), this.#onAnnotations(signed, page)];
  }

  #onPage(pdf: Pdf, page: Page): Shown {
    const known =
      this.#pages.get(page.object) ?? drawn((canvas, options) => drawPage(pdf, page, canvas, options));
    this.#pages.set(page.object, known);
    return known;
  }

  #onAnnotations(pdf: Pdf, { object, ...page }: Page): Shown {
    const known = this.#annotations.get(pdf) ?? new Map<number, Shown>();
    this.#annotations.set(pdf, known);
    const dict = readable(() => pdf.dict(pdf.object(object)?.value));
    const shown =
      known.get(object) ??
      drawn((canvas, options) => {
        if (dict !== undefined) drawAnnotations(pdf, { ...page, object, dict }, canvas, options);
      });
    known.set(object, shown);
    return shown;
  }
}

const isOther = (annotation: number | undefined, object: number | undefined): boolean =>
  annotation === undefined || annotation !== object;

function annotationAt(pdf: Pdf, object: number): DrawnAnnotation | undefined {
  const generation = pdf.object(object)?.generation ?? 0;
  const ref = { type: 'ref', number: object, generation, source: pdf.bytes, start: 0, end: 0 } as const;
  const annotation = readable(() => describe(pdf, ref));
  return annotation === undefined || !isShown(annotation.flags) ? undefined : annotation;
}
