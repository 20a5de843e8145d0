import { PdfError } from '../../errors.ts';
import { indexOf } from '../../syntax/bytes.ts';
import { Parser } from '../../syntax/parser.ts';
import type { PdfValue } from '../../syntax/values.ts';
import type { Interpreter } from '../interpreter.ts';
import { DICT, NAME } from '../operands.ts';
import { NOTHING, type Operators } from './operator.ts';

/** Marked content within marked content; some writers never end it. */
const OPEN = 50_000;
/** Characters of /ActualText that are read. */
const LONGEST = 1000;

/** Marked content (ISO 32000-2 §14.6): what is optional is shown or not. */
export const MARKED: Operators = {
  MP: NOTHING,
  DP: NOTHING,
  BMC: {
    numbers: 0,
    run: (it, end) => {
      open(it);
      it.canvas.begin?.(undefined, isArtifact(it, end - 1));
    },
  },
  BDC: { numbers: 0, run: begin },
  EMC: {
    numbers: 0,
    run: (it) => {
      const layer = it.marked.pop();
      if (layer === undefined) return;
      it.layer = layer;
      it.canvas.end?.();
    },
  },
  BX: NOTHING,
  EX: NOTHING,
};

function open({ marked, layer }: Interpreter): void {
  if (marked.length >= OPEN) throw new PdfError('too_deep', 'Marked content is nested too deeply');
  marked.push(layer);
}

function begin(it: Interpreter, end: number): void {
  const { operands, tokens } = it;
  open(it);
  it.canvas.begin?.(said(it, end - 1), isArtifact(it, end - 2));
  if (operands.kind[end - 1] !== NAME || tokens.name(end - 2) !== 'OC') return;
  // §8.11.3.2: the property list of optional content is a named resource.
  const value = it.resource('Properties', tokens.name(end - 1));
  it.layer = it.attempt(value, () => it.layered(value)) ?? it.layer;
}

const isArtifact = ({ tokens }: Interpreter, index: number): boolean => tokens.name(index) === 'Artifact';

/** /ActualText of a property list: a dictionary in place, or a named resource. */
function said(it: Interpreter, index: number): string | undefined {
  const { operands, tokens, pdf } = it;
  const named = operands.kind[index] === NAME;
  const value = named ? it.resource('Properties', tokens.name(index)) : inPlace(it, index);
  if (value === undefined) return undefined;
  return it.attempt(value, () => pdf.text(pdf.dict(value)?.entries.get('ActualText'), LONGEST));
}

/** A dictionary operand, read only where it may hold /ActualText: most say a number alone. */
function inPlace(it: Interpreter, index: number): PdfValue | undefined {
  const { operands, tokens, pdf } = it;
  const start = operands.start[index] ?? 0;
  const end = operands.end[index] ?? 0;
  if (operands.kind[index] !== DICT) return undefined;
  const { bytes } = tokens;
  // A name may be written with escapes.
  if (indexOf(bytes, 'ActualText', start, end) < 0 && indexOf(bytes, '#', start, end) < 0) return undefined;
  return it.attempt(undefined, () => new Parser(bytes, start, pdf.limits).value());
}
