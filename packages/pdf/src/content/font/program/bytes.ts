/** Big-endian reads of a font program; 0 past its end, for a damaged font tells nothing more. */
export class FontBytes {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.#view.byteLength;
  }

  u8(at: number): number {
    return at >= 0 && at < this.length ? this.#view.getUint8(at) : 0;
  }

  i8(at: number): number {
    return (this.u8(at) << 24) >> 24;
  }

  i16(at: number): number {
    return (this.u16(at) << 16) >> 16;
  }

  u16(at: number): number {
    return at >= 0 && at + 2 <= this.length ? this.#view.getUint16(at) : 0;
  }

  u32(at: number): number {
    return at >= 0 && at + 4 <= this.length ? this.#view.getUint32(at) : 0;
  }

  /** An unsigned number of `size` bytes, 1 to 4. */
  uint(at: number, size: number): number {
    let value = 0;
    for (let index = 0; index < size; index++) value = value * 256 + this.u8(at + index);
    return value;
  }

  /** One character a byte. */
  text(at: number, length: number): string {
    let text = '';
    for (let index = 0; index < length && at + index < this.length; index++) {
      text += String.fromCharCode(this.u8(at + index));
    }
    return text;
  }

  /** From `at`, cut to what is there. */
  part(at: number, length: number): FontBytes {
    const { buffer, byteOffset } = this.#view;
    const from = Math.min(Math.max(at, 0), this.length);
    const size = Math.min(Math.max(length, 0), this.length - from);
    return new FontBytes(new Uint8Array(buffer, byteOffset + from, size));
  }
}
