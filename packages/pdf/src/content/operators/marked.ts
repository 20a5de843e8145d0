import { PdfError } from '../../errors.ts';
import { Parser } from '../../syntax/parser.ts';
import type { PdfValue } from '../../syntax/values.ts';
import type { Begun } from '../canvas.ts';
import type { Interpreter } from '../interpreter.ts';
import { DICT, NAME } from '../operands.ts';
import { NOTHING, type Operators } from './operator.ts';

/** Marked content within marked content; some writers never end it. */
const OPEN = 50_000;
/** Characters of a text that are read. */
const LONGEST = 10_000;

/** Marked content (ISO 32000-2 §14.6): what is optional is shown or not. */
export const MARKED: Operators = {
  MP: NOTHING,
  DP: NOTHING,
  BMC: {
    numbers: 0,
    run: (it, end) => {
      open(it);
      it.canvas.begin?.({ ...UNSAID, ...kindOf(it.tokens.name(end - 1)) });
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
  const tag = tokens.name(end - 2);
  // Without a property list some readers pass over it, and end something else then with its EMC.
  if (end < 2) it.ambiguous(tokens.start);
  it.canvas.begin?.({ ...said(it, end - 1, tag), ...kindOf(tag) });
  if (operands.kind[end - 1] !== NAME || tag !== 'OC') return;
  // §8.11.3.2: the property list of optional content is a named resource.
  const value = it.resource('Properties', tokens.name(end - 1));
  it.layer = it.attempt(value, () => it.layered(value)) ?? it.layer;
}

const kindOf = (tag: string): Pick<Begun, 'isArtifact' | 'isReversed'> => ({
  isArtifact: tag === 'Artifact',
  isReversed: tag === 'ReversedChars',
});

type Said = Pick<Begun, 'said' | 'describes' | 'content'>;

const UNSAID: Said = { said: undefined, describes: false, content: undefined };

/** What a property list says of its content: a dictionary in place, or a named resource. */
function said(it: Interpreter, index: number, tag: string): Said {
  const { operands, tokens, pdf } = it;
  const named = operands.kind[index] === NAME;
  const value = named ? it.resource('Properties', tokens.name(index)) : inPlace(it, index);
  if (value === undefined) return UNSAID;
  const read = (): Said => {
    const entries = pdf.dict(value)?.entries;
    const text = (key: string): string | undefined => {
      const found = pdf.text(entries?.get(key), LONGEST);
      // Many contents may have the text of one resource.
      pdf.spend(found?.length ?? 0);
      return found;
    };
    const instead = text('ActualText');
    // Figures and formulas are described as well; what they show is another thing.
    const about = tag === 'Span' ? (text('Alt') ?? text('E')) : undefined;
    const describes = instead === undefined && about !== undefined;
    const content = it.isNested ? undefined : pdf.number(entries?.get('MCID'));
    return { said: instead ?? about, describes, content };
  };
  return it.attempt(value, read) ?? UNSAID;
}

/** A dictionary operand, where the content is drawn for somebody who wants to know. */
function inPlace(it: Interpreter, index: number): PdfValue | undefined {
  const { operands, tokens, pdf, canvas } = it;
  if (operands.kind[index] !== DICT || canvas.begin === undefined) return undefined;
  return it.attempt(undefined, () =>
    new Parser(tokens.bytes, operands.start[index] ?? 0, pdf.limits).value(),
  );
}
