import { intersect } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { Painting } from './canvas.ts';
import { DEVICE_CMYK } from './colour/spaces.ts';
import type { Interpreter } from './interpreter.ts';
import { takesAway } from './knockouts.ts';
import type { Outline } from './outline.ts';
import type { GraphicsState, Paint } from './state.ts';
import { transferred } from './transfer.ts';

export interface Area {
  kind: Painting['kind'];
  box: Box;
  /** Before clipping. */
  solid: Box | undefined;
  /** As `solid`, also of what does not hide what is behind it. */
  whole?: Box | undefined;
  /** Constant alpha of the state that applies. */
  alpha: number;
  /** Undefined for what brings its own colours. */
  paint?: Paint | undefined;
  /** It lets through what is behind it (stencils, masks, patterns). */
  porous?: boolean;
  width?: number;
  samples?: readonly [number, number];
  outline?: Outline | undefined;
  follows?: Box | undefined;
  strokes?: readonly Box[] | undefined;
  trace?: Outline | undefined;
  pieces?: readonly Box[] | undefined;
  picture?: Painting['picture'] | undefined;
  stencil?: Painting['stencil'] | undefined;
  shows?: Painting['shows'] | undefined;
  /** Of an image: its object. */
  object?: number | undefined;
}

export const blendOf = (state: GraphicsState): string =>
  state.blend === 'Normal' ? state.groupBlend : state.blend;

/** Whether the blend mode is that of a group around. */
export const isGrouped = ({ blend, groupBlend }: GraphicsState): boolean =>
  blend === 'Normal' && groupBlend !== 'Normal';

const WHITE = 0xffffff;

/**
 * Tells of a colour that readers work out in several ways. Where nothing but white of four inks overprints, those that show how inks print
 * leave what is there, and others paint it white (§8.6.7).
 */
export function tellDoubts(it: Interpreter, paint: Paint): void {
  const { overprints, overprintMode, fill } = it.state;
  const vanishes =
    overprints &&
    overprintMode === 1 &&
    paint === fill &&
    paint.space === DEVICE_CMYK &&
    paint.colour === WHITE;
  if (vanishes || paint.isDoubtful) it.ambiguous(it.tokens.start);
}

/** Tells the canvas of an area that is painted in the present state. */
export function paintArea(it: Interpreter, area: Area): void {
  const { state, maker } = it;
  const { paint, solid } = area;
  const alpha = paint?.none === true ? 0 : area.alpha * state.groupAlpha;
  const masked = state.masked || state.groupMasked;
  const blend = blendOf(state);
  if (paint !== undefined) tellDoubts(it, paint);
  const porous = area.porous ?? paint?.pattern !== undefined;
  const whole = solid === undefined ? undefined : intersect(solid, state.inner);
  const filled = whole !== undefined && whole[0] < whole[2] && whole[1] < whole[3];
  it.spend(AREA);
  knockOut(it, area.box, area.alpha * state.groupAlpha);
  it.canvas.paint({
    kind: area.kind,
    box: area.box,
    clip: state.seen,
    clips: state.clips,
    vague: state.vague,
    alpha,
    masked,
    masks: state.masks,
    blend,
    grouped: isGrouped(state),
    layer: it.layer,
    glyph: it.glyph,
    maker: area.object === undefined ? maker : { ...maker, object: area.object },
    solid: filled ? whole : undefined,
    whole: area.whole ?? solid,
    colour: transferred(it, state.transfer, paint?.colour),
    porous,
    opaque: alpha === 1 && !masked && blend === 'Normal' && !porous,
    ...(area.outline === undefined ? {} : { outline: area.outline }),
    ...(area.follows === undefined ? {} : { follows: area.follows }),
    ...(area.strokes === undefined ? {} : { strokes: area.strokes }),
    ...(area.trace === undefined ? {} : { trace: area.trace }),
    ...(area.pieces === undefined ? {} : { pieces: area.pieces }),
    ...(area.picture === undefined ? {} : { picture: area.picture }),
    ...(area.stencil === undefined ? {} : { stencil: area.stencil }),
    // What a transfer function makes of many colours is not worked out.
    ...(area.shows === undefined || state.transfer.length > 0 ? {} : { shows: area.shows }),
    ...(area.width === undefined ? {} : { width: area.width }),
    ...(area.samples === undefined ? {} : { samples: area.samples }),
  });
}

/**
 * In a knockout group what lets something through takes the place of what the group has shown there: some readers do
 * so, and others lay it over (§11.4.6). `alpha`: with that of every group around.
 */
export function knockOut(it: Interpreter, box: Box, alpha: number): void {
  const { knockouts } = it.state;
  if (knockouts.length === 0) return;
  it.spend(knockouts.length);
  if (knockouts.some((group) => takesAway(group, box, alpha))) it.ambiguous(it.tokens.start);
}

/** What a mark costs whoever takes it. */
export const MARK = 24;
const AREA = 48;
