import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { acroForm } from '../form.ts';
import { entry, type Step } from './step.ts';

/** Entries of a border style that says what holds without one (Table 168). */
const STYLE = new Set(['Type', 'S', 'W']);

/** Whether an entry of a field that had none says no more than what holds without it, as some writers spell it out. */
export function isDefault({ earlier, later }: Step, key: string, before: PdfDict, after: PdfDict): boolean {
  const value = later.resolve(entry(after, key));
  const had = earlier.resolve(entry(before, key));
  // A border without a colour is not drawn, whatever its width (Table 192).
  if (key === 'BS' && had !== undefined && !isBordered(later, after))
    return isPlainStyle(earlier, had, [0, 1]) && isPlainStyle(later, value, [0, 1]);
  if (had !== undefined) return false;
  // A name by which comments are told apart (Table 166).
  if (key === 'NM') return value?.type === 'string';
  if (key === 'MK') return value?.type === 'dict' && value.entries.size === 0;
  // Nodes above it may give others (Table 226).
  if (key === 'Ff') return later.number(value) === 0 && entry(after, 'Parent') === undefined;
  // For /Q the form may give another, too (Table 224).
  if (key === 'Q')
    return (
      later.number(value) === 0 &&
      entry(after, 'Parent') === undefined &&
      (later.number(entry(acroForm(later), 'Q')) ?? 0) === 0
    );
  // Either of the two gives the border (Table 166).
  const hadBorder = ['BS', 'Border'].some((other) => entry(before, other) !== undefined);
  if (key === 'BS') return !hadBorder && isPlainStyle(later, value, [1]);
  return key === 'Border' && !hadBorder && isPlainBorder(later, value);
}

const isBordered = (pdf: Pdf, field: PdfDict): boolean =>
  entry(pdf.dict(entry(field, 'MK')), 'BC') !== undefined;

function isPlainStyle(pdf: Pdf, value: PdfValue | undefined, widths: readonly number[]): boolean {
  if (value?.type !== 'dict' || [...value.entries.keys()].some((key) => !STYLE.has(key))) return false;
  const [width, style] = [entry(value, 'W'), entry(value, 'S')];
  return (
    widths.includes(width === undefined ? 1 : (pdf.number(width) ?? -1)) &&
    (style === undefined || pdf.name(style) === 'S')
  );
}

function isPlainBorder(pdf: Pdf, value: PdfValue | undefined): boolean {
  const items = pdf.array(value)?.items ?? [];
  return items.length === 3 && items.every((item, at) => pdf.number(item) === (at === 2 ? 1 : 0));
}
