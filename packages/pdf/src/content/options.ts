import type { PdfErrorCode } from '../errors.ts';
import type { PdfValue } from '../syntax/values.ts';
import type { LayerState } from './canvas.ts';

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
  /** Whether all fills tell their outlines, strokes the pieces that they follow, and images what they show. */
  precise?: boolean;
}
