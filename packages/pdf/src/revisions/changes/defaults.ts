import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { acroForm } from '../form.ts';
import { entry, type Step } from './step.ts';

/** Entries of a border style that says what holds without one (Table 168). */
const STYLE = new Set(['Type', 'S', 'W']);

/** Whether an entry of a field that had none says no more than what holds without it, as some writers spell it out. */
export function isDefault({ later }: Step, key: string, before: PdfDict, after: PdfDict): boolean {
  if (entry(before, key) !== undefined) return false;
  const value = later.resolve(entry(after, key));
  // A name by which comments are told apart (Table 166).
  if (key === 'NM') return value?.type === 'string';
  if (key === 'MK') return value?.type === 'dict' && value.entries.size === 0;
  // Nodes above it, and the form, may give another (Tables 226 and 224).
  if (key === 'Q')
    return (
      later.number(value) === 0 &&
      entry(after, 'Parent') === undefined &&
      (later.number(entry(acroForm(later), 'Q')) ?? 0) === 0
    );
  // Either of the two gives the border (Table 166).
  const hadBorder = ['BS', 'Border'].some((other) => entry(before, other) !== undefined);
  if (key === 'BS') return !hadBorder && isPlainStyle(later, value);
  return key === 'Border' && !hadBorder && isPlainBorder(later, value);
}

function isPlainStyle(pdf: Pdf, value: PdfValue | undefined): boolean {
  if (value?.type !== 'dict' || [...value.entries.keys()].some((key) => !STYLE.has(key))) return false;
  const [width, style] = [entry(value, 'W'), entry(value, 'S')];
  return (width === undefined || pdf.number(width) === 1) && (style === undefined || pdf.name(style) === 'S');
}

function isPlainBorder(pdf: Pdf, value: PdfValue | undefined): boolean {
  const items = pdf.array(value)?.items ?? [];
  return items.length === 3 && items.every((item, at) => pdf.number(item) === (at === 2 ? 1 : 0));
}
