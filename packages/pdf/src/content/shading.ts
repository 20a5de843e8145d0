import { intersect } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfDict } from '../syntax/values.ts';
import { readNumbers } from './colour/functions.ts';
import { solidImage } from './convex.ts';
import type { Interpreter } from './interpreter.ts';
import { paintArea } from './marks.ts';
import { multiply, readMatrix } from './matrix.ts';
import { shadingColour } from './patternlook.ts';
import { BLACK } from './state.ts';

const FUNCTION_BASED = 1;
const AXIAL = 2;
const RADIAL = 3;

/** `sh` paints all that the clip lets through (ISO 32000-2 §8.7.4.2). */
export function shade(it: Interpreter, name: string): void {
  const value = it.resource('Shading', name);
  it.attempt(value, () => {
    const { pdf, state } = it;
    const dict = pdf.dict(value);
    if (dict === undefined) return;
    const solid = dict.entries.has('BBox') ? undefined : painted(it, dict);
    paintArea(it, {
      kind: 'shading',
      box: state.clip,
      solid,
      alpha: state.fillAlpha,
      paint: { ...BLACK, colour: shadingColour(it, value) },
      porous: solid === undefined,
    });
  });
}

/** What of the clip a shading surely paints. */
function painted(it: Interpreter, { entries }: PdfDict): Box | undefined {
  const { pdf, state } = it;
  const kind = pdf.number(entries.get('ShadingType'));
  if (kind === FUNCTION_BASED) {
    const [x0 = 0, x1 = 1, y0 = 0, y1 = 1] = readNumbers(pdf, entries.get('Domain')) ?? [];
    const domain = solidImage([x0, y0, x1, y1], multiply(readMatrix(pdf, entries.get('Matrix')), state.ctm));
    return domain === undefined ? undefined : intersect(domain, state.inner);
  }
  const [start, end] = (pdf.array(entries.get('Extend'))?.items ?? []).map(
    (item) => pdf.boolean(item) === true,
  );
  if (kind === AXIAL) return start === true && end === true ? state.inner : undefined;
  if (kind !== RADIAL) return undefined;
  const [x0 = 0, y0 = 0, r0 = 0, x1 = 0, y1 = 0, r1 = 0] = readNumbers(pdf, entries.get('Coords')) ?? [];
  // One circle within the other: the outer one reaches out, and the inner one leaves no hole.
  const within = Math.hypot(x1 - x0, y1 - y0) < Math.abs(r1 - r0);
  const [outer, inner] = r1 > r0 ? [end, start] : [start, end];
  return within && outer === true && (inner === true || Math.min(r0, r1) === 0) ? state.inner : undefined;
}
