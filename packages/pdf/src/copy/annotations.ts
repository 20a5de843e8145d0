import {
  appearanceOf,
  type DrawnAnnotation,
  describe,
  FLAG,
  placement,
  upright,
} from '../content/annotations.ts';
import { IDENTITY, type Matrix, multiply } from '../content/matrix.ts';
import { Resources } from '../content/resources.ts';
import { acroForm } from '../revisions/form.ts';
import type { Page } from '../revisions/pages.ts';
import type { PdfValue } from '../syntax/values.ts';
import { NO_TEXT } from './content/textstate.ts';
import type { Copying } from './copying.ts';
import { fieldLook, stampLook, textBoxLook } from './fields/look.ts';
import { isDrawnAnew, isStale } from './fields/stale.ts';
import { ownLook } from './looks.ts';
import { formOf } from './resources/xobject.ts';

/** What an annotation shows: a form, and where it stands on the page. */
export interface DrawnForm {
  form: string;
  matrix: Matrix;
}

/** What an annotation costs beside its bytes: pages may share thousands of them. */
const ANNOTATION = 256;

/** The annotations of a page that are seen on the screen, as forms of the page (ISO 32000-2 §12.5.5), in order. */
export function drawnAnnotations(copy: Copying, page: Page, around: Resources): DrawnForm[] {
  const drawn: DrawnForm[] = [];
  // Looks of fields that lack a resource find it in the form's own (§12.7.3).
  const shared = copy.attempt(() => acroForm(copy.pdf)?.entries.get('DR'));
  const forms = shared === undefined ? around : new Resources(copy.pdf, shared, around);
  for (const { annotation } of annotationsOf(copy, page)) {
    const resources = annotation.subtype === 'Widget' ? forms : around;
    // The look that readers do not show is no way out where the value cannot be drawn.
    const form = copy.attempt(() => isOutdated(copy, annotation, page))
      ? copy.attempt(() => fieldForm(copy, annotation))
      : (copy.attempt(() => drawnForm(copy, annotation, resources)) ??
        copy.attempt(() => ownForm(copy, annotation, page)));
    tell(copy, annotation, form !== undefined);
    if (form !== undefined) drawn.push(turned(form, annotation, page));
  }
  return drawn;
}

/** Each once, in order. */
export function annotationsOf(copy: Copying, page: Page): { value: PdfValue; annotation: DrawnAnnotation }[] {
  const { pdf } = copy;
  const seen = new Set<number>();
  const all: { value: PdfValue; annotation: DrawnAnnotation }[] = [];
  const list = copy.attempt(() => pdf.array(page.dict.entries.get('Annots')))?.items ?? [];
  for (const [at, value] of list.entries()) {
    pdf.spend(ANNOTATION);
    if (value.type === 'ref' && seen.has(value.number)) continue;
    if (value.type === 'ref') seen.add(value.number);
    const annotation = copy.attempt(() => describe(pdf, value, at));
    if (annotation !== undefined) all.push({ value, annotation });
  }
  return all;
}

/** One that does not turn with its page (NoRotate) stands as it is shown. */
function turned(drawn: DrawnForm, { flags, rect }: DrawnAnnotation, { rotate }: Page): DrawnForm {
  const isUpright = (flags & FLAG.noRotate) !== 0 && rect !== undefined;
  const turn = isUpright ? upright(rect, rotate) : undefined;
  return turn === undefined ? drawn : { ...drawn, matrix: multiply(drawn.matrix, turn) };
}

function drawnForm(copy: Copying, annotation: DrawnAnnotation, around: Resources): DrawnForm | undefined {
  const { pdf } = copy;
  const { dict, rect, shown } = annotation;
  const value = shown === 'shown' ? appearanceOf(pdf, dict) : undefined;
  const look = pdf.resolve(value);
  if (value === undefined || look?.type !== 'stream' || rect === undefined) return undefined;
  const matrix = placement(pdf, look.dict, rect);
  if (matrix === undefined || !copy.isShown(dict.entries.get('OC'))) return undefined;
  const form = formOf(copy, value, around, NO_TEXT);
  return form === undefined ? undefined : { form, matrix };
}

/** Whether it is a field that readers draw anew. */
function isOutdated(copy: Copying, annotation: DrawnAnnotation, page: Page): boolean {
  const { dict, shown, subtype } = annotation;
  const look = subtype === 'Widget' && shown === 'shown' ? appearanceOf(copy.pdf, dict) : undefined;
  if (look === undefined || !copy.isShown(dict.entries.get('OC'))) return false;
  return isStale(copy, page, annotation, look);
}

/** Of one that has no appearance at all, or none for its state where fields are drawn anew. */
function ownForm(copy: Copying, annotation: DrawnAnnotation, page: Page): DrawnForm | undefined {
  const { dict, shown } = annotation;
  const hasLook = dict.entries.has('AP') && !(annotation.subtype === 'Widget' && isDrawnAnew(copy));
  if (shown !== 'blank' || hasLook || !copy.isShown(dict.entries.get('OC'))) return undefined;
  if (annotation.subtype === 'Widget') return fieldForm(copy, annotation);
  if (annotation.subtype === 'FreeText') return placedAt(annotation, textBoxLook(copy, annotation));
  if (annotation.subtype === 'Stamp') return placedAt(annotation, stampLook(copy, annotation));
  const form = ownLook(copy, annotation, page.cropBox);
  return form === undefined ? undefined : { form, matrix: IDENTITY };
}

const fieldForm = (copy: Copying, annotation: DrawnAnnotation): DrawnForm | undefined =>
  placedAt(annotation, fieldLook(copy, annotation));

/** A form in the space of an annotation's rectangle. */
function placedAt({ rect }: DrawnAnnotation, form: string | undefined): DrawnForm | undefined {
  const [x = 0, y = 0] = rect ?? [];
  return form === undefined ? undefined : { form, matrix: [1, 0, 0, 1, x, y] };
}

/** What lies on a page and shows nothing by itself is no loss. */
const SILENT: ReadonlySet<string> = new Set(['Link', 'Popup', 'PrinterMark', 'TrapNet']);

function tell(copy: Copying, { subtype, rect, dict }: DrawnAnnotation, isDrawn: boolean): void {
  if (!isDrawn && SILENT.has(subtype)) return;
  const isField = subtype === 'Widget';
  const kind = isField ? (isDrawn ? 'field_drawn' : 'field_hidden') : isDrawn ? 'note_drawn' : 'note_hidden';
  const said = dict.entries.get(isField ? 'T' : 'Contents');
  const detail = copy.attempt(() => copy.pdf.text(said, 200)) ?? (isField ? undefined : subtype);
  copy.leftOut.add(kind, { page: copy.page, box: rect, detail });
}
