import { latin1 } from '../../syntax/bytes.ts';

/** A PostScript calculator function (ISO 32000-2 §7.10.5): numbers, operators, and braces with what is in them. */
export type Program = readonly (number | string | Program)[];

const DEPTH = 8;
const MOST_STEPS = 2000;
const STACK = 100;

/** Undefined where the braces do not match. */
export function readProgram(bytes: Uint8Array): Program | undefined {
  const open: (number | string | Program)[][] = [[]];
  for (const word of latin1(bytes).match(/[{}]|[^\s{}]+/g) ?? []) {
    if (word === '{') {
      if (open.push([]) > DEPTH) return undefined;
    } else if (word === '}') {
      const block = open.pop();
      if (block === undefined || open.length === 0) return undefined;
      open.at(-1)?.push(block);
    } else {
      const number = Number(word);
      open.at(-1)?.push(Number.isNaN(number) ? word : number);
    }
  }
  const [whole] = open[0] ?? [];
  return open.length === 1 && Array.isArray(whole) ? whole : undefined;
}

/** Whether all its words are operators, so that no reader stops at one. */
export const isSoundProgram = (program: Program): boolean =>
  program.every((item) =>
    typeof item === 'string'
      ? Object.hasOwn(UNARY, item) || Object.hasOwn(BINARY, item) || OTHERS.has(item)
      : typeof item === 'number' || isSoundProgram(item),
  );

/** How many steps it takes at most: there are no loops. */
export const sizeOf = (program: Program): number =>
  program.reduce<number>((sum, item) => sum + 1 + (typeof item === 'object' ? sizeOf(item) : 0), 0);

/** The stack that is left, or undefined for a program that is wrong. */
export function runProgram(program: Program, inputs: readonly number[]): number[] | undefined {
  const machine = { stack: [...inputs], steps: 0 };
  return run(program, machine) ? machine.stack : undefined;
}

interface Machine {
  stack: number[];
  steps: number;
}

function run(program: Program, machine: Machine): boolean {
  const { stack } = machine;
  for (const [at, item] of program.entries()) {
    if (++machine.steps > MOST_STEPS || stack.length > STACK) return false;
    if (typeof item === 'number') stack.push(item);
    else if (item === 'if' || item === 'ifelse') {
      const chosen = stack.pop() !== 0 ? (item === 'if' ? 1 : 2) : item === 'if' ? 0 : 1;
      const block = chosen === 0 ? [] : program[at - chosen];
      if (typeof block !== 'object' || !run(block, machine)) return false;
    } else if (typeof item === 'string' && !operate(item, stack)) return false;
  }
  return true;
}

function operate(name: string, stack: number[]): boolean {
  const isUnary = Object.hasOwn(UNARY, name);
  if (isUnary || Object.hasOwn(BINARY, name)) {
    if (stack.length < (isUnary ? 1 : 2)) return false;
    const second = stack.pop() ?? 0;
    const result = isUnary ? UNARY[name]?.(second) : BINARY[name]?.(stack.pop() ?? 0, second);
    stack.push(result ?? 0);
    // As by a division by zero: readers take what is none for anything.
    return Number.isFinite(result);
  }
  return move(name, stack);
}

function move(name: string, stack: number[]): boolean {
  const { length } = stack;
  switch (name) {
    case 'true':
    case 'false':
      stack.push(name === 'true' ? 1 : 0);
      return true;
    case 'pop':
      return stack.pop() !== undefined;
    case 'dup':
      stack.push(stack[length - 1] ?? 0);
      return true;
    case 'exch':
      if (length > 1) stack.push(...stack.splice(-2).reverse());
      return length > 1;
    case 'copy': {
      const count = stack.pop() ?? 0;
      if (count > 0 && count < length) stack.push(...stack.slice(-count));
      return count >= 0 && count < length && length + count <= STACK;
    }
    case 'index':
      return pick(stack);
    case 'roll':
      return roll(stack);
    default:
      return false;
  }
}

function pick(stack: number[]): boolean {
  const value = stack.at(-1 - (stack.pop() ?? 0));
  if (value !== undefined) stack.push(value);
  return value !== undefined;
}

function roll(stack: number[]): boolean {
  const by = stack.pop() ?? 0;
  const count = stack.pop() ?? 0;
  if (!(count > 0 && count <= stack.length && Number.isInteger(count) && Number.isInteger(by)))
    return count === 0;
  const top = stack.splice(-count);
  const turn = ((by % count) + count) % count;
  stack.push(...top.slice(count - turn), ...top.slice(0, count - turn));
  return true;
}

const OTHERS: ReadonlySet<string> = new Set('if ifelse true false pop dup exch copy index roll'.split(' '));
const degrees = 180 / Math.PI;
const truth = (value: boolean): number => (value ? 1 : 0);

const UNARY: Readonly<Record<string, (a: number) => number>> = {
  abs: Math.abs,
  neg: (a) => -a,
  ceiling: Math.ceil,
  floor: Math.floor,
  round: Math.round,
  truncate: Math.trunc,
  cvi: Math.trunc,
  cvr: (a) => a,
  sqrt: Math.sqrt,
  sin: (a) => Math.sin(a / degrees),
  cos: (a) => Math.cos(a / degrees),
  ln: Math.log,
  log: Math.log10,
  not: (a) => (a === 0 || a === 1 ? 1 - a : ~a),
};

const BINARY: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  idiv: (a, b) => Math.trunc(a / b),
  mod: (a, b) => a % b,
  exp: (a, b) => a ** b,
  atan: (a, b) => (Math.atan2(a, b) * degrees + 360) % 360,
  eq: (a, b) => truth(a === b),
  ne: (a, b) => truth(a !== b),
  gt: (a, b) => truth(a > b),
  ge: (a, b) => truth(a >= b),
  lt: (a, b) => truth(a < b),
  le: (a, b) => truth(a <= b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  bitshift: (a, b) => (b >= 0 ? a << b : a >> -b),
};
