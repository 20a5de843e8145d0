import type { Box } from '../revisions/pages.ts';
import type { LayerState, Maker, Mask, TextRun } from './canvas.ts';
import type { Pace, Stretch } from './codes.ts';
import type { Font } from './font/font.ts';
import type { Interpreter } from './interpreter.ts';
import { blendOf, isGrouped } from './marks.ts';
import type { Outline } from './outline.ts';
import type { Axes } from './setting.ts';
import type { ShadeAt } from './shadeat.ts';
import { lineWidthOf } from './state.ts';

/** What is shown, and how its codes follow each other. */
export type ShownString = Pick<TextRun, 'bytes' | 'pace' | 'stretch'>;
/** Where it stands on the page. */
export type ShownPlace = Pick<TextRun, 'box' | 'line' | 'size'> & { axes: Axes };
/** What paints it. */
export type ShownInk = Pick<TextRun, 'alpha' | 'colour' | 'shades' | 'shadeAt' | 'outline' | 'blank'>;

/** Text rendering modes that stroke the outlines of glyphs (Table 104). */
const STROKED: ReadonlySet<number> = new Set([1, 2, 5, 6]);

/**
 * A string that is shown in the present state. A class: V8 watches how long the first objects of a literal live, takes
 * all later ones for as long-lived as those of the page on which it looked, and no longer frees them page by page.
 */
export class ShownText implements TextRun {
  readonly box: Box;
  readonly clip: Box;
  readonly clips: readonly Outline[];
  readonly vague: boolean;
  readonly alpha: number;
  readonly masked: boolean;
  readonly masks: readonly Mask[];
  readonly blend: string;
  readonly grouped: boolean;
  readonly layer: LayerState;
  readonly maker: Maker;
  readonly font: Font | undefined;
  readonly at: number;
  readonly bytes: Uint8Array;
  readonly line: TextRun['line'];
  readonly along: TextRun['along'];
  readonly up: TextRun['up'];
  readonly pace: Pace;
  readonly stretch: Stretch;
  readonly size: number;
  readonly width: number;
  readonly slant: number;
  readonly rise: number;
  readonly mode: number;
  readonly lineWidth: number;
  readonly shades: readonly number[] | undefined;
  readonly shadeAt: ShadeAt | undefined;
  readonly colour: number | undefined;
  readonly outline: number | undefined;
  readonly glyph: boolean;
  readonly blank: boolean;
  readonly tiled: boolean;

  constructor(it: Interpreter, string: ShownString, { box, line, size, axes }: ShownPlace, ink: ShownInk) {
    const { state } = it;
    this.box = box;
    this.clip = state.seen;
    this.clips = state.clips;
    this.vague = state.vague;
    this.alpha = ink.alpha;
    this.masked = state.masked || state.groupMasked;
    this.masks = state.masks;
    this.blend = blendOf(state);
    this.grouped = isGrouped(state);
    this.layer = it.layer;
    this.maker = it.maker;
    this.font = state.font;
    this.at = it.tokens.start;
    this.bytes = string.bytes;
    this.line = line;
    this.along = axes.along;
    this.up = axes.up;
    this.pace = string.pace;
    this.stretch = string.stretch;
    this.size = size;
    this.width = axes.width;
    this.slant = axes.slant;
    this.rise = state.rise === 0 || state.fontSize === 0 ? 0 : state.rise / Math.abs(state.fontSize);
    this.mode = state.mode;
    this.lineWidth = STROKED.has(state.mode) ? lineWidthOf(state) : 0;
    this.shades = ink.shades;
    this.shadeAt = ink.shadeAt;
    this.colour = ink.colour;
    this.outline = ink.outline;
    this.glyph = it.glyph;
    this.blank = ink.blank;
    this.tiled = it.tiled;
  }
}
