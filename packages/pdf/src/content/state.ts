import { intersect } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfValue } from '../syntax/values.ts';
import type { Mask } from './canvas.ts';
import { type ColourSpace, DEVICE_GRAY } from './colour/spaces.ts';
import type { Dash } from './dash.ts';
import type { Font } from './font/font.ts';
import { type Knockout, within } from './knockouts.ts';
import type { Matrix } from './matrix.ts';
import type { Outline } from './outline.ts';
import type { Transfer } from './transfer.ts';

/** What fills or strokes. Never changed once made. */
export interface Paint {
  space: ColourSpace;
  /** 0xRRGGBB; undefined for patterns and what is not known. */
  colour: number | undefined;
  /** A colourant that paints nothing (§8.6.6.4, /None). */
  none: boolean;
  /** Of the Pattern space. */
  pattern: PdfValue | undefined;
  /** Readers work out several colours. */
  isDoubtful: boolean;
}

export const BLACK: Paint = {
  ...{ space: DEVICE_GRAY, colour: 0, none: false },
  ...{ pattern: undefined, isDoubtful: false },
};

const UNCLIPPED: readonly Outline[] = [];
const UNMASKED: readonly Mask[] = [];
const UNKNOCKED: readonly Knockout[] = [];
const UNCHANGED: Transfer = [];

/** The graphics state (ISO 32000-2 §8.4) as far as marks depend on it, with the text state (§9.3). */
export class GraphicsState {
  ctm: Matrix;
  /** What the clip lets through at most, and what it surely lets through. */
  clip: Box;
  inner: Box;
  /** Clipping paths that are no rectangles: `clip` is their bounds. The newest last. */
  clips: readonly Outline[] = UNCLIPPED;
  /** Of a clipping path only the bounds are known. */
  vague = false;
  fill = BLACK;
  stroke = BLACK;
  fillAlpha = 1;
  strokeAlpha = 1;
  /** What becomes of colours on their way to the device. */
  transfer: Transfer = UNCHANGED;
  /** Whether what fills overprints, and by which mode: by 1, parts of a CMYK colour that are nought leave what is there (§8.6.7). */
  overprints = false;
  overprintMode = 0;
  blend = 'Normal';
  masked = false;
  /** That soft mask, where it is known. */
  mask: Mask | undefined = undefined;
  /** All that a soft mask surely lets through, where that is known. */
  through: Box | undefined = undefined;
  /** Of the transparency groups around. */
  groupAlpha = 1;
  /** The knockout groups around (§11.4.6), from the outermost one. */
  knockouts: readonly Knockout[] = UNKNOCKED;
  groupBlend = 'Normal';
  groupMasked = false;
  groupMasks: readonly Mask[] = UNMASKED;
  lineWidth = 1;
  miterLimit = 10;
  cap = 0;
  join = 0;
  dash: Dash | undefined = undefined;
  font: Font | undefined = undefined;
  /** A state dictionary set it: some readers show text in the font that was set before. */
  isFontDoubtful = false;
  fontSize = 0;
  charSpace = 0;
  wordSpace = 0;
  /** Horizontal scaling, 1 for 100 %. */
  scale = 1;
  leading = 0;
  rise = 0;
  /** Text rendering mode. */
  mode = 0;
  /** Of a state that is saved: `moves` of the text object then. */
  moves = 0;

  constructor(ctm: Matrix, clip: Box) {
    this.ctm = ctm;
    this.clip = clip;
    this.inner = clip;
  }

  /** What clip and soft mask let through at most. */
  get seen(): Box {
    return this.through === undefined ? this.clip : intersect(this.clip, this.through);
  }

  /** All soft masks that are known. */
  get masks(): readonly Mask[] {
    return this.mask === undefined ? this.groupMasks : [...this.groupMasks, this.mask];
  }

  copy(): GraphicsState {
    const copy = new GraphicsState(this.ctm, this.clip);
    copy.inner = this.inner;
    copy.clips = this.clips;
    copy.vague = this.vague;
    copy.through = this.through;
    copy.transfer = this.transfer;
    copy.fill = this.fill;
    copy.stroke = this.stroke;
    copy.fillAlpha = this.fillAlpha;
    copy.overprints = this.overprints;
    copy.overprintMode = this.overprintMode;
    copy.strokeAlpha = this.strokeAlpha;
    copy.blend = this.blend;
    copy.masked = this.masked;
    copy.groupAlpha = this.groupAlpha;
    copy.knockouts = this.knockouts;
    copy.groupBlend = this.groupBlend;
    copy.groupMasked = this.groupMasked;
    copy.groupMasks = this.groupMasks;
    copy.mask = this.mask;
    copy.lineWidth = this.lineWidth;
    copy.miterLimit = this.miterLimit;
    copy.cap = this.cap;
    copy.join = this.join;
    copy.dash = this.dash;
    copy.font = this.font;
    copy.isFontDoubtful = this.isFontDoubtful;
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
  enterGroup(isKnockout = false): void {
    this.groupAlpha *= this.fillAlpha;
    this.knockouts = within(this.knockouts, isKnockout, this.groupAlpha);
    if (this.blend !== 'Normal') this.groupBlend = this.blend;
    this.groupMasked ||= this.masked;
    this.groupMasks = this.masks;
    this.clip = this.seen;
    this.through = undefined;
    this.fillAlpha = 1;
    this.strokeAlpha = 1;
    this.blend = 'Normal';
    this.masked = false;
    this.mask = undefined;
  }
}

/** Width of a line in default user space, at its broadest where the axes do not scale alike. */
export const lineWidthOf = (state: GraphicsState): number => Math.abs(state.lineWidth) * scaleOf(state);

/** How many units of default user space one of user space is, along the axis that scales most. */
export const scaleOf = ({ ctm: [a, b, c, d] }: GraphicsState): number =>
  Math.max(Math.hypot(a, b), Math.hypot(c, d));
