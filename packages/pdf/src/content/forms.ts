import type { PdfStream, PdfValue } from '../syntax/values.ts';
import { solidImage } from './convex.ts';
import type { Interpreter } from './interpreter.ts';
import { boundsOf, readMatrix } from './matrix.ts';
import { Resources } from './resources.ts';

/** Draws a form XObject in the present state (ISO 32000-2 §8.10); one without resources uses those around it. */
export function paintForm(it: Interpreter, value: PdfValue, form: PdfStream): void {
  const { pdf } = it;
  const { entries } = form.dict;
  const matrix = readMatrix(pdf, entries.get('Matrix'));
  const box = pdf.rectangle(entries.get('BBox'));
  const own = entries.get('Resources');
  const group = pdf.name(pdf.dict(entries.get('Group'))?.entries.get('S')) === 'Transparency';
  const resources = own === undefined ? it.resources : new Resources(pdf, own);
  it.nest(value, form, resources, () => {
    it.transform(matrix);
    it.base = it.state.ctm;
    if (box !== undefined) it.clipTo(boundsOf(box, it.state.ctm), solidImage(box, it.state.ctm));
    if (group) it.state.enterGroup();
  });
}
