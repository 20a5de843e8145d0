/** Rows of pixels, 1 black. */
export type Pixels = readonly Uint8Array[];

export const widthOf = (pixels: Pixels): number => pixels[0]?.length ?? 0;
export const pixelAt = (pixels: Pixels, x: number, y: number): number => pixels[y]?.[x] ?? 0;

/** Whole octets of numbers, the highest first. */
export const octets = (count: number, ...numbers: readonly number[]): number[] =>
  numbers.flatMap((number) =>
    Array.from({ length: count }, (_, at) => Math.floor(number / 256 ** (count - 1 - at)) & 0xff),
  );
