import { blendMode } from '../../content/operators/state.ts';
import { Resources } from '../../content/resources.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { NO_TEXT } from '../content/textstate.ts';
import type { Copying } from '../copying.ts';
import {
  boolean,
  entriesOf,
  integer,
  name,
  number,
  numbers,
  oneOf,
  type Schema,
  type Writer,
} from '../schema.ts';
import { arrayText, dictText, nameText } from '../written.ts';
import { functionOf, transfer } from './function.ts';
import { formOf } from './xobject.ts';

/** [pattern phase] */
const dash: Writer = (copy, value) => {
  const [pattern, phase] = copy.pdf.array(value)?.items ?? [];
  if (pattern === undefined || phase === undefined) return undefined;
  const [lengths, start] = [numbers(0, 1000)(copy, pattern), number(copy, phase)];
  return lengths === undefined || start === undefined ? undefined : arrayText([lengths, start]);
};

/** A form that is drawn for its light or its shape (ISO 32000-2 §11.5). */
const SOFT_MASK: Schema = {
  S: oneOf('Alpha', 'Luminosity'),
  G: (copy, value) => formOf(copy, value, new Resources(copy.pdf, undefined), NO_TEXT),
  BC: numbers(1, 32),
  TR: (copy, value) => oneOf('Identity')(copy, value) ?? functionOf(copy, value),
};
const softMask: Writer = (copy, value) => {
  const none = oneOf('None')(copy, value);
  const dict = none === undefined ? copy.pdf.dict(value) : undefined;
  if (dict === undefined) return none;
  const entries = entriesOf(copy, dict, SOFT_MASK);
  return entries.some(([key]) => key === 'G') ? dictText(entries) : undefined;
};

/** Parameters of the graphics state (§8.4.5), without halftones; a font goes into the content. */
const STATE: Schema = {
  LW: number,
  LC: integer,
  LJ: integer,
  ML: number,
  D: dash,
  RI: name,
  OP: boolean,
  op: boolean,
  OPM: integer,
  TR: transfer,
  TR2: transfer,
  FL: number,
  SM: number,
  SA: boolean,
  // Of several modes the one that was shown.
  BM: (copy, value) => name(copy, value) ?? nameText(blendMode(copy.pdf, value)),
  SMask: softMask,
  CA: number,
  ca: number,
  AIS: boolean,
  TK: boolean,
};

export const graphicsState = (copy: Copying, value: PdfValue): string | undefined =>
  copy.once('state', value, (found) => {
    if (found.type !== 'dict') return undefined;
    const text = dictText([['Type', '/ExtGState'], ...entriesOf(copy, found, STATE)]);
    return value.type === 'ref' ? copy.add(text) : text;
  });
