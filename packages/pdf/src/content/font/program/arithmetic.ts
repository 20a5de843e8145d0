/** Places of the memory that charstrings have (Adobe technical note 5177, Appendix B). */
const MEMORY = 32;
/** Numbers have 16 bits before the point and 16 behind it (§3.2). */
const WHOLE = 32_768;
const PART = 65_536;

/** What an operator makes of the last so many operands. */
interface Operator {
  operands: number;
  results(operands: readonly number[]): number[];
}

const numeric = (operands: number, result: (a: number, b: number) => number): Operator => ({
  operands,
  results: ([a = 0, b = 0]) => [result(a, b)],
});
const logical = (operands: number, answer: (a: number, b: number) => boolean): Operator =>
  numeric(operands, (a, b) => (answer(a, b) ? 1 : 0));

/** By the second byte of those that look at nothing but their operands. */
const OPERATORS: ReadonlyMap<number, Operator> = new Map([
  [3, logical(2, (a, b) => a !== 0 && b !== 0)],
  [4, logical(2, (a, b) => a !== 0 || b !== 0)],
  [5, logical(1, (a) => a === 0)],
  [9, numeric(1, Math.abs)],
  [10, numeric(2, (a, b) => a + b)],
  [11, numeric(2, (a, b) => a - b)],
  [12, numeric(2, (a, b) => a / b)],
  [14, numeric(1, (a) => -a)],
  [15, logical(2, (a, b) => a === b)],
  [18, { operands: 1, results: () => [] }],
  [22, { operands: 4, results: ([one = 0, other = 0, a = 0, b = 0]) => [a <= b ? one : other] }],
  [24, numeric(2, (a, b) => a * b)],
  [26, numeric(1, Math.sqrt)],
  [27, { operands: 1, results: ([a = 0]) => [a, a] }],
  [28, { operands: 2, results: ([a = 0, b = 0]) => [b, a] }],
]);

/**
 * The operators of Type 2 charstrings that calculate (Adobe technical note 5177 §4.4 to §4.6), but for `random`, by
 * which each reader draws something else.
 */
export class Arithmetic {
  readonly #memory = new Map<number, number>();

  /** Whether the operator of that second byte could be carried out on the stack. */
  run(operator: number, stack: number[]): boolean {
    if (operator === 20) return this.#put(stack);
    if (operator === 21) return this.#get(stack);
    if (operator === 29) return copy(stack);
    if (operator === 30) return roll(stack);
    const known = OPERATORS.get(operator);
    if (known === undefined || stack.length < known.operands) return false;
    return push(stack, known.results(stack.splice(stack.length - known.operands)));
  }

  #put(stack: number[]): boolean {
    const [value, place] = stack.splice(-2);
    if (value === undefined || !isPlace(place)) return false;
    this.#memory.set(place, value);
    return true;
  }

  /** What was never put there may be anything. */
  #get(stack: number[]): boolean {
    const value = this.#memory.get(stack.pop() ?? -1);
    return value !== undefined && push(stack, [value]);
  }
}

const isPlace = (place: number | undefined): place is number =>
  place !== undefined && Number.isInteger(place) && place >= 0 && place < MEMORY;

/** Results as readers keep them; false for what does not fit. */
function push(stack: number[], results: readonly number[]): boolean {
  stack.push(...results.map((result) => Math.round(result * PART) / PART));
  return results.every((result) => Math.abs(result) < WHOLE);
}

/** `index`: the operand that lies so deep, the last one for numbers below 0. */
function copy(stack: number[]): boolean {
  const depth = Math.max(0, stack.pop() ?? 0);
  const value = Number.isInteger(depth) ? stack.at(-1 - depth) : undefined;
  return value !== undefined && push(stack, [value]);
}

/** `roll`: the last so many operands move up by so many places, and the highest come in below. */
function roll(stack: number[]): boolean {
  const [count = -1, by = 0] = stack.splice(-2);
  const isUsable = Number.isInteger(count) && Number.isInteger(by) && count >= 0 && count <= stack.length;
  if (!isUsable) return false;
  if (count === 0) return true;
  const rolled = stack.splice(stack.length - count);
  const first = ((-by % count) + count) % count;
  stack.push(...rolled.slice(first), ...rolled.slice(0, first));
  return true;
}
