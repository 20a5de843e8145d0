import type { Pdf } from '../syntax/pdf.ts';
import type { PdfStream } from '../syntax/values.ts';
import type { ShownAt } from './canvas.ts';
import { inverse, type Matrix } from './matrix.ts';
import { type Level, lightOf, type Picture, readPicture } from './picture.ts';

/** The side of what is looked at about a place, in units of the page. */
const SIDE = 0.5;
/** What is so light, or so dark, is white, or black, to all who look: its hue is not seen. */
const LIGHT = 250;
const DARK = 4;
/** How far from that of another colour the lightness is of what is surely not the same. */
const APART = 40;
/** How much of a place has to be hidden for what lies there to count at all. */
const TRACE = 0.01;
/** What hides a place is taken for all of it: sums of samples are not exact. */
const WHOLE = 0.999;
const CHANNELS = [0, 1, 2] as const;
const GREY = 0x010101;
/** What looking at a place costs. */
const LOOK = 2;

/**
 * What an image shows at each place of the page, from which `matrix` leads to its unit square; of a stencil, which is
 * painted in `fill`, where it paints. Its samples are read when a place is first asked for.
 */
export function imageShown(pdf: Pdf, image: PdfStream, matrix: Matrix, fill: number | undefined): ShownAt {
  const back = inverse(matrix);
  if (back === undefined) return () => undefined;
  const [a, b, c, d, e, f] = back;
  const [wide, high] = [SIDE * (Math.abs(a) + Math.abs(c)), SIDE * (Math.abs(b) + Math.abs(d))];
  let picture: Picture | undefined;
  return (x, y, near) => {
    pdf.spend(LOOK);
    const [u, v] = [a * x + c * y + e, b * x + d * y + f];
    const at = (level: Level | undefined): number | undefined => level?.(u, v, wide, high);
    picture ??= readPicture(pdf, image);
    const alpha = at(picture.alpha);
    if (alpha === undefined) return undefined;
    if (alpha <= TRACE) return 'nothing';
    const share = alpha >= WHOLE ? 1 : alpha;
    const colour = fill ?? colourAt(picture, at, near);
    return colour === undefined ? undefined : { colour, alpha: share };
  };
}

function colourAt(
  picture: Picture,
  at: (level: Level | undefined) => number | undefined,
  near: number | undefined,
): number | undefined {
  const level = at(picture.light);
  if (level === undefined) return undefined;
  if (picture.isGrey || level >= LIGHT || level <= DARK) return Math.round(level) * GREY;
  if (near === undefined || Math.abs(lightOf(near) - level) > APART) return undefined;
  let colour = 0;
  for (const channel of CHANNELS) {
    const part = at(picture.channel(channel));
    if (part === undefined) return undefined;
    colour = colour * 256 + Math.round(part);
  }
  return colour;
}
