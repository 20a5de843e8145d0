import type { Layout, Size } from '../../stamp/index.ts';

/** Left, bottom, right, top. From a file: in any order and of any value, finite or not. */
export type Box = readonly [number, number, number, number];

/** a b c d e f of ISO 32000-2 §8.3.4. */
export type Matrix = readonly [number, number, number, number, number, number];

/** What the page tree says of a page, inherited values included. Nothing here is trusted. */
export interface PageFacts {
  mediaBox?: Box | undefined;
  cropBox?: Box | undefined;
  /** Degrees clockwise. */
  rotate?: number | undefined;
  /** Length of a unit in points. */
  userUnit?: number | undefined;
}

/** Where an appearance stands in its page, so that it is upright and undistorted on the page as shown. */
export interface Place {
  /** The widget's /Rect in default user space. */
  rect: Box;
  /** The form XObject's /BBox, in points: what is drawn, seen upright. */
  bbox: Box;
  /** The form XObject's /Matrix: undoes /Rotate. */
  matrix: Matrix;
  /** Width and height of `bbox`. */
  size: Size;
}

/** The font as it is embedded: a subset TrueType program whose glyph ids are the CIDs (Identity-H). */
export interface EmbeddedFont {
  /** /BaseFont with its subset tag: `ABCDEF+NotoSans-Regular`. */
  baseFont: string;
  /** The TrueType file for /FontFile2. */
  program: Uint8Array;
  /** Advance of each glyph in 1/1000 em, by glyph id. */
  widths: number[];
  /** Character of each glyph id that has one. */
  unicode: Map<number, string>;
  /** Values of the font descriptor, in 1/1000 em and degrees. */
  bbox: Box;
  italicAngle: number;
  ascent: number;
  descent: number;
  capHeight: number;
  stemV: number;
  /** /Flags of ISO 32000-2 table 121. */
  flags: number;
}

/** A drawn appearance: plain data from which {@link appearanceObjects} makes the PDF objects. */
export interface Appearance {
  size: Size;
  /** Content stream, not compressed; its one resource is the font `/F0`. */
  content: Uint8Array;
  font: EmbeddedFont;
  layout: Layout;
}
