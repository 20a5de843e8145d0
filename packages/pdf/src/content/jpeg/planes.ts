import { BLOCK, type Component, type Frame } from './frame.ts';
import { MIDDLE, type Side, Transform } from './idct.ts';
import type { PutBlock } from './sequential.ts';

/** What is wanted of a picture. */
export interface Wanted {
  /** Samples of a side of what each block of 8 by 8 becomes. */
  side: Side;
  /** Components that are differences of colour: blocks of them that stay so near to the middle are left there. */
  differences: readonly number[];
  nearby: number;
}

interface Plane {
  transform: Transform;
  quantization: Uint16Array;
  raster: Uint8ClampedArray;
}

/** The samples of a picture's components, each in a raster of its own, as small as is wanted. */
export class Planes {
  readonly width: number;
  readonly height: number;
  readonly #frame: Frame;
  readonly #wanted: Wanted;
  readonly #planes: (Plane | undefined)[] = [];

  constructor(frame: Frame, wanted: Wanted) {
    this.#frame = frame;
    this.#wanted = wanted;
    this.width = Math.ceil((frame.width * wanted.side) / BLOCK);
    this.height = Math.ceil((frame.height * wanted.side) / BLOCK);
  }

  /** Begins a component that was not begun; false without a table. */
  begin(index: number, quantization: Uint16Array | undefined): boolean {
    const component = this.#frame.components[index];
    if (this.#planes[index] !== undefined) return true;
    if (component === undefined || quantization === undefined) return false;
    const transform = new Transform(quantization, this.#wanted.side);
    const isNeeded = !this.#wanted.differences.includes(index);
    const raster = new Uint8ClampedArray(isNeeded ? this.#sizeOf(component) : 0);
    this.#planes[index] = { transform, quantization, raster };
    return true;
  }

  /** Whether anything of a component differs from the middle where that was asked for. */
  has(index: number): boolean {
    return (this.#planes[index]?.raster.length ?? 0) > 0;
  }

  /** Hands out a row of a component, from above, as broad as the picture. */
  row(index: number, y: number, into: Uint8Array): void {
    const component = this.#frame.components[index];
    const raster = this.#planes[index]?.raster;
    if (component === undefined || raster === undefined || raster.length === 0) {
      into.fill(MIDDLE);
      return;
    }
    const [most, down] = this.#frame.most;
    const from = Math.floor((y * component.down) / down) * component.stored[0] * this.#wanted.side;
    const { across } = component;
    if (across === most) into.set(raster.subarray(from, from + this.width));
    else
      for (let x = 0; x < this.width; x++) into[x] = raster[from + Math.floor((x * across) / most)] ?? MIDDLE;
  }

  readonly put: PutBlock = (index, place, coefficients, from, last) => {
    const component = this.#frame.components[index];
    const plane = this.#planes[index];
    if (component === undefined || plane === undefined) return;
    const { transform, quantization } = plane;
    if (this.#wanted.differences.includes(index)) {
      if (transform.reach(coefficients, from, last, quantization) <= this.#wanted.nearby) return;
      if (plane.raster.length === 0)
        plane.raster = new Uint8ClampedArray(this.#sizeOf(component)).fill(MIDDLE);
    }
    const { side } = this.#wanted;
    const stride = component.stored[0] * side;
    transform.put(coefficients, from, last, plane.raster, place[1] * side * stride + place[0] * side, stride);
  };

  #sizeOf({ stored: [across, down] }: Component): number {
    return across * down * this.#wanted.side ** 2;
  }
}
