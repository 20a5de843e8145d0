import { paintForm } from '../forms.ts';
import { paintImage } from '../images.ts';
import { inlineImage } from '../inline.ts';
import type { Interpreter } from '../interpreter.ts';
import { shade } from '../shading.ts';
import { NOTHING, type Operators } from './operator.ts';

/** XObjects, inline images, shadings (ISO 32000-2 §8.8, §8.9.7, §8.7.4.2), and the widths of Type 3 glyphs (§9.6.4). */
export const OBJECTS: Operators = {
  Do: { numbers: 0, run: (it, end) => drawObject(it, it.tokens.name(end - 1)) },
  BI: {
    numbers: 0,
    run: (it) => {
      it.image = true;
    },
  },
  ID: { numbers: 0, run: inlineImage },
  // The data of an image ended before: readers that decode them find their end here.
  EI: { numbers: 0, run: (it) => it.ambiguous(it.tokens.start) },
  sh: { numbers: 0, run: (it, end) => shade(it, it.tokens.name(end - 1)) },
  d0: NOTHING,
  d1: {
    numbers: 0,
    run: (it) => {
      it.uncoloured ||= it.glyph;
    },
  },
};

function drawObject(it: Interpreter, name: string): void {
  const value = it.resource('XObject', name);
  if (value === undefined) return;
  it.attempt(value, () => {
    const object = it.pdf.resolve(value);
    if (object?.type !== 'stream') return;
    const { layer } = it;
    it.layer = it.layered(object.dict.entries.get('OC'));
    const subtype = it.pdf.name(object.dict.entries.get('Subtype'));
    // Some readers take what has a box for a form.
    if (subtype !== 'Form' && subtype !== 'Image' && object.dict.entries.has('BBox'))
      it.ambiguous(it.tokens.start);
    if (subtype === 'Form') paintForm(it, value, object);
    if (subtype === 'Image') paintImage(it, object, value.type === 'ref' ? value.number : undefined);
    it.layer = layer;
  });
}
