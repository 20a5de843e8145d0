import { readable } from '../errors.ts';
import { Texts } from '../revisions/changes/covers.ts';
import type { Page } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { Update } from '../write/update.ts';
import type { Document } from './admit.ts';
import { APPEARANCE_OBJECTS, appearanceObjects, drawAppearance, type Place } from './appearance/index.ts';
import type { SignatureOptions } from './face.ts';

/** What a visible signature says, and the page and place where it does. */
interface Wanted {
  visible: NonNullable<SignatureOptions['visible']>;
  page: Page;
  place: Place;
  /** Object number of the field whose widget shows it. */
  field: number;
}

/** Draws what a visible signature shows and puts its objects; gives the widget's /AP. */
export async function stamp(
  pdf: Pdf,
  update: Update,
  { signed }: Document,
  { visible, page, place, field }: Wanted,
): Promise<string> {
  const isOpaque = signed.length === 0 || !hidesLetters(pdf, page, place, field);
  const appearance = await drawAppearance(visible.text, place.size, visible.font, pdf.ports, isOpaque);
  const numbers = Array.from({ length: APPEARANCE_OBJECTS }, () => update.allocate());
  for (const { number, value } of appearanceObjects(appearance, place, numbers, pdf.ports)) {
    update.put(number, value);
  }
  return `<</N ${numbers[0]} 0 R>>`;
}

/**
 * Whether an opaque stamp would hide letters of the page. Those that others have signed must stay to be read, else
 * their signatures say that the document was changed (docs/REVISION-DIFF.md): there the stamp has no ground. A page
 * that cannot be drawn may have letters anywhere.
 */
function hidesLetters(pdf: Pdf, page: Page, { rect }: Place, field: number): boolean {
  return readable(() => new Texts().wouldHide(pdf, page, [...rect], field)) ?? true;
}

/** An invisible widget shows nothing, and says so: PDF/A-1 wants an appearance of every field. */
export function blank(update: Update): string {
  const form = update.allocate();
  update.put(form, '<</Type/XObject/Subtype/Form/BBox[0 0 0 0]/Length 0>>\nstream\n\nendstream');
  return `<</N ${form} 0 R>>`;
}
