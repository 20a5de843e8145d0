import type { Box, Page } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import { boundsOf, type Matrix, readMatrix } from './matrix.ts';

/** Bits of an annotation's /F (ISO 32000-2 Table 167). */
export const FLAG = { invisible: 1, hidden: 2, print: 4, noRotate: 16, noView: 32, toggleNoView: 256 };

/** An annotation of a page, and whether a viewer shows it on the screen. */
export interface DrawnAnnotation {
  /** Object number; undefined for one that stands in /Annots itself. */
  object: number | undefined;
  /** What tells it from the others of its page: its object number, or a negative number where it has none. */
  id: number;
  dict: PdfDict;
  /** /Subtype; '' where there is none. */
  subtype: string;
  /** /F (Table 167). */
  flags: number;
  rect: Box | undefined;
  /** `blank`: there is no normal appearance for its state, so it shows nothing, or what each viewer makes of it. */
  shown: 'shown' | 'hidden' | 'no_view' | 'blank';
}

/** The normal appearance: of the state that /AS names, where it has several (§12.5.5). Undefined where it has none. */
export function appearanceOf(pdf: Pdf, annotation: PdfDict): PdfValue | undefined {
  const value = pdf.dict(annotation.entries.get('AP'))?.entries.get('N');
  const resolved = pdf.resolve(value);
  if (resolved?.type === 'stream') return value;
  if (resolved?.type !== 'dict') return undefined;
  const state = pdf.name(annotation.entries.get('AS')) ?? defaultState(resolved);
  const chosen = resolved.entries.get(state);
  return pdf.resolve(chosen)?.type === 'stream' ? chosen : undefined;
}

/** Where no state is named, poppler shows the only one that there is. */
function defaultState({ entries }: PdfDict): string {
  const [only = 'Off'] = entries.keys();
  return entries.size === 1 ? only : 'Off';
}

/** Flags have 32 bits. */
const MOST_FLAGS = 2 ** 31;

/** /F, which is an integer of 32 bits: of another number some readers take no notice, so that it hides nothing. */
export function flagsOf(pdf: Pdf, { entries }: PdfDict): number {
  const flags = pdf.resolve(entries.get('F'));
  const isOne = flags?.type === 'number' && flags.integer && Math.abs(flags.value) < MOST_FLAGS;
  return isOne ? flags.value : 0;
}

export const annotationId = (value: PdfValue, at: number): number =>
  value.type === 'ref' ? value.number : -1 - at;

/** `at`: its place in /Annots, from 0. */
export function describe(pdf: Pdf, value: PdfValue, at = 0): DrawnAnnotation | undefined {
  const dict = pdf.dict(value);
  if (dict === undefined) return undefined;
  const { entries } = dict;
  const flags = flagsOf(pdf, dict);
  const subtype = pdf.name(entries.get('Subtype')) ?? '';
  const blank = subtype === 'Popup' || appearanceOf(pdf, dict) === undefined;
  const shown = (flags & FLAG.hidden) !== 0 ? 'hidden' : (flags & FLAG.noView) !== 0 ? 'no_view' : 'shown';
  return {
    object: value.type === 'ref' ? value.number : undefined,
    id: annotationId(value, at),
    dict,
    subtype,
    flags,
    rect: pdf.rectangle(entries.get('Rect')),
    shown: shown === 'shown' && blank ? 'blank' : shown,
  };
}

/** From form space to the page, so that the appearance's box fills /Rect (§12.5.5, algorithm "appearance streams"). */
export function placement(pdf: Pdf, form: PdfDict, rect: Box): Matrix | undefined {
  const box = pdf.rectangle(form.entries.get('BBox'));
  if (box === undefined) return undefined;
  const [x0, y0, x1, y1] = boundsOf(box, readMatrix(pdf, form.entries.get('Matrix')));
  if (!(x1 > x0 && y1 > y0)) return undefined;
  const across = (rect[2] - rect[0]) / (x1 - x0);
  const up = (rect[3] - rect[1]) / (y1 - y0);
  return [across, 0, 0, up, rect[0] - x0 * across, rect[1] - y0 * up];
}

/** About its upper left corner, so that it stands upright on a page that is turned (§12.5.3, NoRotate); undefined on one that is not. */
export function upright([x, , , y]: Box, rotate: Page['rotate']): Matrix | undefined {
  if (rotate === 0) return undefined;
  const [cos, sin] = [
    [0, 1],
    [-1, 0],
    [0, -1],
  ][rotate / 90 - 1] as [number, number];
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}
