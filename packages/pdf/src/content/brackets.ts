const [OPEN, CLOSE] = [0x5b, 0x5d];

/** Where the arrays of a content end; asked from its beginning to its end, so that each byte is looked at once. */
export class Brackets {
  readonly #bytes: Uint8Array;
  /** The next bracket, as far as it was looked for. */
  #next = -1;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether an array that is open at `position` ends before another begins: one that never does ends with the next operator. */
  isClosedBehind(position: number): boolean {
    const bytes = this.#bytes;
    if (this.#next < position) {
      const next = bytes.subarray(position).findIndex((byte) => byte === OPEN || byte === CLOSE);
      this.#next = next < 0 ? bytes.length : position + next;
    }
    return bytes[this.#next] === CLOSE;
  }
}
