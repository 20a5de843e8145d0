import type { DrawnAnnotation } from '../../content/annotations.ts';
import { inherited } from '../../inspect/inherited.ts';
import { ascii } from '../../syntax/bytes.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { colourOf } from '../looks.ts';
import { flateStream } from '../stream.ts';
import { arrayText, numberText } from '../written.ts';
import { markOf } from './button.ts';
import { valueText } from './value.ts';

/** What is painted in a field, and the dictionary of the resources that it uses. */
export interface Painted {
  operators: string;
  resources?: string;
}

/**
 * The form of a field of text, choices or states that has a value and no appearance: its ground and its value, as readers draw
 * it by themselves (§12.7.4.3). Undefined where there is nothing to show, or letters that no font at hand has.
 */
export function fieldLook(copy: Copying, { dict, rect }: DrawnAnnotation): string | undefined {
  if (rect === undefined) return undefined;
  const size: [number, number] = [rect[2] - rect[0], rect[3] - rect[1]];
  const shown = shownBy(copy, dict, size);
  if (shown === undefined) return undefined;
  const ground = groundOf(copy, dict, size);
  if (ground === '' && shown.operators === '') return undefined;
  const entries = [
    ['Type', '/XObject'],
    ['Subtype', '/Form'],
    ['BBox', arrayText([0, 0, ...size].map(numberText))],
    ['Resources', shown.resources ?? '<<>>'],
  ] as const;
  return copy.add(flateStream(copy, entries, ascii(ground + shown.operators)));
}

function shownBy(copy: Copying, dict: PdfDict, size: readonly [number, number]): Painted | undefined {
  switch (copy.pdf.name(inherited(copy.pdf, dict, 'FT'))) {
    case 'Tx':
    case 'Ch':
      return valueText(copy, dict, size);
    case 'Btn':
      return markOf(copy, dict, size);
    default:
      return undefined;
  }
}

function groundOf(copy: Copying, dict: PdfDict, [width, height]: readonly [number, number]): string {
  const look = copy.pdf.dict(dict.entries.get('MK'))?.entries;
  const fill = colourOf(copy, look?.get('BG'), false);
  const stroke = colourOf(copy, look?.get('BC'), true);
  const line = copy.pdf.number(copy.pdf.dict(dict.entries.get('BS'))?.entries.get('W')) ?? 1;
  const frame = [line / 2, line / 2, width - line, height - line].map(numberText).join(' ');
  return (
    (fill === undefined ? '' : `${fill}0 0 ${numberText(width)} ${numberText(height)} re\nf\n`) +
    (stroke === undefined || line <= 0 ? '' : `${stroke}${numberText(line)} w\n${frame} re\nS\n`)
  );
}
