import type { TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';
import { BYTE } from './digitcells.ts';
import type { Part } from './letters.ts';

/** In ems, up to which letters beside a blank stand as close as within a word, and by how much what closes it leads back at least. */
const CLOSED = 0.04;
const BACK = 0.15;
/** In ems, how far back a blank takes a string at most, what of the letter before it the string may cover, and how far its line may be off. */
const BROADEST = 1;
const OVER = 0.1;
const LEVEL = 0.05;
/** Of scripts that part words by blanks; old encodings of Chinese are read as Latin letters with marks. */
const LETTER = /[A-Za-z0-9\p{Script=Greek}\p{Script=Cyrillic}]/u;
const BLANK = /^\s+$/u;
/** Bytes of a string that is looked at. */
const LONGEST = 2000;

/** The letters on both sides of a blank that is copied and not seen, because what follows is moved back over it: eyes read nowhere, and the text says now here. */
export function closedBlank(run: TextRun, spend: (units: number) => void): Part | undefined {
  const { pace, bytes, width, line, font } = run;
  if (font?.kind === 'type3' || font?.vertical === true || bytes.length > LONGEST || !(width > 0))
    return undefined;
  if (!leadsBack(pace)) return undefined;
  spend(BYTE * bytes.length);
  const ems = Math.hypot(line[2] - line[0], line[3] - line[1]) / width;
  const letters = spell(run);
  for (const [at, { text }] of letters.entries()) {
    const [before, behind] = [letters[at - 1], letters[at + 1]];
    if (!BLANK.test(text) || before === undefined || behind === undefined) continue;
    if (!LETTER.test(before.text) || !LETTER.test(behind.text)) continue;
    if ((behind.from - before.to) * ems > CLOSED) continue;
    return {
      text: letters
        .slice(Math.max(0, at - 8), at + 9)
        .map((one) => one.text)
        .join(''),
      box: run.box,
    };
  }
  return undefined;
}

/** The same of a blank that ends a string, over which the next one begins. */
export function closedBetween(
  before: TextRun,
  run: TextRun,
  spend: (units: number) => void,
): Part | undefined {
  const { line, size, width, font } = before;
  if (font?.kind === 'type3' || font?.vertical === true || before.bytes.length > LONGEST) return undefined;
  const [along, up] = [line[2] - line[0], line[3] - line[1]];
  const length = Math.hypot(along, up);
  if (!(width > 0) || length === 0) return undefined;
  const [x, y] = [run.line[0] - line[2], run.line[1] - line[3]];
  const back = -(x * along + y * up) / length / width;
  const isLevel = Math.abs(x * up - y * along) / length <= LEVEL * size;
  if (!isLevel || back < BACK || back > BROADEST) return undefined;
  spend(BYTE * (before.bytes.length + run.bytes.length));
  const letters = spell(before);
  const [letter, blank] = letters.slice(-2);
  const [first] = spell(run);
  if (letter === undefined || blank === undefined || first === undefined || !BLANK.test(blank.text))
    return undefined;
  if (!LETTER.test(letter.text) || !LETTER.test(first.text)) return undefined;
  const room = ((1 - letter.to) * length) / width - back;
  if (room > CLOSED || room < -OVER) return undefined;
  const text = `${letters
    .slice(-8)
    .map((one) => one.text)
    .join('')}${first.text}`;
  return { text, box: before.box };
}

/** Whether something within the string is moved back by as much as a blank is broad. */
function leadsBack({ em, gaps, word }: TextRun['pace']): boolean {
  if (word * Math.sign(em) < -1000 * BACK * Math.abs(em)) return true;
  for (let at = 1; at < gaps.length; at += 2)
    if ((gaps[at] ?? 0) * Math.sign(em) < -1000 * BACK * Math.abs(em)) return true;
  return false;
}
