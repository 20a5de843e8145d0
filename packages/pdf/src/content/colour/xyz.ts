const byte = (share: number): number => Math.round(Math.min(Math.max(share, 0), 1) * 255);

/** 0xRRGGBB of shares of red, green and blue; undefined where one is not a number. */
export const packed = (r: number, g: number, b: number): number | undefined =>
  Number.isNaN(r + g + b) ? undefined : (byte(r) << 16) | (byte(g) << 8) | byte(b);

/** Of 255, by how much two colours (0xRRGGBB) differ in the part in which they differ most. */
export const apart = (one: number, other: number): number =>
  Math.max(...[16, 8, 0].map((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255))));

const part = (t: number): number => (t >= 6 / 29 ? t ** 3 : (108 / 841) * (t - 4 / 29));
const gamma = (v: number): number => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);

/** What sRGB (IEC 61966-2-1) shows of tristimulus values of which white has 1 each: viewers adapt it so. */
export function fromXyz(relativeX: number, relativeY: number, relativeZ: number): number | undefined {
  const [x, y, z] = [relativeX * 0.9505, relativeY, relativeZ * 1.089];
  return packed(
    gamma(3.2406 * x - 1.5372 * y - 0.4986 * z),
    gamma(-0.9689 * x + 1.8758 * y + 0.0415 * z),
    gamma(0.0557 * x - 0.204 * y + 1.057 * z),
  );
}

/** Of CIE L* (0 to 100), a* and b*, whichever the white point. */
export function fromLab(l: number, a: number, b: number): number | undefined {
  const m = (l + 16) / 116;
  return fromXyz(part(m + a / 500), part(m), part(m - b / 200));
}
