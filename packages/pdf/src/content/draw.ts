import type { PdfErrorCode } from '../errors.ts';
import type { Box, Page } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfRef, PdfValue } from '../syntax/values.ts';
import type { Canvas, LayerState, Maker } from './canvas.ts';
import type { Matrix } from './matrix.ts';

/** Something of the content that could not be read, and so is not drawn. */
export interface Unreadable {
  /** Object number, where it is an object. */
  object?: number;
  /** `unsupported_filter`, a `broken_…`, or `loop`. */
  code: PdfErrorCode;
}

export interface DrawOptions {
  /** Told what could not be read, once a call for each object and code. Drawing goes on behind it. */
  unreadable?: (what: Unreadable) => void;
  /** Visibility of a group or membership dictionary (§8.11); else as the default configuration says. */
  layer?: (value: PdfValue) => LayerState;
}

/** Draws what a page's /Contents shows. Throws PdfError past a bound only. */
export declare function drawPage(pdf: Pdf, page: Page, canvas: Canvas, options?: DrawOptions): void;

/** An annotation of a page, and whether a viewer shows it on the screen. */
export interface DrawnAnnotation {
  ref: PdfRef | undefined;
  /** /Subtype; '' where there is none. */
  subtype: string;
  /** /F (Table 167). */
  flags: number;
  rect: Box | undefined;
  /** `blank`: nothing to show, no normal appearance for its state. */
  shown: 'shown' | 'hidden' | 'no_view' | 'blank';
}

/** Draws the normal appearances of a page's annotations that are shown on the screen, and tells of all of them. */
export declare function drawAnnotations(
  pdf: Pdf,
  page: Page,
  canvas: Canvas,
  options?: DrawOptions,
): DrawnAnnotation[];

export interface FormOptions extends DrawOptions {
  /** From form space (after the form's own /Matrix) to the canvas. */
  matrix?: Matrix;
  /** Default: the form's /BBox. */
  clip?: Box;
  resources?: PdfValue | undefined;
  maker?: Maker;
}

/** Draws one form XObject by itself, e.g. an appearance stream. */
export declare function drawForm(pdf: Pdf, form: PdfValue, canvas: Canvas, options?: FormOptions): void;
