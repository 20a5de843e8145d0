import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfRef, PdfStream, PdfValue } from '../syntax/values.ts';
import { solidImage } from './convex.ts';
import type { Interpreter } from './interpreter.ts';
import { boundsOf, isMatrix, readMatrix } from './matrix.ts';
import { Recorder } from './replay.ts';
import { Resources } from './resources.ts';

/** What telling a mark once more costs. */
const AGAIN = 4;

/** Draws a form XObject in the present state (ISO 32000-2 §8.10); one without resources uses those around it. */
export function paintForm(it: Interpreter, value: PdfValue, form: PdfStream): void {
  // What it shows depends on nothing but the state: not on other resources, on a caller's layers, on its annotation.
  const alone = form.dict.entries.has('Resources') && it.maker.annotation === undefined && !it.isPartOfGlyph;
  const isApart = alone && !it.hasOwnLayers && it.state.knockouts.length === 0;
  if (value.type === 'ref' && isApart) drawOrRepeat(it, value, form);
  else draw(it, value, form);
}

function drawOrRepeat(it: Interpreter, value: PdfRef, form: PdfStream): void {
  const { recordings } = it.shared;
  const { layer } = it;
  const known = recordings.of(value.number, it.state, layer);
  if (known !== undefined) {
    it.spend(known.steps.length * AGAIN);
    for (const step of known.steps) step(it.canvas);
    return;
  }
  const recorder = new Recorder(it.canvas);
  const state = it.state.copy();
  const unreadable = it.unreadableCount;
  it.listen(recorder, () => draw(it, value, form));
  const { steps } = recorder;
  // What could not be read is told again for each page.
  if (steps !== undefined && it.unreadableCount === unreadable)
    recordings.keep(value.number, { state, layer, steps });
}

function draw(it: Interpreter, value: PdfValue, form: PdfStream): void {
  const { pdf } = it;
  const { entries } = form.dict;
  const matrix = readMatrix(pdf, entries.get('Matrix'));
  const box = pdf.rectangle(entries.get('BBox'));
  // Without it (§8.10.2 asks for it) some readers draw nothing.
  // Of a matrix that is none some take the numbers that there are, some the identity.
  if (box === undefined || !isMatrix(pdf, entries.get('Matrix')))
    it.unreadable('broken_object', value.type === 'ref' ? value.number : undefined);
  const own = entries.get('Resources');
  const attributes = pdf.dict(entries.get('Group'))?.entries;
  const group = pdf.name(attributes?.get('S')) === 'Transparency';
  const resources = own === undefined ? it.resources.inherited() : new Resources(pdf, own, it.resources);
  it.nest(value, form, resources, () => {
    it.transform(matrix);
    it.base = it.state.ctm;
    if (box !== undefined) it.clipTo(boundsOf(box, it.state.ctm), solidImage(box, it.state.ctm));
    if (group && attributes !== undefined) it.state.enterGroup(isKnockout(pdf, attributes));
  });
}

/** Whether the attributes of a group make each of its elements take the place of those before it (§11.4.6). */
export const isKnockout = (pdf: Pdf, attributes: PdfDict['entries']): boolean =>
  pdf.boolean(attributes.get('K')) === true;
