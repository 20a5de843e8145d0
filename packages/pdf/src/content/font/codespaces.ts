/** Codes of one length: each byte within its bounds (ISO 32000-2 §9.7.6.3). */
export interface Codespace {
  length: number;
  low: number;
  high: number;
}

/** More ranges than any CMap has. */
const MOST = 256;

/** How a string of a composite font is cut into codes. */
export class Codespaces {
  readonly list: Codespace[] = [];
  /** All codes have two bytes: the common case. */
  double = true;

  static of(...ranges: [length: number, low: number, high: number][]): Codespaces {
    const spaces = new Codespaces();
    for (const [length, low, high] of ranges) spaces.add({ length, low, high });
    return spaces;
  }

  add(space: Codespace): void {
    if (space.length < 1 || space.length > 4 || this.list.length >= MOST) return;
    this.list.push(space);
    this.double &&= space.length === 2 && space.low === 0 && space.high === 0xffff;
  }

  /** Bytes of the code at `at`: 1 where no range has it, never past the end. */
  lengthAt(bytes: Uint8Array, at: number): number {
    const left = bytes.length - at;
    if (this.double) return left < 2 ? 1 : 2;
    let code = 0;
    for (let length = 1; length <= 4 && length <= left; length++) {
      code = code * 256 + (bytes[at + length - 1] ?? 0);
      for (const space of this.list) if (space.length === length && within(code, space)) return length;
    }
    return 1;
  }
}

function within(code: number, { length, low, high }: Codespace): boolean {
  for (let shift = 0; shift < length * 8; shift += 8) {
    const byte = (code >>> shift) & 255;
    if (byte < ((low >>> shift) & 255) || byte > ((high >>> shift) & 255)) return false;
  }
  return true;
}
