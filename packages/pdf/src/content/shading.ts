import type { Interpreter } from './interpreter.ts';
import { paintArea } from './marks.ts';

const AXIAL = 2;

/** `sh` paints all that the clip lets through (ISO 32000-2 §8.7.4.2). */
export function shade(it: Interpreter, name: string): void {
  const value = it.resources.get('Shading', name);
  it.attempt(value, () => {
    const { pdf, state } = it;
    const entries = pdf.dict(value)?.entries;
    if (entries === undefined) return;
    const extend = pdf.array(entries.get('Extend'))?.items ?? [];
    const endless = extend.length === 2 && extend.every((item) => pdf.boolean(item) === true);
    const whole = pdf.number(entries.get('ShadingType')) === AXIAL && endless && !entries.has('BBox');
    paintArea(it, {
      kind: 'shading',
      box: state.clip,
      solid: whole ? state.inner : undefined,
      alpha: state.fillAlpha,
      porous: !whole,
    });
  });
}
