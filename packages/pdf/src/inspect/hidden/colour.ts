import { blended } from './blend.ts';

/** WCAG 2.2's contrast below which people do not tell large text from its ground, as that of a watermark, and smaller text. */
export const SAME = 1.1;
const SAME_SMALL = 1.2;
/** Points from which WCAG 2.2 calls text large. */
const LARGE = 18;

/** The contrast below which people pass over letters that are so many points high. */
export const leastContrast = (points: number): number => (points < LARGE ? SAME_SMALL : SAME);

/** Full hues of one luminance are told apart, tints are not: of 255, no channel may differ by more. */
const CHANNEL = 64;

/**
 * Paper on which nothing is painted: its alpha is 0, so that blend modes find no colour there to blend with
 * (ISO 32000-2 §11.3.6, §11.4.7). What little is painted on it leaves it so.
 */
const UNPAINTED = 0x1_00_00_00;
export const BARE = UNPAINTED | 0xff_ff_ff;
/** Alpha from which of a backdrop no more than itself is seen. */
const ENOUGH = 0.95;

/** The last answer: pages ask the same thing a thousand times. */
const last = { text: -1, alpha: -1, ground: -1, blend: '', least: 0, answer: false };

/**
 * Whether text of that 0xRRGGBB colour, alpha and blend mode has less than that contrast with that ground. Some readers blend
 * with bare paper as if it were painted white: there black text in the mode Lighten is seen by others only.
 */
export function vanishes(text: number, alpha: number, ground: number, blend: string, least: number): boolean {
  if (text === ground && blend === 'Normal') return true;
  const isPaint = last.text === text && last.alpha === alpha && last.blend === blend;
  if (isPaint && last.ground === ground && last.least === least) return last.answer;
  const isGone = (backdrop: number): boolean =>
    isSame(painted(text, alpha, backdrop, blend), backdrop, least);
  const answer = isGone(ground) || (blend !== 'Normal' && isBare(ground) && isGone(ground - UNPAINTED));
  Object.assign(last, { text, alpha, ground, blend, least, answer });
  return answer;
}

/** The colour that is seen where a colour is painted on a ground. */
export const painted = (colour: number, alpha: number, ground: number, blend: string): number =>
  mix(isBare(ground) ? colour : blended(blend, colour, ground), alpha, ground);

/** What that is for what is painted next: of a veil on bare paper it is not known how much blends. */
export function grounds(colour: number, alpha: number, ground: number, blend: string): readonly number[] {
  const shown = painted(colour, alpha, ground, blend);
  return isBare(ground) && alpha < ENOUGH ? [shown, shown | UNPAINTED] : [shown];
}

const isBare = (ground: number): boolean => ground >= UNPAINTED;

export function isSame(shown: number, ground: number, least = SAME): boolean {
  return apart(shown, ground) <= CHANNEL && contrastOf(shown, ground) < least;
}

/** WCAG 2.2's contrast of two colours: 1 to 21. */
export function contrastOf(shown: number, ground: number): number {
  const a = luminance(shown) + 0.05;
  const b = luminance(ground) + 0.05;
  return Math.max(a, b) / Math.min(a, b);
}

/** How much a channel of the colours of two things that are read together differs, 0 to 255. */
const ALIKE = 0x40;

/** Whether two things look as if they were of the same print. */
export const isSameInk = (one: number, other: number): boolean => apart(one, other) <= ALIKE;

const channel = (colour: number, shift: number): number => (colour >> shift) & 0xff;

function mix(text: number, alpha: number, ground: number): number {
  if (alpha >= 1) return text;
  const part = (shift: number): number =>
    Math.round(channel(ground, shift) + (channel(text, shift) - channel(ground, shift)) * alpha) << shift;
  return part(16) | part(8) | part(0);
}

const apart = (a: number, b: number): number =>
  Math.max(...[16, 8, 0].map((shift) => Math.abs(channel(a, shift) - channel(b, shift))));

function luminance(colour: number): number {
  const linear = (shift: number): number => {
    const value = channel(colour, shift) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}
