import type { Interpreter } from '../interpreter.ts';
import type { GraphicsState } from '../state.ts';

/** What an operator of a content stream does (ISO 32000-2 Annex A). */
export interface Operator {
  /** How many numbers it takes, the last ones before it; 0 for one that looks at its operands itself. */
  numbers: number;
  /** How many operands it takes in all, where not all of them are numbers. */
  operands?: number;
  /** `from` is the index of its first operand. */
  run(it: Interpreter, from: number): void;
}

export type Operators = Readonly<Record<string, Operator>>;

type Parameter = 'cap' | 'charSpace' | 'join' | 'leading' | 'lineWidth' | 'miterLimit' | 'rise' | 'wordSpace';

/** Sets one parameter of the graphics state to its number. */
export const sets = (key: Parameter & keyof GraphicsState): Operator => ({
  numbers: 1,
  run: (it, at) => {
    it.state[key] = it.operands.at(at);
  },
});

export const NOTHING: Operator = { numbers: 0, run: () => {} };
