import type { Box, Page } from '../revisions/pages.ts';
import { concat } from '../syntax/bytes.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfValue } from '../syntax/values.ts';
import { annotationId, appearanceOf, type DrawnAnnotation, describe, placement } from './annotations.ts';
import type { Canvas, Maker } from './canvas.ts';
import { isKnockout, paintForm } from './forms.ts';
import { Interpreter } from './interpreter.ts';
import { IDENTITY, type Matrix } from './matrix.ts';
import type { DrawOptions } from './options.ts';
import type { Content } from './parts.ts';
import { Resources } from './resources.ts';

export type { DrawnAnnotation } from './annotations.ts';
export type { Ambiguity, DrawOptions, Unreadable } from './options.ts';

const SPACE = Uint8Array.of(10);
/** What an annotation costs beside its bytes: pages may share thousands of them. */
const ANNOTATION = 256;

/** Draws what a page's /Contents shows. Throws PdfError past a bound only. */
export function drawPage(pdf: Pdf, page: Page, canvas: Canvas, options: DrawOptions = {}): void {
  const it = new Interpreter(pdf, canvas, options, {
    matrix: IDENTITY,
    clip: page.mediaBox,
    resources: new Resources(pdf, page.resources),
    maker: {},
  });
  const content = readContents(it, page.dict.entries.get('Contents'));
  const group = it.attempt(undefined, () => pdf.dict(page.dict.entries.get('Group'))?.entries);
  // A page is a group as a form is (§11.4.7); of its own accord it knocks nothing out.
  if (group !== undefined && isKnockout(pdf, group)) it.state.enterGroup(true);
  it.run(content);
  it.settle();
}

/**
 * Draws the normal appearances of those annotations of a page that are shown on the screen, in order; tells of all.
 * Throws PdfError past a bound only.
 */
export function drawAnnotations(
  pdf: Pdf,
  page: Page,
  canvas: Canvas,
  options: DrawOptions = {},
): DrawnAnnotation[] {
  const drawn: DrawnAnnotation[] = [];
  const on = (maker: Maker): Interpreter =>
    new Interpreter(pdf, canvas, options, {
      matrix: IDENTITY,
      clip: page.mediaBox,
      resources: new Resources(pdf, page.resources),
      maker,
    });
  const list = page.dict.entries.get('Annots');
  if (list === undefined) return drawn;
  const seen = new Set<number>();
  for (const [at, value] of (on({}).attempt(list, () => pdf.array(list))?.items ?? []).entries()) {
    if (value.type === 'ref') {
      // Listed a second time it looks as it did.
      if (seen.has(value.number)) continue;
      seen.add(value.number);
    }
    pdf.spend(ANNOTATION);
    const it = on({ annotation: annotationId(value, at) });
    const annotation = it.attempt(value, () => describe(pdf, value, at));
    if (annotation === undefined) continue;
    drawn.push(annotation);
    it.attempt(value, () => {
      if (annotation.shown === 'shown') drawAppearance(it, annotation);
    });
    it.settle();
  }
  return drawn;
}

function drawAppearance(it: Interpreter, { dict, rect }: DrawnAnnotation): void {
  const value = appearanceOf(it.pdf, dict);
  const form = it.pdf.resolve(value);
  if (value === undefined || form?.type !== 'stream' || rect === undefined) return;
  const matrix = placement(it.pdf, form.dict, rect);
  if (matrix === undefined) return;
  it.transform(matrix);
  it.layer = it.layered(dict.entries.get('OC'));
  paintForm(it, value, form);
}

export interface FormOptions extends DrawOptions {
  /** Where the form stands: from form space, after its own /Matrix, to the canvas. */
  matrix?: Matrix;
  /** What is seen of the canvas; everything where it is left out. The form's /BBox clips in any case. */
  clip?: Box;
  /** For a form that has none of its own. */
  resources?: PdfValue | undefined;
  maker?: Maker;
}

const FAR = 1e9;

/** Draws one form XObject by itself, e.g. an appearance stream. Throws PdfError past a bound only. */
export function drawForm(pdf: Pdf, form: PdfValue, canvas: Canvas, options: FormOptions = {}): void {
  const it = new Interpreter(pdf, canvas, options, {
    matrix: options.matrix ?? IDENTITY,
    clip: options.clip ?? [-FAR, -FAR, FAR, FAR],
    resources: new Resources(pdf, options.resources),
    maker: options.maker ?? {},
  });
  it.attempt(form, () => {
    const stream = pdf.resolve(form);
    if (stream?.type === 'stream') paintForm(it, form, stream);
  });
  it.settle();
}

/** Who reads content. */
export type ContentReader = Pick<Interpreter, 'pdf' | 'attempt' | 'unreadable' | 'content'>;

/** /Contents: a stream, or several that are read as one with white space between (ISO 32000-2 §7.8.2). */
export function readContents(it: ContentReader, value: PdfValue | undefined): Content {
  const { pdf } = it;
  const contents = it.attempt(value, () => pdf.resolve(value));
  const streams = contents?.type === 'array' ? contents.items : value === undefined ? [] : [value];
  pdf.spend(streams.length);
  const chunks: Uint8Array[] = [];
  const parts: { end: number; object: number | undefined }[] = [];
  let end = 0;
  for (const item of streams) {
    const object = item.type === 'ref' ? item.number : undefined;
    const stream = it.attempt(item, () => pdf.resolve(item));
    // Some readers pass over what is no stream, or look into it, and some show nothing any more.
    if (stream?.type !== 'stream') it.unreadable('broken_object', object);
    const bytes = stream?.type === 'stream' ? it.content(item, stream) : undefined;
    if (bytes === undefined) continue;
    if (streams.length === 1) return { bytes, parts: [{ end: bytes.length, object }] };
    chunks.push(bytes, SPACE);
    end += bytes.length + 1;
    parts.push({ end, object });
  }
  return { bytes: concat(chunks), parts };
}
