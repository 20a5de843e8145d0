import { COLOUR } from './colour.ts';
import { MARKED } from './marked.ts';
import { OBJECTS } from './objects.ts';
import type { Operator, Operators } from './operator.ts';
import { PATHS } from './paths.ts';
import { STATE } from './state.ts';
import { TEXT } from './text.ts';

/** By the first two characters, each below 128; and by all three. */
const short: (Operator | undefined)[] = new Array(128 * 128).fill(undefined);
const long = new Map<number, Operator>();

const key = (first: number, second: number, third: number): number =>
  first + second * 128 + third * 128 * 128;

for (const operators of [STATE, PATHS, COLOUR, TEXT, OBJECTS, MARKED] satisfies Operators[]) {
  for (const [name, operator] of Object.entries(operators)) {
    const [first = 0, second = 0, third = 0] = Array.from(name, (char) => char.charCodeAt(0));
    if (name.length < 3) short[key(first, second, 0)] = operator;
    else long.set(key(first, second, third), operator);
  }
}

/** The operator that stands there, if it is one. */
export function operatorAt(bytes: Uint8Array, start: number, end: number): Operator | undefined {
  const first = bytes[start] ?? 0;
  const length = end - start;
  if (length === 1) return first > 127 ? undefined : short[first];
  const second = bytes[start + 1] ?? 0;
  if (first > 127 || second > 127) return undefined;
  if (length === 2) return short[key(first, second, 0)];
  return length === 3 ? long.get(key(first, second, bytes[start + 2] ?? 0)) : undefined;
}
