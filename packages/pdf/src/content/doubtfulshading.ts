import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import { isSoundFunction, readNumbers } from './colour/functions.ts';

/** Functions of a shading: one for each component of a colour (ISO 32000-2 Table 77). */
const MOST = 32;
const AXIAL = 2;

const known = new WeakMap<PdfDict, boolean>();

/** Whether readers paint a shading in several ways, or not at all: a function of it lacks what is needed, or fails, or its axis has no length. Found out once. */
export function isDoubtfulShading(pdf: Pdf, value: PdfValue | undefined): boolean {
  const dict = pdf.dict(value);
  if (dict === undefined) return false;
  const found = known.get(dict) ?? (hasUnsoundFunction(pdf, dict) || isPoint(pdf, dict));
  known.set(dict, found);
  return found;
}

/** §8.7.4.5.3: an axis without a length paints nothing, or all of it for some readers where it goes on beyond its ends. */
function isPoint(pdf: Pdf, { entries }: PdfDict): boolean {
  const [x0, y0, x1, y1] = readNumbers(pdf, entries.get('Coords')) ?? [];
  const goesOn = (pdf.array(entries.get('Extend'))?.items ?? []).some((end) => pdf.boolean(end) === true);
  return pdf.number(entries.get('ShadingType')) === AXIAL && goesOn && x0 === x1 && y0 === y1;
}

function hasUnsoundFunction(pdf: Pdf, { entries }: PdfDict): boolean {
  const given = entries.get('Function');
  if (given === undefined) return false;
  const functions = pdf.array(given)?.items ?? [given];
  return functions.length > MOST || functions.some((one) => !isSoundFunction(pdf, one));
}
