import { PdfError } from '../../errors.ts';
import type { Interpreter } from '../interpreter.ts';
import { NAME } from '../operands.ts';
import { NOTHING, type Operators } from './operator.ts';

/** Marked content within marked content; some writers never end it. */
const OPEN = 50_000;

/** Marked content (ISO 32000-2 §14.6): what is optional is shown or not. */
export const MARKED: Operators = {
  MP: NOTHING,
  DP: NOTHING,
  BMC: { numbers: 0, run: open },
  BDC: { numbers: 0, run: begin },
  EMC: {
    numbers: 0,
    run: (it) => {
      it.layer = it.marked.pop() ?? it.layer;
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
  if (operands.kind[end - 1] !== NAME || tokens.name(end - 2) !== 'OC') return;
  // §8.11.3.2: the property list of optional content is a named resource.
  const value = it.resources.get('Properties', tokens.name(end - 1));
  it.layer = it.attempt(value, () => it.layered(value)) ?? it.layer;
}
