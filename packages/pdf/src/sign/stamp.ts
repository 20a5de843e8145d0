import type { Pdf } from '../syntax/pdf.ts';
import type { Update } from '../write/update.ts';
import { APPEARANCE_OBJECTS, appearanceObjects, drawAppearance, type Place } from './appearance/index.ts';
import type { SignatureOptions } from './face.ts';

/** Draws what a visible signature shows and puts its objects; gives the widget's /AP. */
export async function stamp(
  pdf: Pdf,
  update: Update,
  { text, font }: NonNullable<SignatureOptions['visible']>,
  place: Place,
): Promise<string> {
  const appearance = await drawAppearance(text, place.size, font, pdf.ports);
  const numbers = Array.from({ length: APPEARANCE_OBJECTS }, () => update.allocate());
  for (const { number, value } of appearanceObjects(appearance, place, numbers, pdf.ports)) {
    update.put(number, value);
  }
  return `<</N ${numbers[0]} 0 R>>`;
}

/** An invisible widget shows nothing, and says so: PDF/A-1 wants an appearance of every field. */
export function blank(update: Update): string {
  const form = update.allocate();
  update.put(form, '<</Type/XObject/Subtype/Form/BBox[0 0 0 0]/Length 0>>\nstream\n\nendstream');
  return `<</N ${form} 0 R>>`;
}
