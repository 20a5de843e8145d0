import type { TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { CodeKinds } from './codekinds.ts';
import type { Covers } from './covers.ts';
import { DigitCells, isBehind, type Search, type Spot } from './digitcells.ts';
import type { Part } from './letters.ts';
import { isSameWay } from './ways.ts';

/** Signs that a level bar is, and those that have one in the same place, within which it is not seen. */
const DASH = /^[-‐-―−]$/u;
const BARRED = /^[+=±÷≠≈~]$/u;
/** In ems, how far the middles of two signs lie apart that are one for the eye, and their lines. */
const MIDDLE = 0.2;
const LEVEL = 0.12;

const kinds = new CodeKinds((text) => (DASH.test(text) || BARRED.test(text) ? 1 : 2));
const SIGNS: Search = {
  isIn: (run) => kinds.some(run, (kind) => kind === 1),
  of: (letters) => letters.filter(({ text }) => DASH.test(text) || BARRED.test(text)),
};

/** Dashes that stand within another sign before a digit: eyes read +5, and the text says -+5. */
export function* overlaidSigns(
  { runs }: Covers,
  spend: (units: number) => void,
): Generator<{ run: TextRun; part: Part }> {
  const signs = new DigitCells(runs, spend, SIGNS);
  if (signs.isEmpty) return;
  const digits = new DigitCells(runs, spend);
  for (const dash of signs.all()) {
    if (!DASH.test(dash.text)) continue;
    const box = boxOf(dash);
    for (const sign of signs.near(box)) {
      if (!isWithin(dash, sign)) continue;
      const both = union(box, boxOf(sign));
      const digit = [...digits.near(box)].find(
        (one) => isSameWay(one.way, dash.way) && isLevel(one, dash) && isBehind(one, both),
      );
      if (digit === undefined) continue;
      yield { run: dash.run, part: { text: `${dash.text}${sign.text}${digit.text}`, box: dash.run.box } };
      break;
    }
  }
}

const boxOf = ({ from, to, foot, size }: Spot): Box => [from, foot, to, foot + size];

const isLevel = (one: Spot, other: Spot): boolean => Math.abs(one.foot - other.foot) <= LEVEL * other.size;

const isWithin = (dash: Spot, sign: Spot): boolean =>
  BARRED.test(sign.text) &&
  isSameWay(dash.way, sign.way) &&
  isLevel(dash, sign) &&
  Math.abs((dash.from + dash.to - sign.from - sign.to) / 2) <= MIDDLE * sign.size;
