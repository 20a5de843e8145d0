import { ArithmeticEncoder, type EncoderContexts } from '../arithmetic.ts';
import { codeGeneric, type GenericForm } from './generic.ts';
import { IntegerEncoder } from './integers.ts';
import { type Pixels, widthOf } from './pixels.ts';
import { codeRefinement, type RefinementForm } from './refinement.ts';
import { codeText, type Instance, symbolBits } from './text.ts';

/** A new symbol: by itself, by another that lies so far right and down of it, or put together from several. */
export type TestSymbol =
  | { pixels: Pixels }
  | { pixels: Pixels; reference: number; dx: number; dy: number }
  | { pixels: Pixels; instances: readonly Instance[] };

export interface DictionaryForm extends GenericForm {
  /** How symbols are refined, which all of them then are. */
  refinement?: RefinementForm;
}

/** What was learnt of symbols that are written by themselves, and of those that refine others. */
export interface LearntContexts {
  generic: EncoderContexts;
  refining: EncoderContexts;
}

/** Codes symbols that rise in height (ITU-T T.88 §6.5.5), behind those that are given; all of them are exported, or the new. */
export function codeSymbols(
  {
    given,
    symbols,
    isNewOnly,
  }: { given: readonly Pixels[]; symbols: readonly TestSymbol[]; isNewOnly: boolean },
  form: DictionaryForm,
  contexts: LearntContexts = { generic: new Map(), refining: new Map() },
): Uint8Array {
  const encoder = new ArithmeticEncoder();
  const integers = new IntegerEncoder(encoder);
  const { generic, refining } = contexts;
  const count = given.length + symbols.length;
  const known = [...given];
  let height = 0;
  for (const [high, members] of Map.groupBy(symbols, ({ pixels }) => pixels.length)) {
    integers.number('DH', high - height);
    height = high;
    let width = 0;
    for (const symbol of members) {
      const { pixels } = symbol;
      integers.number('DW', widthOf(pixels) - width);
      width = widthOf(pixels);
      const { refinement } = form;
      if (refinement === undefined) codeGeneric(encoder, generic, { pixels, form });
      else if ('reference' in symbol) {
        const { reference, dx, dy } = symbol;
        integers.number('AI', 1);
        integers.symbol(reference, symbolBits(count));
        integers.number('RDX', dx);
        integers.number('RDY', dy);
        codeRefinement(encoder, refining, { pixels, reference: known[reference] ?? [], dx, dy }, refinement);
      } else if ('instances' in symbol) {
        integers.number('AI', symbol.instances.length);
        codeText(integers, { symbols: known, instances: symbol.instances, count }, { refinement }, refining);
      }
      known.push(pixels);
    }
    integers.number('DW', undefined);
  }
  const skipped = isNewOnly ? given.length : 0;
  integers.number('EX', skipped);
  integers.number('EX', count - skipped);
  return encoder.end();
}
