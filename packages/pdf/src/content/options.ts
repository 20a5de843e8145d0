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

/** A notation that readers read differently. */
export interface Ambiguity {
  /** Of the content stream, where it is an object of its own. */
  object?: number;
  /** The content, and where the notation begins in it. */
  bytes: Uint8Array;
  at: number;
}

export interface DrawOptions {
  /** Told what could not be read, once a call for each object and code. Drawing goes on behind it. */
  unreadable?: (what: Unreadable) => void;
  /** Told the first of these in each stream; it is drawn as most readers draw it. */
  ambiguous?: (what: Ambiguity) => void;
  /** Visibility of a group or membership dictionary (§8.11); else as the default configuration says. */
  layer?: (value: PdfValue) => LayerState;
  /** Whether all fills tell their outlines, and strokes the pieces that they follow. */
  precise?: boolean;
}
