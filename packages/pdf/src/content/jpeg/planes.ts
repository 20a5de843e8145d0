import { BLOCK, type Component, type Frame } from './frame.ts';
import { MIDDLE, type Side, Transform } from './idct.ts';
import type { Target } from './sequential.ts';

/** What is wanted of a picture. */
export interface Wanted {
  /** Samples of a side of what each block of 8 by 8 becomes. */
  side: Side;
  /** Components that are differences of colour: blocks of them that stay so near to the middle are left there. */
  differences: readonly number[];
  nearby: number;
}

/** The samples of a component, whose blocks come one by one. */
class Plane implements Target {
  readonly #transform: Transform;
  readonly #quantization: Uint16Array;
  readonly #side: Side;
  /** Of a difference: how near to the middle blocks stay that are left there. */
  readonly #nearby: number | undefined;
  readonly #size: number;
  readonly stride: number;
  /** Empty where nothing differs from the middle. */
  raster: Uint8ClampedArray;

  constructor({ stored: [across, down] }: Component, quantization: Uint16Array, side: Side, nearby?: number) {
    this.#transform = new Transform(quantization, side);
    this.#quantization = quantization;
    this.#side = side;
    this.#nearby = nearby;
    this.#size = across * down * side ** 2;
    this.stride = across * side;
    this.raster = new Uint8ClampedArray(nearby === undefined ? this.#size : 0);
  }

  put(column: number, row: number, coefficients: Int16Array, from: number, last: number): void {
    if (this.#nearby !== undefined) {
      if (this.#transform.reach(coefficients, from, last, this.#quantization) <= this.#nearby) return;
      if (this.raster.length === 0) this.raster = new Uint8ClampedArray(this.#size).fill(MIDDLE);
    }
    const { stride } = this;
    const at = this.#side * (row * stride + column);
    this.#transform.put(coefficients, from, last, this.raster, at, stride);
  }
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
    const { side, differences, nearby } = this.#wanted;
    const isDifference = differences.includes(index);
    this.#planes[index] = new Plane(component, quantization, side, isDifference ? nearby : undefined);
    return true;
  }

  /** Where the blocks of a component go that was begun. */
  plane(index: number): Target | undefined {
    return this.#planes[index];
  }

  /** Whether anything of a component differs from the middle where that was asked for. */
  has(index: number): boolean {
    return (this.#planes[index]?.raster.length ?? 0) > 0;
  }

  /** Hands out a row of a component, from above, as broad as the picture. */
  row(index: number, y: number, into: Uint8Array): void {
    const component = this.#frame.components[index];
    const { raster, stride = 0 } = this.#planes[index] ?? {};
    if (component === undefined || raster === undefined || raster.length === 0) {
      into.fill(MIDDLE);
      return;
    }
    const [most, down] = this.#frame.most;
    const from = Math.floor((y * component.down) / down) * stride;
    const { across } = component;
    if (across === most) into.set(raster.subarray(from, from + this.width));
    else
      for (let x = 0; x < this.width; x++) into[x] = raster[from + Math.floor((x * across) / most)] ?? MIDDLE;
  }
}
