/** What one shown string takes of a line: sums over its codes (ISO 32000-2 §9.4.4). */
export interface Extent {
  /** Sum of the glyphs' widths in thousandths of a unit of text space; heights in vertical writing. */
  advance: number;
  /** Character codes in the string. */
  codes: number;
  /** Single-byte codes 32, to which word spacing applies. */
  spaces: number;
}

/** A font as showing text needs it. Nothing of it throws: what is unknown is estimated. */
export interface Font {
  /** /BaseFont without the tag of a subset; '' where there is none. */
  name: string;
  /** Object number of its dictionary, where it is an object. */
  object?: number;
  kind: 'simple' | 'composite' | 'type3';
  /** Written from top to bottom (/WMode 1). */
  vertical: boolean;
  /** How far glyphs reach over and under the line, in thousandths of a unit of text space (descent below 0). */
  ascent: number;
  descent: number;
  measure(bytes: Uint8Array): Extent;
  /** The text as it is copied (ToUnicode), else as the encoding says; `�` for what no table names. */
  text(bytes: Uint8Array): string;
  /** Splits a string into its codes, each with its number of bytes. */
  codes(bytes: Uint8Array): readonly { code: number; length: number }[];
}
