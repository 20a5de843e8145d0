import type { PdfDict } from '../syntax/values.ts';
import { type PdfFunction, readFunction } from './colour/functions.ts';
import type { Interpreter } from './interpreter.ts';
import { lightOf } from './picture.ts';

/** Of each component of a colour: red, green and blue, or one for all. */
export type Transfer = readonly PdfFunction[];

/** How much lighter or darker, of 255, a colour is in which something else is read. */
const FAR = 96;

/** Transfer functions of a parameter dictionary (ISO 32000-2 §10.5); undefined where it says nothing, or its names. */
export function readTransfer({ pdf }: Interpreter, { entries }: PdfDict): Transfer | undefined {
  const value = pdf.resolve(entries.get('TR2') ?? entries.get('TR'));
  if (value === undefined) return undefined;
  const items = value.type === 'array' ? value.items : [value];
  const functions = items.map((item) => (pdf.name(item) === undefined ? readFunction(pdf, item) : undefined));
  return functions.filter((each) => each !== undefined);
}

/** What they make of a colour, 0xRRGGBB; the same where there are none. */
export function transferred(
  it: Interpreter,
  transfer: Transfer,
  colour: number | undefined,
): number | undefined {
  const [first] = transfer;
  if (first === undefined || colour === undefined) return colour;
  it.spend(3 * first.work);
  const made = [16, 8, 0].reduce((all, shift, at) => {
    const level = ((colour >> shift) & 255) / 255;
    const [out = level] = (transfer[at] ?? first).apply([level]);
    return all | (Math.round(Math.min(Math.max(out, 0), 1) * 255) << shift);
  }, 0);
  // They belong to a device (§10.5): many readers have none. Those that even out a printer change little.
  if (Math.abs(lightOf(colour) - lightOf(made)) > FAR) it.ambiguous(it.tokens.start);
  return made;
}
