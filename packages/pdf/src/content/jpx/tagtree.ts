/** Greater than every value of a tree. */
const MOST = 0x7fff_ffff;

interface Level {
  width: number;
  /** A lower bound of each node's value, and the value once it is known. */
  least: Int32Array;
  values: Int32Array;
}

/** A tag tree (ITU-T T.800 §B.10.2): a value for each code-block, of which only as many bits are read as a question needs. */
export class TagTree {
  readonly #width: number;
  readonly #height: number;
  /** From the leaves to the root; made when it is first used, since most precincts of a hostile picture never are. */
  #levels: readonly Level[] | undefined;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  /** Whether the value of a code-block is below a bound; `bit` reads the next bit of the packet header. */
  isBelow(column: number, row: number, bound: number, bit: () => number): boolean {
    let least = 0;
    let value = MOST;
    this.#levels ??= levelsOf(this.#width, this.#height);
    for (let depth = this.#levels.length - 1; depth >= 0; depth--) {
      const level: Level | undefined = this.#levels[depth];
      if (level === undefined) return false;
      const at = (row >> depth) * level.width + (column >> depth);
      least = Math.max(least, level.least[at] ?? 0);
      value = level.values[at] ?? MOST;
      while (least < bound && least < value) {
        if (bit() === 1) value = least;
        else least++;
      }
      level.least[at] = least;
      level.values[at] = value;
    }
    return value < bound;
  }
}

function levelsOf(width: number, height: number): Level[] {
  const levels: Level[] = [];
  let [wide, high] = [width, height];
  for (;;) {
    const size = wide * high;
    levels.push({ width: wide, least: new Int32Array(size), values: new Int32Array(size).fill(MOST) });
    if (size <= 1) return levels;
    wide = Math.ceil(wide / 2);
    high = Math.ceil(high / 2);
  }
}
