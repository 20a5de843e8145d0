import { shownCharacters } from '../../content/font/shown.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { sameValue } from '../equal.ts';
import { acroForm, type FormField } from '../form.ts';
import { allLooks } from './appearance.ts';
import { isWritten, styleNames } from './awaited.ts';
import { showsButton } from './buttons.ts';
import { type Answer, gravest, isBlank, showsValue } from './filled.ts';
import { entry, type Step } from './step.ts';

/** Digits and letters of ASCII: most fonts have them under their own codes. */
const CODES = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'].map((c) =>
  c.charCodeAt(0),
);

/**
 * Whether readers draw every field anew (§12.7.3, /NeedAppearances): that may go away or come where each field shows
 * what they would draw. It comes with a filling, by writers that leave the looks to readers.
 */
export function judgeRedrawing(
  step: Step,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
  object: number | undefined,
): void {
  const [wasWanted, isWanted] = [step.earlier.boolean(one) === true, step.later.boolean(other) === true];
  const what = '/NeedAppearances';
  if (wasWanted === isWanted) {
    step.explain('form_upkeep', what, { object });
    return;
  }
  const fields = [...new Set(step.fields.values())];
  step.later.spend(fields.length);
  const fonts = new Fonts(step.later);
  const answer = gravest(fields.map((field) => showsDrawn(step, field, isWanted ? fonts : undefined)));
  const isFilled = fields.some((field) => isChanged(step, field));
  if (answer === 'no' || (isWanted && !isFilled)) {
    step.forbid('form', what, { object });
    return;
  }
  if (isWanted) step.explain('form_value', what, { object, field: filledIn(step, fields) });
  else step.explain('form_upkeep', what, { object });
  if (answer === 'unread') step.explain('unread_look', what, { object });
}

/** A field that no lock names, one that is filled in where there is one: the whole form is drawn anew with it. */
function filledIn(step: Step, fields: readonly FormField[]): string | undefined {
  const open = fields.filter(({ name }) => !step.isLocked(name));
  return (open.find((field) => isChanged(step, field)) ?? open[0])?.name;
}

function isChanged({ earlier, later, fieldsBefore }: Step, field: FormField): boolean {
  const before = fieldsBefore.get(field.ref?.number ?? -1)?.value;
  return !sameValue(earlier.resolve(before), earlier, later.resolve(field.value), later);
}

/** Whether a field shows what readers draw; with `fonts`, they begin to. */
function showsDrawn(step: Step, field: FormField, fonts: Fonts | undefined): Answer {
  const { later } = step;
  const answers = field.widgets.map((widget): Answer => {
    const dicts = [widget.dict, field.dict];
    const isDrawn = isWritten(later, dicts);
    const hasLook = allLooks(later, widget.dict).length > 0;
    const isBare = !hasLook || (field.type !== 'Btn' && isBlank(later, widget.dict));
    if (isDrawn && isBare) {
      if (fonts === undefined) return 'no';
      // What was filled in just now shows first when it is drawn.
      return !hasLook && isChanged(step, field) ? fonts.answer(styleNames(later, dicts)) : 'unread';
    }
    if (field.type === 'Btn') return showsButton(later, field, widget.dict);
    return isDrawn && fonts !== undefined ? fonts.answer(styleNames(later, dicts)) : 'yes';
  });
  return gravest([...answers, showsValue(step, field.ref?.number ?? widgetOf(field))]);
}

const widgetOf = ({ widgets }: FormField): number => widgets[0]?.ref?.number ?? -1;

/** What the fonts of the form write, which fields are drawn with. */
class Fonts {
  readonly #pdf: Pdf;
  readonly #fonts;
  readonly #known = new Map<string, Answer>();

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    this.#fonts = readable(() => pdf.dict(entry(pdf.dict(entry(acroForm(pdf), 'DR')), 'Font')));
  }

  /** Whether they write what they are told to, as far as that is known. */
  answer(names: ReadonlySet<string>): Answer {
    return gravest([...names].map((name) => this.#of(name)));
  }

  #of(name: string): Answer {
    const known = this.#known.get(name) ?? this.#read(entry(this.#fonts, name));
    this.#known.set(name, known);
    return known;
  }

  #read(font: PdfValue | undefined): Answer {
    // In its place readers take one of their own.
    if (font === undefined) return 'yes';
    const dict = readable(() => this.#pdf.dict(font));
    if (dict === undefined || this.#pdf.name(entry(dict, 'Subtype')) === 'Type3') return 'unread';
    this.#pdf.spend(CODES.length);
    const shown = readable(() => shownCharacters(this.#pdf, dict, CODES));
    const isOther = CODES.some((code) => {
      const characters = shown?.get(code) ?? [];
      return characters.length > 0 && !characters.includes(String.fromCharCode(code));
    });
    return shown === undefined || isOther ? 'unread' : 'yes';
  }
}
