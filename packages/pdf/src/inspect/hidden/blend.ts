/** Red, green and blue, 0 to 1. */
type Rgb = readonly [number, number, number];

const channel = (colour: number, shift: number): number => ((colour >> shift) & 0xff) / 255;
const split = (colour: number): Rgb => [channel(colour, 16), channel(colour, 8), channel(colour, 0)];
const byte = (share: number): number => Math.round(Math.min(Math.max(share, 0), 1) * 255);
const joined = ([r, g, b]: Rgb): number => (byte(r) << 16) | (byte(g) << 8) | byte(b);

const screen = (b: number, s: number): number => b + s - b * s;
const hardLight = (b: number, s: number): number => (s <= 0.5 ? b * 2 * s : screen(b, 2 * s - 1));
const softLight = (b: number, s: number): number => {
  if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b);
  const d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b);
  return b + (2 * s - 1) * (d - b);
};

/** ISO 32000-2 Table 134: of a channel of the backdrop and of the source. */
const SEPARABLE: ReadonlyMap<string, (backdrop: number, source: number) => number> = new Map([
  ['Multiply', (b: number, s: number) => b * s],
  ['Screen', screen],
  ['Overlay', (b: number, s: number) => hardLight(s, b)],
  ['Darken', Math.min],
  ['Lighten', Math.max],
  ['ColorDodge', (b: number, s: number) => (b === 0 ? 0 : s >= 1 ? 1 : Math.min(1, b / (1 - s)))],
  ['ColorBurn', (b: number, s: number) => (b >= 1 ? 1 : s <= 0 ? 0 : 1 - Math.min(1, (1 - b) / s))],
  ['HardLight', hardLight],
  ['SoftLight', softLight],
  ['Difference', (b: number, s: number) => Math.abs(b - s)],
  ['Exclusion', (b: number, s: number) => b + s - 2 * b * s],
]);

const lum = ([r, g, b]: Rgb): number => 0.3 * r + 0.59 * g + 0.11 * b;
const sat = (colour: Rgb): number => Math.max(...colour) - Math.min(...colour);

function withLum(colour: Rgb, to: number): Rgb {
  const by = to - lum(colour);
  const moved: Rgb = [colour[0] + by, colour[1] + by, colour[2] + by];
  const [least, most] = [Math.min(...moved), Math.max(...moved)];
  const clipped = (c: number): number => {
    if (least < 0) return to + ((c - to) * to) / (to - least);
    return most > 1 ? to + ((c - to) * (1 - to)) / (most - to) : c;
  };
  return [clipped(moved[0]), clipped(moved[1]), clipped(moved[2])];
}

function withSat(colour: Rgb, to: number): Rgb {
  const [least, range] = [Math.min(...colour), sat(colour)];
  const scaled = (c: number): number => (range === 0 ? 0 : ((c - least) * to) / range);
  return [scaled(colour[0]), scaled(colour[1]), scaled(colour[2])];
}

/** Table 135. */
const WHOLE: ReadonlyMap<string, (backdrop: Rgb, source: Rgb) => Rgb> = new Map([
  ['Hue', (b: Rgb, s: Rgb) => withLum(withSat(s, sat(b)), lum(b))],
  ['Saturation', (b: Rgb, s: Rgb) => withLum(withSat(b, sat(s)), lum(b))],
  ['Color', (b: Rgb, s: Rgb) => withLum(s, lum(b))],
  ['Luminosity', (b: Rgb, s: Rgb) => withLum(b, lum(s))],
]);

/** What a 0xRRGGBB colour becomes on a backdrop in that blend mode; an unknown mode is taken for Normal, as viewers do. */
export function blended(mode: string, source: number, backdrop: number): number {
  if (mode === 'Normal') return source;
  const whole = WHOLE.get(mode);
  if (whole !== undefined) return joined(whole(split(backdrop), split(source)));
  const each = SEPARABLE.get(mode);
  if (each === undefined) return source;
  const [b, s] = [split(backdrop), split(source)];
  return joined([each(b[0], s[0]), each(b[1], s[1]), each(b[2], s[2])]);
}

/**
 * Paint of this colour in this mode takes everything behind it to one colour; in the last two modes to readers that go by
 * ISO 32000-1 (Table 136), while by ISO 32000-2 black stays black, and white white.
 */
const SATURATING: ReadonlyMap<string, readonly number[]> = new Map([
  ['Multiply', [0]],
  ['Darken', [0]],
  ['Screen', [0xff_ff_ff]],
  ['Lighten', [0xff_ff_ff]],
  ['HardLight', [0, 0xff_ff_ff]],
  ['ColorDodge', [0xff_ff_ff]],
  ['ColorBurn', [0]],
]);

export const saturates = (mode: string, colour: number | undefined): boolean =>
  mode === 'Normal' || (colour !== undefined && SATURATING.get(mode)?.includes(colour) === true);
