import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import { isSoundFunction } from './colour/functions.ts';

/** Functions of a shading: one for each component of a colour (ISO 32000-2 Table 77). */
const MOST = 32;

const known = new WeakMap<PdfDict, boolean>();

/** Whether readers paint a shading in several ways, or not at all: a function of it lacks what is needed, or fails. Found out once. */
export function isDoubtfulShading(pdf: Pdf, value: PdfValue | undefined): boolean {
  const dict = pdf.dict(value);
  if (dict === undefined) return false;
  const found = known.get(dict) ?? hasUnsoundFunction(pdf, dict);
  known.set(dict, found);
  return found;
}

function hasUnsoundFunction(pdf: Pdf, { entries }: PdfDict): boolean {
  const given = entries.get('Function');
  if (given === undefined) return false;
  const functions = pdf.array(given)?.items ?? [given];
  return functions.length > MOST || functions.some((one) => !isSoundFunction(pdf, one));
}
