import type { DrawnAnnotation } from '../../content/annotations.ts';
import type { Matrix } from '../../content/matrix.ts';
import { defaultAppearance } from '../../inspect/forms/defaultappearance.ts';
import { inherited } from '../../inspect/inherited.ts';
import { ascii } from '../../syntax/bytes.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { colourOf, widthOf } from '../looks.ts';
import { flateStream } from '../stream.ts';
import { arrayText, numberText } from '../written.ts';
import { markOf } from './button.ts';
import { inkOf, strokeInk } from './ink.ts';
import { stampText } from './stamp.ts';
import { boxText, valueText } from './value.ts';

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
  const matrix = turn === 0 ? undefined : arrayText(TURNS[turn](width, height).map(numberText));
  return formWith(copy, { ...shown, operators: ground + shown.operators }, size, matrix);
}

/**
 * The form of a text box that has no appearance: its ground, its frame and its words, as readers
 * draw it by themselves (§12.5.6.6). Undefined where it says nothing, or in letters that no font at hand has.
 */
export function textBoxLook(copy: Copying, { dict, rect }: DrawnAnnotation): string | undefined {
  if (rect === undefined) return undefined;
  const size = [rect[2] - rect[0], rect[3] - rect[1]] as const;
  const shown = boxText(copy, dict, size);
  if (shown === undefined || shown.operators === '') return undefined;
  const fill = colourOf(copy, dict.entries.get('C'), false);
  // The colour of its letters is that of its frame.
  const stroke = `${strokeInk(defaultAppearance(copy.pdf, dict).colour)}\n`;
  const operators = boxed({ fill, stroke, line: widthOf(copy, dict.entries) }, size) + shown.operators;
  return formWith(copy, { ...shown, operators }, size);
}

/** Of the lower side of a stamp, how broad its frame is. */
const FRAME = 1 / 30;

/**
 * The form of a stamp that has no appearance: the words that its name stands for, in a frame (§12.5.6.12). The page shows
 * through, as in most stamps. Undefined where it has a name that readers do not know.
 */
export function stampLook(copy: Copying, { dict, rect }: DrawnAnnotation): string | undefined {
  if (rect === undefined) return undefined;
  const size = [rect[2] - rect[0], rect[3] - rect[1]] as const;
  const colour = inkOf(copy, dict.entries.get('C'));
  const shown = Math.min(...size) > 0 ? stampText(copy, dict, colour, size) : undefined;
  if (shown === undefined) return undefined;
  const frame = { fill: undefined, stroke: `${strokeInk(colour)}\n`, line: FRAME * Math.min(...size) };
  return formWith(copy, { ...shown, operators: boxed(frame, size) + shown.operators }, size);
}

function formWith(
  copy: Copying,
  { operators, resources }: Painted,
  size: readonly [number, number],
  matrix?: string,
): string {
  copy.pdf.spend(operators.length);
  const entries = [
    ['Type', '/XObject'],
    ['Subtype', '/Form'],
    ['BBox', arrayText([0, 0, ...size].map(numberText))],
    ['Matrix', matrix],
    ['Resources', resources ?? '<<>>'],
  ] as const;
  return copy.add(flateStream(copy, entries, ascii(operators)));
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

function groundOf(copy: Copying, dict: PdfDict, size: readonly [number, number]): string {
  const look = copy.pdf.dict(dict.entries.get('MK'))?.entries;
  const fill = colourOf(copy, look?.get('BG'), false);
  const stroke = colourOf(copy, look?.get('BC'), true);
  const line = copy.pdf.number(copy.pdf.dict(dict.entries.get('BS'))?.entries.get('W')) ?? 1;
  return boxed({ fill, stroke, line }, size);
}

/** The operators that set the colours of a box, where it has them, and the breadth of its frame. */
interface Box {
  fill: string | undefined;
  stroke: string | undefined;
  line: number;
}

function boxed({ fill, stroke, line }: Box, [width, height]: readonly [number, number]): string {
  const frame = [line / 2, line / 2, width - line, height - line].map(numberText).join(' ');
  return (
    (fill === undefined ? '' : `${fill}0 0 ${numberText(width)} ${numberText(height)} re\nf\n`) +
    (stroke === undefined || line <= 0 ? '' : `${stroke}${numberText(line)} w\n${frame} re\nS\n`)
  );
}
