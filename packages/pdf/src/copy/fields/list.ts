import { defaultAppearance } from '../../inspect/forms/defaultappearance.ts';
import { choices, options } from '../../inspect/forms/values.ts';
import { inherited } from '../../inspect/inherited.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { numberText } from '../written.ts';
import { fillInk } from './ink.ts';
import { lettersFor } from './letters.ts';
import type { Painted } from './look.ts';

/** Characters of an option that are drawn. */
const LONGEST = 1000;
/** Points of options whose size is left open, as readers write them. */
const USUAL = 12;
/** Between options and the edge of their field; of their size, how high an option is, and how far its line is over its foot. */
const MARGIN = 1;
const HIGH = 1.15;
const FOOT = 0.25;
/** What readers mark chosen options with. */
const MARK = '0.6 0.75686 0.8549 rg';
/** What setting a character costs. */
const SETTING = 24;

interface Option {
  label: string;
  isChosen: boolean;
}

/**
 * The options of a list that has no look, one under the other from the one that is its first (/TI), as readers draw them,
 * with a ground behind those that are chosen (§12.7.5.4). Where none of these would be seen it begins with the first of them.
 * Undefined where no font at hand has all letters, or where it has no options.
 */
export function listText(
  copy: Copying,
  dict: PdfDict,
  [width, height]: readonly [number, number],
): Painted | undefined {
  const said = defaultAppearance(copy.pdf, dict);
  const points = said.points > 0 ? said.points : USUAL;
  const step = points * HIGH;
  const shown = optionsShown(copy, dict, Math.max(1, Math.floor((height - 2 * MARGIN) / step)));
  const text = shown.map(({ label }) => label).join('\n');
  copy.pdf.spend(SETTING * text.length);
  const letters = text.trim() === '' ? undefined : lettersFor(copy, said, text);
  if (letters === undefined) return undefined;
  const foot = (at: number): number => height - MARGIN - (at + 1) * step;
  const box = (x: number, y: number, wide: number, high: number): string =>
    `${[x, y, wide, high].map(numberText).join(' ')} re\n`;
  const marks = shown.flatMap(({ isChosen }, at) =>
    isChosen ? `${box(MARGIN, foot(at), width - 2 * MARGIN, step)}f\n` : [],
  );
  const lines = shown.map(
    ({ label }, at) =>
      `1 0 0 1 ${numberText(2 * MARGIN)} ${numberText(foot(at) + FOOT * points)} Tm\n${letters.write(label).string} Tj\n`,
  );
  const operators =
    `q\n${box(0, 0, width, height)}W\nn\n${marks.length > 0 ? `${MARK}\n${marks.join('')}` : ''}` +
    `BT\n/F0 ${numberText(points)} Tf\n${fillInk(said.colour)}\n${lines.join('')}ET\nQ\n`;
  return { operators, resources: `<</Font <</F0 ${letters.font}>>>>` };
}

/** As many options as there is room for. */
function optionsShown({ pdf }: Copying, dict: PdfDict, room: number): Option[] {
  const line = (text: string): string =>
    text
      .slice(0, LONGEST)
      .normalize('NFC')
      .replace(/[\r\n]+/g, ' ');
  const chosen = new Set(choices(pdf, inherited(pdf, dict, 'V')));
  const read = options(pdf, { dict });
  pdf.spend(read.length);
  const all = read.map(
    ({ exported, label }): Option => ({
      label: line(label),
      isChosen: label !== '' && (chosen.has(exported) || chosen.has(label)),
    }),
  );
  const top = Math.max(0, Math.floor(pdf.number(inherited(pdf, dict, 'TI')) ?? 0));
  const first = all.slice(top, top + room);
  const from = all.findIndex(({ isChosen }) => isChosen);
  return from < 0 || first.some(({ isChosen }) => isChosen) ? first : all.slice(from, from + room);
}
