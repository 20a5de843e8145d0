import { Resources } from '../../content/resources.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../syntax/values.ts';
import type { TextState } from '../content/textstate.ts';
import type { Copying } from '../copying.ts';
import { boolean, box, dictOf, entriesOf, matrix, oneOf, type Schema } from '../schema.ts';
import { dataOf, flateStream } from '../stream.ts';
import { colourSpace } from './colour.ts';
import { imageOf } from './image.ts';

export const GROUP: Schema = {
  S: oneOf('Transparency'),
  CS: colourSpace,
  I: boolean,
  K: boolean,
};
const FORM: Schema = { BBox: box, Matrix: matrix, Group: groupOf };

/** What a page or form is composed as (ISO 32000-2 §11.6.6). */
export function groupOf(copy: Copying, value: PdfValue): string | undefined {
  const kind = copy.pdf.name(copy.pdf.dict(value)?.entries.get('S'));
  return kind === 'Transparency' ? dictOf({ Type: oneOf('Group'), ...GROUP })(copy, value) : undefined;
}

/** An image or a form that is shown; `around` are the resources of the content that draws it, `text` the state of text in which it does, if known. */
export function xObject(
  copy: Copying,
  value: PdfValue,
  around: Resources,
  text: TextState | undefined,
): string | undefined {
  const object = copy.resolve(value);
  if (object?.type !== 'stream' || !copy.isShown(object.dict.entries.get('OC'))) return undefined;
  const subtype = copy.pdf.name(object.dict.entries.get('Subtype'));
  if (subtype === 'Image') return imageOf(copy, value);
  if (subtype === 'Form') return formOf(copy, value, around, text);
  copy.leftOut.add('private_data', { page: copy.page, detail: subtype });
  return undefined;
}

/**
 * A form XObject: one without resources of its own is written anew for each content that draws it, and one whose text stands
 * where the state of text around it leads for each such state.
 */
export function formOf(
  copy: Copying,
  value: PdfValue,
  around: Resources,
  text: TextState | undefined,
): string | undefined {
  const own = copy.pdf.dict(value)?.entries.get('Resources');
  const kind = own === undefined ? `form ${copy.idOf(around)}` : 'form';
  return copy.onceIn(text, kind, value, (found) =>
    found.type === 'stream' ? form(copy, { value, stream: found }, around, text) : undefined,
  );
}

function form(
  copy: Copying,
  { value, stream }: { value: PdfValue; stream: PdfStream },
  around: Resources,
  text: TextState | undefined,
): string | undefined {
  const { dict } = stream;
  warnOfReference(copy, dict);
  const entries = entriesOf(copy, dict, FORM);
  // Without it (§8.10.2 asks for it) some readers draw nothing.
  if (!entries.some(([key]) => key === 'BBox')) return undefined;
  const own = dict.entries.get('Resources');
  const object = value.type === 'ref' ? value.number : undefined;
  const resources = own === undefined ? around : new Resources(copy.pdf, own, around);
  const drawn = copy.content([{ bytes: dataOf(copy, stream), object, kind: 'form', text }], resources);
  const all = [
    ['Type', '/XObject'],
    ['Subtype', '/Form'],
    ...entries,
    ['Resources', drawn.resources],
  ] as const;
  return copy.add(flateStream(copy, all, drawn.bodies[0] ?? new Uint8Array()));
}

/** A form can stand in for a page of another file (§8.10.4). */
function warnOfReference(copy: Copying, { entries }: PdfDict): void {
  if (entries.has('Ref')) copy.leftOut.add('external_content', { page: copy.page });
}
