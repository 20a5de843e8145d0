import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../syntax/values.ts';
import { isSoundProgram, type Program, readProgram, runProgram, sizeOf } from './calculator.ts';

/** Numbers to numbers (ISO 32000-2 §7.10). */
export interface PdfFunction {
  apply(inputs: readonly number[]): number[];
  /** What a call costs at most, for the budget. */
  work: number;
}

const MOST_OUTPUTS = 32;
const MOST_PARTS = 64;
const DEPTH = 4;
const READ = 50;
const LONGEST_PROGRAM = 16 * 1024;

/** A function, or an array of such; undefined for what is broken. */
export function readFunction(pdf: Pdf, value: PdfValue | undefined, depth = 0): PdfFunction | undefined {
  // Functions of functions may share them: each reading counts.
  pdf.spend(READ);
  if (depth > DEPTH) return undefined;
  const resolved = pdf.resolve(value);
  if (resolved?.type === 'array') {
    const parts = resolved.items.slice(0, MOST_OUTPUTS).map((item) => readFunction(pdf, item, depth + 1));
    return {
      apply: (inputs) => parts.map((part) => part?.apply(inputs)[0] ?? Number.NaN),
      work: parts.reduce((sum, part) => sum + (part?.work ?? 0), 0),
    };
  }
  const dict = pdf.dict(resolved);
  switch (pdf.number(dict?.entries.get('FunctionType'))) {
    case 0:
      return sampled(pdf, resolved);
    case 2:
      return exponential(pdf, resolved);
    case 3:
      return stitching(pdf, resolved, depth);
    case 4:
      return calculated(pdf, resolved);
    default:
      return undefined;
  }
}

export function readNumbers(pdf: Pdf, value: PdfValue | undefined): number[] | undefined {
  return pdf.array(value)?.items.map((item) => pdf.number(item) ?? 0);
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

function exponential(pdf: Pdf, value: PdfValue | undefined): PdfFunction {
  const entries = pdf.dict(value)?.entries;
  const from = readNumbers(pdf, entries?.get('C0')) ?? [0];
  const to = readNumbers(pdf, entries?.get('C1')) ?? [1];
  const exponent = pdf.number(entries?.get('N')) ?? 1;
  const [least = 0, most = 1] = readNumbers(pdf, entries?.get('Domain')) ?? [];
  const apply = ([x = 0]: readonly number[]): number[] => {
    const power = clamp(x, least, most) ** exponent;
    return from.slice(0, MOST_OUTPUTS).map((low, index) => low + power * ((to[index] ?? 0) - low));
  };
  return { apply, work: MOST_OUTPUTS };
}

function stitching(pdf: Pdf, value: PdfValue | undefined, depth: number): PdfFunction | undefined {
  const entries = pdf.dict(value)?.entries;
  const items = pdf.array(entries?.get('Functions'))?.items;
  if (items === undefined || items.length === 0 || items.length > MOST_PARTS) return undefined;
  const parts = items.map((item) => readFunction(pdf, item, depth + 1));
  const bounds = readNumbers(pdf, entries?.get('Bounds')) ?? [];
  const encode = readNumbers(pdf, entries?.get('Encode')) ?? [];
  const [least = 0, most = 1] = readNumbers(pdf, entries?.get('Domain')) ?? [];
  const apply = ([input = 0]: readonly number[]): number[] => {
    const x = clamp(input, least, most);
    let index = 0;
    while (index < parts.length - 1 && x >= (bounds[index] ?? most)) index++;
    const from = index === 0 ? least : (bounds[index - 1] ?? least);
    const to = bounds[index] ?? most;
    const [low, high] = [encode[2 * index] ?? 0, encode[2 * index + 1] ?? 1];
    const at = to === from ? low : low + ((x - from) * (high - low)) / (to - from);
    return parts[index]?.apply([at]) ?? [];
  };
  return { apply, work: MOST_PARTS + Math.max(...parts.map((part) => part?.work ?? 0)) };
}

function calculated(pdf: Pdf, value: PdfValue | undefined): PdfFunction | undefined {
  if (value?.type !== 'stream') return undefined;
  const range = readNumbers(pdf, value.dict.entries.get('Range'));
  const domain = readNumbers(pdf, value.dict.entries.get('Domain')) ?? [];
  const code = pdf.decodedWithin(value, LONGEST_PROGRAM);
  const program = code === undefined ? undefined : readProgram(code);
  if (range === undefined || program === undefined) return undefined;
  const outputs = Math.min(range.length / 2, MOST_OUTPUTS);
  const apply = (inputs: readonly number[]): number[] => {
    const limited = inputs.map((input, at) => clamp(input, domain[2 * at] ?? 0, domain[2 * at + 1] ?? 1));
    const results = runProgram(program, limited)?.slice(-outputs) ?? [];
    return Array.from({ length: outputs }, (_, at) =>
      clamp(results[at] ?? Number.NaN, range[2 * at] ?? 0, range[2 * at + 1] ?? 1),
    );
  };
  return { apply, work: 4 * sizeOf(program) };
}

/** The nearest sample: colours are compared, not shown. */
function sampled(pdf: Pdf, value: PdfValue | undefined): PdfFunction | undefined {
  if (value?.type !== 'stream') return undefined;
  const { entries } = value.dict;
  const size = readNumbers(pdf, entries.get('Size'));
  const range = readNumbers(pdf, entries.get('Range'));
  const bits = pdf.number(entries.get('BitsPerSample')) ?? 8;
  if (size === undefined || range === undefined || size.length > MOST_OUTPUTS) return undefined;
  if (range.length > 2 * MOST_OUTPUTS || ![8, 16].includes(bits)) return undefined;
  const domain = readNumbers(pdf, entries.get('Domain')) ?? [];
  const encode = readNumbers(pdf, entries.get('Encode')) ?? size.flatMap((count) => [0, count - 1]);
  const decode = readNumbers(pdf, entries.get('Decode')) ?? range;
  const samples = pdf.decoded(value);
  const outputs = Math.min(range.length / 2, MOST_OUTPUTS);
  const apply = (inputs: readonly number[]): number[] => {
    let index = 0;
    let stride = 1;
    size.forEach((count, axis) => {
      const [least, most] = [domain[2 * axis] ?? 0, domain[2 * axis + 1] ?? 1];
      const [low, high] = [encode[2 * axis] ?? 0, encode[2 * axis + 1] ?? count - 1];
      const share = (clamp(inputs[axis] ?? 0, least, most) - least) / (most - least || 1);
      index += stride * clamp(Math.round(low + share * (high - low)), 0, count - 1);
      stride *= count;
    });
    return Array.from({ length: outputs }, (_, output) => {
      const at = (index * outputs + output) * (bits / 8);
      const raw = bits === 8 ? samples[at] : (samples[at] ?? 0) * 256 + (samples[at + 1] ?? 0);
      const [low, high] = [decode[2 * output] ?? 0, decode[2 * output + 1] ?? 1];
      return low + ((raw ?? 0) * (high - low)) / (2 ** bits - 1);
    });
  };
  return { apply, work: 2 * MOST_OUTPUTS };
}

/** Bits that a sample may have (Table 39). */
const SAMPLE_BITS: ReadonlySet<number> = new Set([1, 2, 4, 8, 12, 16, 24, 32]);

/**
 * Whether a function has what readers need to evaluate it (Tables 38 to 42). What one lacks each of them makes up for in
 * its own way, or it paints nothing.
 */
export function isSoundFunction(pdf: Pdf, value: PdfValue | undefined, depth = 0): boolean {
  pdf.spend(READ);
  const resolved = pdf.resolve(value);
  const dict = pdf.dict(resolved);
  if (dict === undefined) return false;
  const found = soundFunctions.get(dict) ?? findSound(pdf, resolved, depth);
  soundFunctions.set(dict, found);
  return found;
}

/** What was found out of functions: many parts of others may be one of them. */
const soundFunctions = new WeakMap<PdfDict, boolean>();

function findSound(pdf: Pdf, resolved: PdfValue | undefined, depth: number): boolean {
  const entries = pdf.dict(resolved)?.entries;
  const domain = readNumbers(pdf, entries?.get('Domain'));
  const range = readNumbers(pdf, entries?.get('Range'));
  if (entries === undefined || depth > DEPTH || domain === undefined || !areIntervals(domain)) return false;
  if (range !== undefined && !areIntervals(range)) return false;
  switch (pdf.number(entries.get('FunctionType'))) {
    case 0:
      return (
        resolved?.type === 'stream' && range !== undefined && hasSamples(pdf, resolved, range.length / 2)
      );
    case 2: {
      const [from, to] = ['C0', 'C1'].map((key) => readNumbers(pdf, entries.get(key))?.length ?? 1);
      return pdf.number(entries.get('N')) !== undefined && from === to;
    }
    case 3: {
      const parts = pdf.array(entries.get('Functions'))?.items ?? [];
      const isWhole = ['Bounds', 'Encode'].every((key) => pdf.array(entries.get(key)) !== undefined);
      if (parts.length > MOST_PARTS) return true;
      return isWhole && parts.length > 0 && parts.every((part) => isSoundFunction(pdf, part, depth + 1));
    }
    case 4: {
      const code = resolved?.type === 'stream' ? pdf.decodedWithin(resolved, LONGEST_PROGRAM) : undefined;
      if (range === undefined || resolved?.type !== 'stream') return false;
      // A longer one is not read, which says nothing about it.
      if (code === undefined) return true;
      const program = readProgram(code);
      pdf.spend(code.length);
      return program !== undefined && isSoundProgram(program) && runsThrough(pdf, program, domain);
    }
    default:
      return false;
  }
}

/** Of each domain, where a program is tried: no end and no middle, at which it may divide by nought, and of each input another one. */
const TRIED = [0.137, 0.439, 0.871];
/** Steps of a program that is tried; and what one costs, which may move a whole stack. */
const MOST_TRIED = 1000;
const STEP = 8;

/** Whether a program finds on its stack what it takes from there, wherever it is tried; each reader takes something else for it. */
function runsThrough(pdf: Pdf, program: Program, domain: readonly number[]): boolean {
  const size = sizeOf(program);
  // Of a longer one nothing is said.
  if (size > MOST_TRIED) return true;
  pdf.spend(TRIED.length * STEP * size);
  return TRIED.every((_, first) => {
    const inputs = Array.from({ length: domain.length / 2 }, (_, at) => {
      const [least, most] = [domain[2 * at] ?? 0, domain[2 * at + 1] ?? 1];
      return least + (TRIED[(first + at) % TRIED.length] ?? 0) * (most - least);
    });
    return runProgram(program, inputs) !== undefined;
  });
}

/** Pairs of the least and the most. */
const areIntervals = (numbers: readonly number[]): boolean =>
  numbers.length > 0 &&
  numbers.length % 2 === 0 &&
  numbers.every((number, at) => at % 2 === 0 || number >= (numbers[at - 1] ?? number));

function hasSamples(pdf: Pdf, stream: PdfStream, outputs: number): boolean {
  const { entries } = stream.dict;
  const size = readNumbers(pdf, entries.get('Size')) ?? [];
  const bits = pdf.number(entries.get('BitsPerSample')) ?? 0;
  if (!SAMPLE_BITS.has(bits) || size.length === 0 || size.some((count) => count < 1)) return false;
  const octets = Math.ceil((size.reduce((product, count) => product * count, outputs) * bits) / 8);
  return pdf.decoded(stream).length >= octets;
}
