import type { DefaultAppearance } from '../../inspect/forms/defaultappearance.ts';
import { numberText } from '../written.ts';

type Colour = DefaultAppearance['colour'];

/** The operator that sets the colour of letters and areas. */
export const fillInk = ({ operator, parts }: Colour): string =>
  `${parts.map(numberText).join(' ')} ${operator}`;

/** The one that sets the same colour for strokes: it is written in capitals (§8.6.8). */
export const strokeInk = (colour: Colour): string => fillInk(colour).toUpperCase();
