import type { Interpreter } from './interpreter.ts';
import { operatorAt } from './operators/table.ts';

/** Longest operator (ISO 32000-2 Annex A). */
const LONGEST = 3;

/** Carries out the operator that stands in the content from `start` to `end`, with the operands before it. */
export function execute(it: Interpreter, start: number, end: number): void {
  const { tokens, operands } = it;
  const operator = operatorAt(tokens.bytes, start, end);
  if (operator === undefined) {
    executeJoined(it, start, end);
    return;
  }
  const { numbers, operands: wanted = numbers } = operator;
  const from = numbers === 0 ? operands.count : operands.numbers(numbers);
  // Of too many some readers take the first ones, some the last.
  if (numbers > 0 && (from < 0 || operands.count !== wanted)) it.ambiguous(firstByte(it));
  // As other viewers do: an operator without its operands is passed over.
  if (from >= 0) operator.run(it, from);
}

/** First byte of the operator's first operand, or its own. */
const firstByte = ({ operands, tokens }: Interpreter): number =>
  operands.count > 0 ? (operands.start[0] ?? 0) : tokens.start;

/** `Qq` and `ETQ`: operators that follow each other without a space. */
function executeJoined(it: Interpreter, start: number, end: number): void {
  const { tokens } = it;
  for (let to = Math.min(end - 1, start + LONGEST); to > start; to--) {
    if (operatorAt(tokens.bytes, start, to) === undefined) continue;
    it.ambiguous(start);
    execute(it, start, to);
    // An inline image has moved on.
    if (tokens.pos === end) tokens.pos = to;
    return;
  }
}
