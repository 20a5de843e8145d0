import type { TextRun } from '../../content/canvas.ts';
import { eachCode } from '../../content/codes.ts';
import type { Font } from '../../content/font/font.ts';

/** In ems along their line, from which digits stand side by side in the narrowest typefaces, and a sign before a digit. */
const DIGITS = 0.17;
const SIGN = 0.08;
const DIGIT = /^\p{Nd}$/u;
const BETWEEN = /^[-−–+.,'’·٫٬/:]$/u;
/** What it costs to go along one byte of a string. */
const CODE = 4;

/** Whether a code is a digit, or a sign that stands among digits, and has less width than any has, or leads back. */
export function isNarrow(font: Font, code: Uint8Array, text: string): boolean {
  const least = DIGIT.test(text) ? DIGITS : BETWEEN.test(text) ? SIGN : 0;
  return least > 0 && font.measure(code).advance < 1000 * least;
}

/** Whether the spacing of letters leads back over what a digit takes. */
export const leadsBack = ({ pace: { em, char } }: TextRun): boolean =>
  char * Math.sign(em) < -1000 * DIGITS * Math.abs(em);

/** The digits of a string that stand in one place with the digit before them, and signs that stand within one. */
export function heapedDigits(run: TextRun, spend: (units: number) => void): string | undefined {
  const { font, bytes, line, width } = run;
  if (font === undefined || font.vertical || font.kind === 'type3' || !(width > 0)) return undefined;
  spend(CODE * bytes.length);
  const ems = Math.hypot(line[2] - line[0], line[3] - line[1]) / width;
  const last: { text: string; at: number }[] = [];
  let found: string | undefined;
  eachCode(run, (code, from) => {
    last.push({ text: font.text(code), at: from * ems });
    if (last.length > 3) last.shift();
    found ??= heapOf(last);
  });
  return found;
}

function heapOf(last: readonly { text: string; at: number }[]): string | undefined {
  const [own, before, first] = [last.at(-1), last.at(-2), last.at(-3)];
  if (own === undefined || before === undefined || !DIGIT.test(own.text)) return undefined;
  const isNear = (one: { at: number }, other: { at: number }, least: number): boolean =>
    other.at - one.at < least;
  if (DIGIT.test(before.text)) return isNear(before, own, DIGITS) ? before.text + own.text : undefined;
  if (!BETWEEN.test(before.text) || first === undefined || !DIGIT.test(first.text)) return undefined;
  const isWithin = isNear(before, own, SIGN) || isNear(first, before, DIGITS);
  return isWithin ? first.text + before.text + own.text : undefined;
}
