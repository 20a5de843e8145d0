import type { DefaultAppearance } from '../../inspect/forms/defaultappearance.ts';
import { measure, wrap } from '../../stamp/index.ts';
import { numberText } from '../written.ts';
import { fillInk } from './ink.ts';
import type { Letters } from './letters.ts';

/** Points of text that fits itself to its field: at most, and at least. */
const LARGEST = 12;
const SMALLEST = 4;
/** Between text and the edge of its field. */
const MARGIN = 1;
/** Of the height of a field, what such text takes; of its size, how far its line stands under its middle, and between lines. */
const FILLS = 0.7;
const MIDDLE = 0.36;
const LEADING = 1.15;

/** The room that a text has, and how it fills it. */
export interface Shape {
  size: readonly [number, number];
  isMultiline: boolean;
  /** Into how many cells of the same width characters go, one each (§12.7.5.3, Comb); 0: as they follow each other. */
  cells: number;
  /** /Q: 0 left, 1 centred, 2 right. */
  align: number;
}

type Setting = Letters & DefaultAppearance & Shape;

interface Line {
  text: string;
  /** In thousandths of the size. */
  advance: number;
}

/** The operators that show a text within its field, all of it where the field leaves the size open (§12.7.4.3). */
export function linesOf(text: string, setting: Setting): string {
  const { isMultiline, cells, colour, size } = setting;
  const { points, lines } = fit(text, setting);
  const [width, height] = size;
  const top = isMultiline ? height - MARGIN - points : height / 2 - MIDDLE * points;
  const parts = lines.flatMap((line, at) => {
    const y = top - at * points * LEADING;
    return cells > 0
      ? inCells(line, setting, points, y)
      : [show(line, setting, startOf(line, setting, points), y)];
  });
  const clip = [0, 0, width, height].map(numberText).join(' ');
  return `q\n${clip} re\nW\nn\nBT\n/F0 ${numberText(points)} Tf\n${fillInk(colour)}\n${parts.join('')}ET\nQ\n`;
}

const show = ({ text }: Line, { write }: Setting, x: number, y: number): string =>
  `1 0 0 1 ${numberText(x)} ${numberText(y)} Tm\n${write(text).string} Tj\n`;

function startOf({ advance }: Line, { size: [width], align }: Setting, points: number): number {
  const room = width - (advance * points) / 1000 - 2 * MARGIN;
  return MARGIN + (align === 1 ? room / 2 : align === 2 ? room : 0);
}

function inCells({ text }: Line, setting: Setting, points: number, y: number): string[] {
  const { size, cells, align, write } = setting;
  const letters = [...text];
  const free = Math.max(0, cells - letters.length);
  const first = align === 1 ? Math.floor(free / 2) : align === 2 ? free : 0;
  const cell = size[0] / cells;
  return letters.map((letter, at) => {
    const { advance } = write(letter);
    const x = (first + at + 0.5) * cell - (advance * points) / 2000;
    return show({ text: letter, advance }, setting, x, y);
  });
}

/** The lines of a text, and how large they are. */
function fit(text: string, setting: Setting): { points: number; lines: Line[] } {
  const { isMultiline, size, cells } = setting;
  const linesAt = isMultiline ? wrapText(text, setting) : undefined;
  const whole = isMultiline ? [] : [lineOf(text.replace(/[\r\n]+/g, ' '), setting)];
  const at = (points: number) => ({ points, lines: linesAt?.(points) ?? whole });
  if (setting.points > 0) return at(setting.points);
  const [width, height] = size;
  let points = Math.min(LARGEST, (isMultiline ? 2 * LARGEST : height) * FILLS);
  for (; points > SMALLEST; points--) {
    const { lines } = at(points);
    const isLow = !isMultiline || lines.length * LEADING * points <= height - MARGIN;
    const isNarrow =
      isMultiline || cells > 0 || (whole[0]?.advance ?? 0) * points <= 1000 * (width - 2 * MARGIN);
    if (isLow && isNarrow) break;
  }
  return at(points);
}

const lineOf = (text: string, { write }: Setting): Line => ({ text, advance: write(text).advance });

/** Its lines at a size: as readers break them, between words where they can. */
function wrapText(text: string, setting: Setting): (points: number) => Line[] {
  const known = new Map<number, number>();
  const advance = (code: number): number => {
    const width = known.get(code) ?? setting.write(String.fromCodePoint(code)).advance / 1000;
    known.set(code, width);
    return width;
  };
  const parts = text
    .split(/\r\n|\r|\n/)
    .map((part) => (part === '' ? undefined : measure(part, { advance, ascent: 1, descent: 0 })));
  return (points) => {
    const width = (setting.size[0] - 2 * MARGIN) / points;
    return parts
      .flatMap((part) => (part === undefined ? [''] : wrap(part, { width }).lines))
      .map((line) => lineOf(line, setting));
  };
}
