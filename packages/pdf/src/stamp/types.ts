/** What a visible signature says. Labels come from the caller, so that the engine knows no language. */
export interface AppearanceText {
  /** The large first line: the signer's full name. */
  name: string;
  /** Further lines in order, each with its label ("Λόγος: …"); empty values are left out by the caller. */
  lines: { label: string; value: string }[];
}

/** Width and height in points. */
export interface Size {
  width: number;
  height: number;
}

/** What layout needs to know of a font; plain functions, so that the browser can lay out the same lines. */
export interface FontMetrics {
  /** Advance of a character in em; undefined where the font has no glyph for it. */
  advance(codePoint: number): number | undefined;
  /** Highest and lowest extent of a line over and below its baseline, in em; `descent` is negative. */
  ascent: number;
  descent: number;
}

/** One run of text on a baseline. */
export interface PlacedText {
  role: 'name' | 'label' | 'value';
  text: string;
  /** Start of the baseline, points from the lower left of the box. */
  x: number;
  y: number;
  /** Font size and advance width in points. */
  size: number;
  width: number;
}

/** A laid-out appearance: lines in reading order, and the strokes around and between them. */
export interface Layout {
  size: Size;
  /** Font size of labels and values in points. */
  bodySize: number;
  /** Whether something had to be left out for an ellipsis. */
  cut: boolean;
  texts: PlacedText[];
  /** Border rectangle, stroked. */
  border: { x: number; y: number; width: number; height: number; lineWidth: number };
  /** Hairline below the name; absent where there is nothing below it. */
  rule?: { x1: number; x2: number; y: number; lineWidth: number };
}
