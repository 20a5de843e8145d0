import type { PdfDict, PdfValue } from '../../syntax/values.ts';

/** What one shown string takes of a line: sums over its codes (ISO 32000-2 §9.4.4). */
export interface Extent {
  /**
   * Sum of the glyphs' widths in thousandths of a unit of text space. In vertical writing the sum of their
   * heights, downwards below 0, as /DW2 has it (§9.7.4.3).
   */
  advance: number;
  /** Character codes in the string. */
  codes: number;
  /** Single-byte codes 32, to which word spacing applies. */
  spaces: number;
}

/** How the glyphs of a Type 3 font are drawn (§9.6.4). */
export interface GlyphDrawings {
  /** From glyph space to text space. */
  matrix: readonly [number, number, number, number, number, number];
  /** /Resources of the font; a font without them uses those of the page. */
  resources: PdfValue | undefined;
  /** The content stream of a code's glyph, as /CharProcs has it. */
  procedure(code: number): PdfValue | undefined;
}

/** A font as showing text needs it. Nothing of it throws: what is unknown is estimated. */
export interface Font {
  /** /BaseFont without the tag of a subset; '' where there is none. */
  name: string;
  /** Object number of its dictionary, where it is an object. */
  object?: number;
  /** Its dictionary, where that stands in place. */
  dict?: PdfDict;
  kind: 'simple' | 'composite' | 'type3';
  /** Written from top to bottom (/WMode 1). */
  vertical: boolean;
  /** How far glyphs reach over and under the line, in thousandths of a unit of text space (descent below 0). */
  ascent: number;
  descent: number;
  /** Of a Type 3 font only. */
  drawings?: GlyphDrawings;
  /** The extent is one object for each font, written anew by each call: take its numbers, do not keep it. */
  measure(bytes: Uint8Array): Readonly<Extent>;
  /** The text as it is copied (ToUnicode), else as the encoding says; `�` for what no table names. */
  text(bytes: Uint8Array): string;
  /**
   * A code's text as /ToUnicode has it, blanks and what is not seen as they are, or as an encoding that the file
   * names; undefined where readers only assume one.
   */
  copied(code: Uint8Array): string | undefined;
  /** What readers copy a code as that take entries of /ToUnicode beyond the end of their range. */
  rival?(code: Uint8Array): string | undefined;
  /** Whether some readers take the text that /ToUnicode has for a code, and others do not. */
  isDoubtful?(code: Uint8Array): boolean;
  /** Whether the glyph of a code of vertical writing stands apart from its place on the line. */
  isMoved?(code: Uint8Array): boolean;
  /** Bytes of the code at `at`; never past the end. */
  lengthAt(bytes: Uint8Array, at: number): number;
  /** Splits a string into its codes, each with its number of bytes. */
  codes(bytes: Uint8Array): readonly { code: number; length: number }[];
}
