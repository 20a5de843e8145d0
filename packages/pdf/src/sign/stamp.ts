import { readable } from '../errors.ts';
import { claimsOf } from '../revisions/claims.ts';
import type { Page } from '../revisions/pages.ts';
import { Sight } from '../revisions/sight/sight.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { Update } from '../write/update.ts';
import type { Document } from './admit.ts';
import { APPEARANCE_OBJECTS, appearanceObjects, drawAppearance, type Place } from './appearance/index.ts';
import { spareBlank } from './blank.ts';
import type { SignatureOptions } from './face.ts';

/** The page and place of a visible signature. */
interface Spot {
  page: Page;
  place: Place;
  /** Object number of the field whose widget shows it; undefined while there is none. */
  field: number | undefined;
}

/** What it says, too. */
interface Wanted extends Spot {
  visible: NonNullable<SignatureOptions['visible']>;
}

/** Draws what a visible signature shows and puts its objects; gives the widget's /AP. */
export async function stamp(
  pdf: Pdf,
  update: Update,
  document: Document,
  { visible, ...spot }: Wanted,
): Promise<string> {
  const { place } = spot;
  const isOpaque = hasGround(pdf, document, spot);
  const appearance = await drawAppearance(visible.text, place.size, visible.font, pdf.ports, isOpaque);
  const numbers = Array.from({ length: APPEARANCE_OBJECTS }, () => update.allocate());
  for (const { number, value } of appearanceObjects(
    appearance,
    place,
    numbers,
    pdf.ports,
    (wantsOwnGray(pdf, spot.page) ? OWN_GRAY : '') + spareBlank(pdf, update),
  )) {
    update.put(number, value);
  }
  return `<</N ${numbers[0]} 0 R>>`;
}

/** A gray of its own for what is painted in DeviceGray (ISO 32000-2 §8.6.5.6): sRGB's white and, nearly, its steps. */
const OWN_GRAY = '/ColorSpace<</DefaultGray[/CalGray<</WhitePoint[0.9505 1 1.089]/Gamma 2.2>>]>>';

/** PDF/A takes gray of a device under an output intent only (ISO 19005-1 §6.2.3.3, later parts §6.2.4.3). */
function wantsOwnGray(pdf: Pdf, { dict }: Page): boolean {
  if (claimsOf(pdf).pdfa === undefined) return false;
  return ![pdf.catalog, dict].some((owner) => {
    const intents = pdf.array(owner.entries.get('OutputIntents'))?.items ?? [];
    return intents.some((intent) => pdf.dict(intent)?.entries.has('DestOutputProfile') === true);
  });
}

/**
 * Whether a stamp there has its opaque ground. Letters that others have signed must stay to be read, else their
 * signatures say that the document was changed (docs/REVISION-DIFF.md): where it would hide some it has none. A page that
 * cannot be drawn may have letters anywhere.
 */
export function hasGround(pdf: Pdf, { signed }: Document, { page, place, field }: Spot): boolean {
  if (signed.length === 0) return true;
  return readable(() => !new Sight().wouldHide(pdf, page, [...place.rect], field)) ?? false;
}
