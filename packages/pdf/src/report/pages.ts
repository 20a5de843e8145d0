import type { Tone } from './face.ts';

/** A4 in points, and what is kept free. */
export const A4 = { width: 595.28, height: 841.89 } as const;
export const MARGIN = { x: 56, top: 60, bottom: 72 } as const;
export const COLUMN = A4.width - 2 * MARGIN.x;

export type FontName = 'F0' | 'F1';
export type Colour = readonly [red: number, green: number, blue: number];

/** At least 4.5 : 1 on white. */
export const INK: Colour = [0.1, 0.1, 0.12];
export const QUIET: Colour = [0.35, 0.35, 0.38];
export const HAIR: Colour = [0.75, 0.75, 0.78];
export const TONES: Record<Tone, Colour> = {
  plain: INK,
  info: [0.05, 0.3, 0.55],
  warn: [0.5, 0.3, 0],
  refuse: [0.65, 0.06, 0.1],
};

/** One element of the structure tree (ISO 32000-2 §14.7); its text comes from the pages, in order. */
export interface Element {
  role: 'Document' | 'Sect' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'L' | 'LI' | 'Lbl' | 'LBody';
  language?: string;
  children: Element[];
  /** Marked content: page index and number within it. */
  marks: { page: number; mcid: number }[];
}

/** A line of text on its baseline, points from the lower left of the page; without an element it is the footer's. */
export interface Run {
  text: string;
  font: FontName;
  size: number;
  colour: Colour;
  x: number;
  y: number;
  element: Element | undefined;
}

export interface Rule {
  x: number;
  y: number;
  width: number;
  height: number;
  colour: Colour;
}

export interface ReportPage {
  runs: Run[];
  rules: Rule[];
}

export const element = (role: Element['role'], parent?: Element): Element => {
  const made: Element = { role, children: [], marks: [] };
  parent?.children.push(made);
  return made;
};
