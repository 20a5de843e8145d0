import type { DefaultAppearance } from '../../inspect/forms/defaultappearance.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { lettersFor } from './letters.ts';
import { linesOf } from './lines.ts';
import type { Painted } from './look.ts';

/** The stamps that every reader knows (ISO 32000-2 Table 184), by the words that they show, which are the standard's own. */
const STAMPS: ReadonlyMap<string, string> = new Map(
  [
    'Approved',
    'As Is',
    'Confidential',
    'Departmental',
    'Draft',
    'Experimental',
    'Expired',
    'Final',
    'For Comment',
    'For Public Release',
    'Not Approved',
    'Not For Public Release',
    'Sold',
    'Top Secret',
  ].map((words) => [words.replaceAll(' ', ''), words.toUpperCase()]),
);
/** Of the height and of the width of a stamp, what its words take at most. */
const HIGH = 0.6;
const WIDE = 0.86;

/** The words of a stamp in its middle, as large as they fit; undefined where it has a name that readers do not know. */
export function stampText(
  copy: Copying,
  { entries }: PdfDict,
  colour: DefaultAppearance['colour'],
  size: readonly [number, number],
): Painted | undefined {
  const words = STAMPS.get(copy.pdf.name(entries.get('Name')) ?? 'Draft');
  const said = { name: '', points: 0, colour };
  const letters = words === undefined ? undefined : lettersFor(copy, said, words);
  if (words === undefined || letters === undefined) return undefined;
  const points = Math.min(HIGH * size[1], (1000 * WIDE * size[0]) / letters.write(words).advance);
  const shape = { size, isMultiline: false, cells: 0, align: 1 };
  const operators = linesOf(words, { ...letters, ...said, ...shape, points });
  return { operators, resources: `<</Font <</F0 ${letters.font}>>>>` };
}
