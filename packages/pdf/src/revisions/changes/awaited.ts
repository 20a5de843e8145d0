import { namesIn } from '../../content/names.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { acroForm } from '../form.ts';
import { pages } from '../pages.ts';
import { allLooks } from './appearance.ts';
import { entry, type Step } from './step.ts';

/** Bits of /Ff (ISO 32000-2 Tables 228, 229 and 231). */
export const PUSH_BUTTON = 1 << 16;
const COMBO = 1 << 17;
/** Nodes above a field from which it may inherit. */
const MOST_PARENTS = 32;
/** What looking at an annotation costs. */
const LOOK = 8;
/** Captions of a button (Table 192). */
const CAPTIONS = ['CA', 'RC', 'AC'];
/** Texts of annotations that are written in their default appearance (§12.5.6.6 and 23). */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  FreeText: ['Contents', 'RC'],
  Redact: ['OverlayText'],
};

/** What readers draw by themselves, from the annotation upwards: all that may say how. */
export type Awaiting = readonly PdfDict[];

interface Bare {
  written: readonly Awaiting[];
  hasBox: boolean;
}

/** What is found for each step: it is asked for with every font. */
const found = new WeakMap<Step, Bare>();

/**
 * The signed annotations whose look readers make by themselves, because they have none or lose it, be they widgets that no
 * form lists: those with a text, and whether there is a box.
 */
function bareIn(step: Step): Bare {
  const known = found.get(step);
  if (known !== undefined) return known;
  const { earlier } = step;
  const all = findBare(step);
  const written = all.filter((one) => isWritten(earlier, one));
  const one = { written, hasBox: all.some((other) => isBox(earlier, other)) };
  found.set(step, one);
  return one;
}

/** Those with a text: widgets, and texts beside them. */
export const awaiting = (step: Step): readonly Awaiting[] => bareIn(step).written;

/** Whether there is a box in which readers write a sign. */
export const awaitsSign = (step: Step): boolean => bareIn(step).hasBox;

function findBare({ earlier, fieldsBefore }: Step): Awaiting[] {
  const isRedrawn = earlier.boolean(entry(acroForm(earlier), 'NeedAppearances')) === true;
  const widgets = [...new Set(fieldsBefore.values())].flatMap((field) =>
    field.widgets.map(({ dict }) => [dict, field.dict]),
  );
  const listed = [...pages(earlier)].flatMap(({ dict }) => {
    const items = earlier.array(entry(dict, 'Annots'))?.items ?? [];
    earlier.spend(items.length * LOOK);
    return items.flatMap((item) => {
      const annotation = earlier.dict(item);
      return annotation === undefined ? [] : [[annotation]];
    });
  });
  earlier.spend(widgets.length * LOOK);
  return [...widgets, ...listed].filter(([annotation]) => {
    const isDrawn = isRedrawn && isWidget(earlier, annotation);
    return isDrawn || allLooks(earlier, annotation).length === 0;
  });
}

const isWidget = (pdf: Pdf, annotation: PdfDict | undefined): boolean =>
  pdf.name(entry(annotation, 'Subtype')) === 'Widget';

/** Whether readers write a text where there is no look: of a field its value, its options or its caption. */
export function isWritten(pdf: Pdf, one: Awaiting): boolean {
  const [annotation] = one;
  const texts = TEXTS[pdf.name(entry(annotation, 'Subtype')) ?? ''];
  if (texts !== undefined) return texts.some((key) => !isEmpty(pdf, entry(annotation, key)));
  const type = pdf.name(inherited(pdf, one, 'FT'));
  const flags = pdf.number(inherited(pdf, one, 'Ff')) ?? 0;
  if (type === 'Btn') return (flags & PUSH_BUTTON) !== 0 && captionsOf(pdf, annotation).length > 0;
  if (type !== 'Tx' && type !== 'Ch') return false;
  const isList = type === 'Ch' && (flags & COMBO) === 0;
  return !isEmpty(pdf, inherited(pdf, one, 'V')) || (isList && !isEmpty(pdf, inherited(pdf, one, 'Opt')));
}

/** What a button says, also under the mouse. */
export function captionsOf(pdf: Pdf, widget: PdfDict | undefined): string[] {
  const look = pdf.dict(entry(widget, 'MK'));
  return CAPTIONS.flatMap((key) => {
    const text = pdf.text(entry(look, key)) ?? '';
    return text === '' ? [] : [text];
  });
}

/** Whether it is a box or a radio button, in which readers write a sign. */
export const isBox = (pdf: Pdf, one: Awaiting): boolean =>
  pdf.name(inherited(pdf, one, 'FT')) === 'Btn' &&
  ((pdf.number(inherited(pdf, one, 'Ff')) ?? 0) & PUSH_BUTTON) === 0;

function isEmpty(pdf: Pdf, value: PdfValue | undefined): boolean {
  const resolved = pdf.resolve(value);
  if (resolved?.type === 'string') return pdf.stringBytes(resolved).length === 0;
  if (resolved?.type === 'array') return resolved.items.length === 0;
  return resolved === undefined || resolved.type === 'null';
}

/** An entry of one of these, or of a node above it (§12.7.4.1). */
function inherited(pdf: Pdf, one: Awaiting, key: string): PdfValue | undefined {
  for (const dict of one) {
    const value = inheritedBy(pdf, dict, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** An entry of a field, or of the nearest node above it that has one. */
export function inheritedBy(pdf: Pdf, dict: PdfDict, key: string): PdfValue | undefined {
  let one: PdfDict | undefined = dict;
  for (let depth = 0; one !== undefined && !one.entries.has(key) && depth < MOST_PARENTS; depth++)
    one = pdf.dict(entry(one, 'Parent'));
  return entry(one, key);
}

/** Whether nothing but the form says how it is drawn (§12.7.4.3); texts beside fields say so themselves. */
export const isUnstyled = (pdf: Pdf, one: Awaiting): boolean =>
  isWidget(pdf, one[0]) && one.every((dict) => inheritedBy(pdf, dict, 'DA') === undefined);

/** The names in the default appearances by which it may be drawn, its own or that of the form. */
export function styleNames(pdf: Pdf, one: Awaiting): Set<string> {
  const names = one.map((dict) => {
    const value = pdf.resolve(inheritedBy(pdf, dict, 'DA') ?? entry(acroForm(pdf), 'DA'));
    return value?.type === 'string' ? namesIn(pdf.stringBytes(value)) : new Set<string>();
  });
  return new Set(names.flatMap((some) => [...some]));
}
