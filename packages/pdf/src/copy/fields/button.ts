import { defaultAppearance } from '../../inspect/forms/defaultappearance.ts';
import { inherited } from '../../inspect/inherited.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { numberText } from '../written.ts';
import { fillInk, strokeInk } from './ink.ts';
import type { Painted } from './look.ts';
import { captionOf } from './value.ts';

/** Bits of /Ff (ISO 32000-2 Table 229). */
const RADIO = 1 << 15;
const PUSH = 1 << 16;
/** Of the shorter side of a button, what its mark takes. */
const FILLS = 0.7;

/** The marks that /CA names by their codes in ZapfDingbats (Table 192), in a square of side 1. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['4', '0.12 w\n0.1 0.45 m\n0.38 0.12 l\n0.9 0.88 l\nS\n'],
  ['8', '0.12 w\n0.12 0.12 m\n0.88 0.88 l\n0.12 0.88 m\n0.88 0.12 l\nS\n'],
  [
    'l',
    '0.9 0.5 m\n0.9 0.72 0.72 0.9 0.5 0.9 c\n0.28 0.9 0.1 0.72 0.1 0.5 c\n0.1 0.28 0.28 0.1 0.5 0.1 c\n0.72 0.1 0.9 0.28 0.9 0.5 c\nf\n',
  ],
  ['u', '0.5 0.95 m\n0.88 0.5 l\n0.5 0.05 l\n0.12 0.5 l\nf\n'],
  ['n', '0.1 0.1 0.8 0.8 re\nf\n'],
  ['H', '0.5 0.98 m\n0.79 0.1 l\n0.02 0.64 l\n0.98 0.64 l\n0.21 0.1 l\nf\n'],
]);

/** The caption of a button that is pressed, the mark of one that is on: a check box has a tick of its own, a radio button a disc, unless it names another. */
export function markOf(
  copy: Copying,
  dict: PdfDict,
  [width, height]: readonly [number, number],
): Painted | undefined {
  const { pdf } = copy;
  const flags = pdf.number(inherited(pdf, dict, 'Ff')) ?? 0;
  if ((flags & PUSH) !== 0) return captionOf(copy, dict, [width, height]);
  // What the field holds tells nothing: without /AS no reader shows a mark.
  const state = pdf.name(dict.entries.get('AS')) ?? 'Off';
  if (state === 'Off') return { operators: '' };
  const usual = (flags & RADIO) === 0 ? '4' : 'l';
  const named = pdf.text(pdf.dict(dict.entries.get('MK'))?.entries.get('CA'), 8) ?? usual;
  const { colour } = defaultAppearance(copy.pdf, dict);
  const side = FILLS * Math.min(width, height);
  const place = [side, 0, 0, side, (width - side) / 2, (height - side) / 2].map(numberText).join(' ');
  return {
    operators: `q\n${fillInk(colour)}\n${strokeInk(colour)}\n${place} cm\n${MARKS.get(named) ?? MARKS.get(usual)}Q\n`,
  };
}
