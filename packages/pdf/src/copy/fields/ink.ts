import type { DefaultAppearance } from '../../inspect/forms/defaultappearance.ts';
import type { PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { numberText } from '../written.ts';

type Colour = DefaultAppearance['colour'];

const OPERATORS: Readonly<Record<number, Colour['operator']>> = { 1: 'g', 3: 'rg', 4: 'k' };

/** The colour that one, three or four components are; black of any others. */
export function inkOf({ pdf }: Copying, value: PdfValue | undefined): Colour {
  const parts = pdf.array(value)?.items.map((item) => pdf.number(item) ?? 0) ?? [];
  const operator = OPERATORS[parts.length];
  return operator === undefined ? { operator: 'g', parts: [0] } : { operator, parts };
}

/** The operator that sets the colour of letters and areas. */
export const fillInk = ({ operator, parts }: Colour): string =>
  `${parts.map(numberText).join(' ')} ${operator}`;

/** The one that sets the same colour for strokes: it is written in capitals (§8.6.8). */
export const strokeInk = (colour: Colour): string => fillInk(colour).toUpperCase();
