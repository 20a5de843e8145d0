/** Deepest brackets, and most words, of an expression. */
const MAX_DEPTH = 16;
const MAX_WORDS = 200;

/**
 * Whether a choice of authentication objects satisfies `auth/expression` (v2 §11.5): their ids with AND, OR, XOR and
 * brackets; AND binds closest, then XOR. Undefined where the expression cannot be read.
 */
export function satisfied(expression: string, chosen: ReadonlySet<string>): boolean | undefined {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  if (words.length > MAX_WORDS) return undefined;
  let at = 0;
  let readable = true;

  function operand(depth: number): boolean {
    const word = words[at++];
    if (word === '(' && depth < MAX_DEPTH) {
      const value = joined(0, depth + 1);
      if (words[at++] !== ')') readable = false;
      return value;
    }
    if (word === undefined || word === '(' || word === ')' || isOperator(word)) readable = false;
    return word !== undefined && chosen.has(word);
  }

  function joined(level: number, depth: number): boolean {
    const operator = LEVELS[level];
    if (operator === undefined) return operand(depth);
    let value = joined(level + 1, depth);
    while (readable && words[at]?.toUpperCase() === operator.name) {
      at += 1;
      value = operator.join(value, joined(level + 1, depth));
    }
    return value;
  }

  const value = joined(0, 0);
  return readable && at === words.length ? value : undefined;
}

/** From the loosest to the closest. */
const LEVELS: readonly { name: string; join(a: boolean, b: boolean): boolean }[] = [
  { name: 'OR', join: (a, b) => a || b },
  { name: 'XOR', join: (a, b) => a !== b },
  { name: 'AND', join: (a, b) => a && b },
];

const isOperator = (word: string) => LEVELS.some(({ name }) => name === word.toUpperCase());
