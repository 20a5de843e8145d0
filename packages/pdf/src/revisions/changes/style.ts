import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { acroForm } from '../form.ts';
import { differing, entry, type Step } from './step.ts';

/** Letters of a default appearance that are read. */
const LONGEST = 1000;
/** Nodes above a field that are asked. */
const DEEPEST = 16;
/** How far apart two parts of a colour may be, of 1. */
const NEAR = 0.01;
const TOKEN = /\/[^\s/[\]()<>{}%]*|[^\s/[\]()<>{}%]+/g;

interface Style {
  size: number;
  /** Red, green and blue, each of 1. */
  colour: readonly number[];
}

/**
 * Whether two default appearances (§12.7.4.3) write in one size and colour, however these are spelled and whatever the
 * font is called: whoever fills a field in brings its font along.
 */
export function isSameStyle({ earlier, later }: Step, before: PdfDict, after: PdfDict): boolean {
  const [one, other] = [styleOf(earlier, before), styleOf(later, after)];
  if (one === undefined || other === undefined) return false;
  // Whoever fills a field chooses the size where it leaves the choice (§12.7.4.3).
  if (one.size !== other.size && one.size !== 0) return false;
  return isNear(one.colour, other.colour);
}

const isNear = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= NEAR);

/** Colours of the border and the ground of a field (Table 192). */
const GROUNDS = new Set(['BC', 'BG']);

/** Whether the dictionaries of how a field looks name the same colours, as near as writers round them; an empty one may go. */
export function isSameGround(step: Step, before: PdfDict, after: PdfDict): boolean {
  const { earlier, later } = step;
  const had = earlier.dict(entry(before, 'MK'));
  const isGone = later.resolve(entry(after, 'MK')) === undefined;
  const has = isGone && had !== undefined ? { ...had, entries: new Map() } : later.dict(entry(after, 'MK'));
  if (had === undefined || has === undefined) return false;
  return differing(step, had, has).every((key) => {
    if (!GROUNDS.has(key) || has.duplicates.includes(key)) return false;
    const [was, is] = [partsOf(earlier, entry(had, key)), partsOf(later, entry(has, key))];
    return was !== undefined && is !== undefined && was.length === is.length && isNear(was, is);
  });
}

/** The operators whose operands a colour of so many parts is. */
const OPERATORS = new Map([
  [1, 'g'],
  [3, 'rg'],
  [4, 'k'],
]);

/** An array of parts of a colour as red, green and blue, without any where nothing is painted; undefined where it is none. */
function partsOf(pdf: Pdf, value: PdfValue | undefined): number[] | undefined {
  const resolved = pdf.resolve(value);
  const items = resolved?.type === 'array' ? resolved.items : undefined;
  if (resolved === undefined || items?.length === 0) return [];
  const parts = (items ?? []).map((item) => pdf.number(item) ?? NaN);
  return parts.every(Number.isFinite) ? colourOf(OPERATORS.get(parts.length) ?? '', parts) : undefined;
}

/** /DA of a field or a widget, or of a node above it (Table 228). */
function inherited(pdf: Pdf, field: PdfDict): PdfValue | undefined {
  let node: PdfDict | undefined = field;
  for (let depth = 0; node !== undefined && depth < DEEPEST; depth++) {
    const own = entry(node, 'DA');
    if (own !== undefined) return own;
    node = pdf.dict(entry(node, 'Parent'));
  }
  return undefined;
}

/** Undefined where it is not there, or says something else, too. */
function styleOf(pdf: Pdf, field: PdfDict): Style | undefined {
  const value = pdf.resolve(inherited(pdf, field) ?? entry(acroForm(pdf), 'DA'));
  if (value?.type !== 'string') return undefined;
  const bytes = pdf.stringBytes(value);
  if (bytes.length > LONGEST) return undefined;
  let size: number | undefined;
  let colour: readonly number[] = [0, 0, 0];
  let operands: string[] = [];
  for (const [token] of latin1(bytes, 0, bytes.length).matchAll(TOKEN)) {
    if (token.startsWith('/') || /^[-+.\d]/.test(token)) {
      operands.push(token);
      continue;
    }
    const numbers = operands.filter((operand) => !operand.startsWith('/')).map(Number);
    operands = [];
    if (numbers.some((number) => !Number.isFinite(number))) return undefined;
    if (token === 'Tf' && numbers.length === 1) size = numbers[0];
    else {
      const painted = colourOf(token, numbers);
      if (painted === undefined) return undefined;
      colour = painted;
    }
  }
  return size === undefined || operands.length > 0 ? undefined : { size, colour };
}

function colourOf(operator: string, numbers: readonly number[]): number[] | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (operator === 'g' && numbers.length === 1) return [a, a, a];
  if (operator === 'rg' && numbers.length === 3) return [a, b, c];
  if (operator === 'k' && numbers.length === 4) return [a, b, c].map((ink) => Math.max(0, 1 - ink - d));
  return undefined;
}
