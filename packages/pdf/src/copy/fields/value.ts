import { defaultAppearance } from '../../inspect/forms/defaultappearance.ts';
import { choices, options } from '../../inspect/forms/values.ts';
import { inherited } from '../../inspect/inherited.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { lettersFor } from './letters.ts';
import { linesOf, type Shape } from './lines.ts';
import { listText } from './list.ts';
import type { Painted } from './look.ts';

/** Characters of a value that are drawn. */
const LONGEST = 4000;
/** Options that are chosen at once. */
const MOST_CHOSEN = 100;
/** What it costs to set one of them, in several sizes until all fit. */
const SETTING = 24;
/** Bits of /Ff (ISO 32000-2 §12.7.5.3). */
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const COMBO = 1 << 17;
const COMB = 1 << 24;

/** What a field of text or of choices holds, in letters. Undefined where no font at hand has them all. */
export function valueText(
  copy: Copying,
  dict: PdfDict,
  size: readonly [number, number],
): Painted | undefined {
  const { pdf } = copy;
  const isText = pdf.name(inherited(pdf, dict, 'FT')) === 'Tx';
  const flags = pdf.number(inherited(pdf, dict, 'Ff')) ?? 0;
  const list = isText || (flags & COMBO) !== 0 ? undefined : listText(copy, dict, size);
  if (list !== undefined) return list;
  const text = isText && (flags & PASSWORD) !== 0 ? '' : heldBy(copy, dict);
  const isMultiline = isText ? (flags & MULTILINE) !== 0 : text.includes('\n');
  const align = pdf.number(inherited(pdf, dict, 'Q')) ?? 0;
  const cells = isText && !isMultiline && (flags & COMB) !== 0 ? cellsOf(copy, dict) : 0;
  return inLetters(copy, dict, text, { size, isMultiline, cells, align });
}

/** The words of a button that is pressed, in its middle. */
export function captionOf(
  copy: Copying,
  dict: PdfDict,
  size: readonly [number, number],
): Painted | undefined {
  const caption = copy.pdf.text(copy.pdf.dict(dict.entries.get('MK'))?.entries.get('CA'), LONGEST) ?? '';
  return inLetters(copy, dict, caption, { size, isMultiline: false, cells: 0, align: 1 });
}

/** What a text box says (§12.5.6.6), from its upper edge on. */
export function boxText(copy: Copying, dict: PdfDict, size: readonly [number, number]): Painted | undefined {
  const text = copy.pdf.text(dict.entries.get('Contents'), LONGEST) ?? '';
  const align = copy.pdf.number(dict.entries.get('Q')) ?? 0;
  return inLetters(copy, dict, text, { size, isMultiline: true, cells: 0, align });
}

/** A text in letters as the field wants them. Undefined where no font at hand has them all. */
function inLetters(copy: Copying, dict: PdfDict, given: string, shape: Shape): Painted | undefined {
  const text = given.slice(0, LONGEST).normalize('NFC');
  if (text.trim() === '') return { operators: '' };
  copy.pdf.spend(SETTING * text.length);
  const said = defaultAppearance(copy.pdf, dict);
  const letters = lettersFor(copy, said, text);
  if (letters === undefined) return undefined;
  const operators = linesOf(text, { ...letters, ...said, ...shape });
  return { operators, resources: `<</Font <</F0 ${letters.font}>>>>` };
}

/** What is held; of choices what stands for them, each on a line. */
function heldBy({ pdf }: Copying, dict: PdfDict): string {
  const labels = new Map<string, string>();
  for (const { exported, label } of options(pdf, { dict }))
    if (!labels.has(exported)) labels.set(exported, label);
  const held = choices(pdf, inherited(pdf, dict, 'V')).slice(0, MOST_CHOSEN);
  return held.map((text) => labels.get(text) ?? text).join('\n');
}

const cellsOf = ({ pdf }: Copying, dict: PdfDict): number =>
  Math.min(LONGEST, Math.max(0, Math.floor(pdf.number(inherited(pdf, dict, 'MaxLen')) ?? 0)));
