import type { ZonedTime } from '../sign/face.ts';

/** How grave a part is; shown by colour beside its words, never by colour alone. */
export type Tone = 'plain' | 'info' | 'warn' | 'refuse';

/** A part of a report, in reading order. Texts may hold anything: what cannot be shown is made visible. */
export type Block =
  | { type: 'title'; text: string }
  | { type: 'heading'; text: string; label?: { text: string; tone: Tone } }
  | { type: 'text'; text: string }
  /** A table of two columns. */
  | { type: 'facts'; rows: { label: string; value: string; tone?: Tone }[] }
  | { type: 'list'; items: string[] };

/** The report in one language; it begins on a page of its own. */
export interface ReportSection {
  /** BCP 47. */
  language: string;
  blocks: Block[];
  /** At the foot of each page; `{page}` and `{pages}` stand for numbers. */
  footer: string;
}

export interface ReportText {
  title: string;
  /** BCP 47, of what is in none of the sections. */
  language: string;
  /** Who made it: the product's name. */
  producer: string;
  created: ZonedTime;
  sections: ReportSection[];
}

/** TrueType programs. */
export interface ReportFonts {
  regular: Uint8Array;
  bold: Uint8Array;
}
