import type { DrawnAnnotation } from '../../content/annotations.ts';
import type { TextRun } from '../../content/canvas.ts';
import { intersect, isEmpty } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { Covers } from './covers.ts';
import type { Part } from './letters.ts';
import { negationsIn, scalesNumber } from './saidtext.ts';
import { LEVEL } from './ways.ts';
import { type Place, wordRowOf } from './wordrows.ts';

/** Characters of a note that is a word or two. */
const LONGEST = 40;
/** In ems: how far the edge of its box is from the letters beside it, and how much of their room it takes. */
const NEAR = 1;
const COMMON = 0.5;
/** In ems, how high its box is at most, how far under the line it begins at least, and how high over it it ends. */
const HIGH = 2.5;
const FOOT = 0.1;
const TOP = 0.5;

/**
 * A text box without a look (§12.5.6.6), which some readers write themselves, within a line of the page, where it says no
 * or makes millions of a number.
 */
export function blankWordsWithin(
  pdf: Pdf,
  { dict: { entries }, rect, shown, subtype }: DrawnAnnotation,
  covers: Covers,
  sight: Box,
): { run: TextRun; part: Part } | undefined {
  if (subtype !== 'FreeText' || shown !== 'blank' || rect === undefined) return undefined;
  const text = pdf.text(entries.get('Contents'), LONGEST + 1)?.trim() ?? '';
  if (text === '' || text.length > LONGEST || isEmpty(intersect(rect, sight))) return undefined;
  const saysNo = negationsIn(text) > 0;
  if (!saysNo && !scalesNumber('1', text)) return undefined;
  const [x0, y0, x1, y1] = rect;
  const reach = y1 - y0;
  let found: { run: TextRun; part: Part } | undefined;
  const passed = covers.each([x0 - reach, y0, x1 + reach, y1], (run) => {
    const line =
      found === undefined && run.maker.annotation === undefined ? lineOf(pdf, run, rect) : undefined;
    if (line === undefined) return true;
    const { before, behind } = line;
    const ahead = before.map((place) => place.text).join('');
    if (saysNo ? isLetter(before.at(-1)) || isLetter(behind[0]) : scalesNumber(ahead, text)) {
      const after = behind.map((place) => place.text).join('');
      found = {
        run,
        part: { text: [ahead, text, after].filter((part) => part !== '').join(' '), box: rect },
      };
    }
    return true;
  });
  pdf.spend(passed);
  return found;
}

/** Letters of a level line right before a box and right behind it; undefined for a line that it does not stand in. */
function lineOf(
  pdf: Pdf,
  run: TextRun,
  [x0, y0, x1, y1]: Box,
): { before: Place[]; behind: Place[] } | undefined {
  const row = wordRowOf(run, (units) => pdf.spend(units));
  if (row === undefined || row.way !== LEVEL) return undefined;
  const { foot, size, letters } = row;
  if (y1 - y0 > HIGH * size || y0 > foot + FOOT * size || y1 < foot + TOP * size) return undefined;
  const before = letters.filter(({ to }) => to <= x0 + COMMON * size);
  const behind = letters.filter(({ from }) => from >= x1 - COMMON * size);
  const isLed = x0 - (before.at(-1)?.to ?? -Infinity) <= NEAR * size;
  const isFollowed = (behind[0]?.from ?? Infinity) - x1 <= NEAR * size;
  if (!isLed && !isFollowed) return undefined;
  return { before: isLed ? before.slice(-LONGEST) : [], behind: isFollowed ? behind.slice(0, LONGEST) : [] };
}

const isLetter = (place: Place | undefined): boolean => /[\p{L}\p{Nd},;]/u.test(place?.text ?? '');
