import type { DrawnAnnotation } from '../../content/annotations.ts';
import type { Matrix } from '../../content/matrix.ts';
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
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]];
  const turn = turnOf(copy, dict);
  const size: [number, number] = turn === 90 || turn === 270 ? [height, width] : [width, height];
  const shown = shownBy(copy, dict, size);
  if (shown === undefined) return undefined;
  const ground = groundOf(copy, dict, size);
  if (ground === '' && shown.operators === '') return undefined;
  copy.pdf.spend(shown.operators.length);
  const entries = [
    ['Type', '/XObject'],
    ['Subtype', '/Form'],
    ['BBox', arrayText([0, 0, ...size].map(numberText))],
    ['Matrix', turn === 0 ? undefined : arrayText(TURNS[turn](width, height).map(numberText))],
    ['Resources', shown.resources ?? '<<>>'],
  ] as const;
  return copy.add(flateStream(copy, entries, ascii(ground + shown.operators)));
}

/** Back into a field of some width and height, by the degrees that its look is turned counterclockwise in it. */
const TURNS: Readonly<Record<90 | 180 | 270, (width: number, height: number) => Matrix>> = {
  90: (width) => [0, 1, -1, 0, width, 0],
  180: (width, height) => [-1, 0, 0, -1, width, height],
  270: (_, height) => [0, -1, 1, 0, 0, height],
};

/** /R of a field's /MK (Table 192). */
function turnOf({ pdf }: Copying, dict: PdfDict): 0 | 90 | 180 | 270 {
  const degrees = pdf.number(pdf.dict(dict.entries.get('MK'))?.entries.get('R')) ?? 0;
  const turn = ((degrees % 360) + 360) % 360;
  return turn === 90 || turn === 180 || turn === 270 ? turn : 0;
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
