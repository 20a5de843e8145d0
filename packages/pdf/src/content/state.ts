import { intersect } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfValue } from '../syntax/values.ts';
import { type ColourSpace, DEVICE_GRAY } from './colour/spaces.ts';
import type { Font } from './font/font.ts';
import type { Matrix } from './matrix.ts';
import type { Outline } from './outline.ts';

/** What fills or strokes. Never changed once made. */
export interface Paint {
  space: ColourSpace;
  /** 0xRRGGBB; undefined for patterns and what is not known. */
  colour: number | undefined;
  /** A colourant that paints nothing (§8.6.6.4, /None). */
  none: boolean;
  /** Of the Pattern space. */
  pattern: PdfValue | undefined;
}

export const BLACK: Paint = { space: DEVICE_GRAY, colour: 0, none: false, pattern: undefined };

const UNCLIPPED: readonly Outline[] = [];

/** The graphics state (ISO 32000-2 §8.4) as far as marks depend on it, with the text state (§9.3). */
export class GraphicsState {
  ctm: Matrix;
  /** What the clip lets through at most, and what it surely lets through. */
  clip: Box;
  inner: Box;
  /** Clipping paths that are no rectangles: `clip` is their bounds. The newest last. */
  clips: readonly Outline[] = UNCLIPPED;
  fill = BLACK;
  stroke = BLACK;
  fillAlpha = 1;
  strokeAlpha = 1;
  blend = 'Normal';
  masked = false;
  /** All that a soft mask surely lets through, where that is known. */
  through: Box | undefined = undefined;
  /** Of the transparency groups around. */
  groupAlpha = 1;
  groupBlend = 'Normal';
  groupMasked = false;
  lineWidth = 1;
  miterLimit = 10;
  cap = 0;
  join = 0;
  dashed = false;
  font: Font | undefined = undefined;
  fontSize = 0;
  charSpace = 0;
  wordSpace = 0;
  /** Horizontal scaling, 1 for 100 %. */
  scale = 1;
  leading = 0;
  rise = 0;
  /** Text rendering mode. */
  mode = 0;

  constructor(ctm: Matrix, clip: Box) {
    this.ctm = ctm;
    this.clip = clip;
    this.inner = clip;
  }

  /** What clip and soft mask let through at most. */
  get seen(): Box {
    return this.through === undefined ? this.clip : intersect(this.clip, this.through);
  }

  copy(): GraphicsState {
    const copy = new GraphicsState(this.ctm, this.clip);
    copy.inner = this.inner;
    copy.clips = this.clips;
    copy.through = this.through;
    copy.fill = this.fill;
    copy.stroke = this.stroke;
    copy.fillAlpha = this.fillAlpha;
    copy.strokeAlpha = this.strokeAlpha;
    copy.blend = this.blend;
    copy.masked = this.masked;
    copy.groupAlpha = this.groupAlpha;
    copy.groupBlend = this.groupBlend;
    copy.groupMasked = this.groupMasked;
    copy.lineWidth = this.lineWidth;
    copy.miterLimit = this.miterLimit;
    copy.cap = this.cap;
    copy.join = this.join;
    copy.dashed = this.dashed;
    copy.font = this.font;
    copy.fontSize = this.fontSize;
    copy.charSpace = this.charSpace;
    copy.wordSpace = this.wordSpace;
    copy.scale = this.scale;
    copy.leading = this.leading;
    copy.rise = this.rise;
    copy.mode = this.mode;
    return copy;
  }

  /** Begins a transparency group (§11.6.6): what is in force counts for the whole of it, and inside starts anew. */
  enterGroup(): void {
    this.groupAlpha *= this.fillAlpha;
    if (this.blend !== 'Normal') this.groupBlend = this.blend;
    this.groupMasked ||= this.masked;
    this.clip = this.seen;
    this.through = undefined;
    this.fillAlpha = 1;
    this.strokeAlpha = 1;
    this.blend = 'Normal';
    this.masked = false;
  }
}
