import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { type Dash, readDash } from '../dash.ts';
import { loadFont } from '../font/font.ts';
import type { Interpreter } from '../interpreter.ts';
import { OPEN } from '../operands.ts';
import { softMask } from '../softmask.ts';
import { readTransfer } from '../transfer.ts';
import { NOTHING, type Operators, sets } from './operator.ts';

/** What reading a parameter dictionary costs. */
const LOOKED_UP = 60;

/** Graphics state (ISO 32000-2 §8.4.4). */
export const STATE: Operators = {
  q: { numbers: 0, run: (it) => it.save() },
  Q: { numbers: 0, run: (it) => it.restore() },
  cm: {
    numbers: 6,
    run: (it, at) => {
      const { operands } = it;
      it.transform([
        operands.at(at),
        operands.at(at + 1),
        operands.at(at + 2),
        operands.at(at + 3),
        operands.at(at + 4),
        operands.at(at + 5),
      ]);
    },
  },
  w: {
    numbers: 1,
    run: (it, at) => {
      const width = it.operands.at(at);
      // Some readers draw a line as broad as if it were more than nought, and some the thinnest one (§8.4.3.2).
      if (width < 0) it.ambiguous(it.tokens.start);
      it.state.lineWidth = width;
    },
  },
  J: sets('cap'),
  j: sets('join'),
  M: sets('miterLimit'),
  d: {
    numbers: 0,
    run: (it, end) => {
      it.state.dash = dashBefore(it, end);
    },
  },
  ri: NOTHING,
  i: NOTHING,
  gs: { numbers: 0, run: (it, end) => parameters(it, it.tokens.name(end - 1)) },
};

const BLENDS: ReadonlySet<string> = new Set(
  (
    'Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion ' +
    'Hue Saturation Color Luminosity Normal Compatible'
  ).split(' '),
);

/** In units, from where a dash is as long as a short word. */
const LONG_DASH = 12;

/** The pattern between the brackets, and the phase behind them. */
function dashBefore(it: Interpreter, end: number): Dash | undefined {
  const { operands } = it;
  let open = end - 1;
  while (open >= 0 && operands.kind[open] !== OPEN) open--;
  const lengths: number[] = [];
  for (let at = open + 1; at < end - 2; at++) lengths.push(operands.at(at));
  // Some readers draw a solid line then, and some none (§8.4.3.6 forbids it). A phase below zero moves dashes, and not for all of them:
  // of long ones others are seen.
  const isNothing = lengths.length > 0 && lengths.every((length) => length === 0);
  const isBackward = Math.max(0, ...lengths) >= LONG_DASH && operands.at(end - 1) < 0;
  if (isNothing || isBackward || lengths.some((length) => length < 0)) it.ambiguous(it.tokens.start);
  return readDash(lengths, operands.at(end - 1));
}

/** §8.4.5 */
function parameters(it: Interpreter, name: string): void {
  const value = it.resource('ExtGState', name);
  it.spend(LOOKED_UP);
  it.attempt(value, () => {
    const dict = it.pdf.dict(value);
    if (dict !== undefined) apply(it, dict);
  });
}

/** What /BM means: the first mode that is known; `Compatible` is an older name of Normal (ISO 32000-2 §8.4.5, Table 134). */
export function blendMode(pdf: Pdf, value: PdfValue): string {
  const named = pdf.array(value)?.items ?? [value];
  const mode = named.map((item) => pdf.name(item) ?? '').find((name) => BLENDS.has(name));
  return mode === undefined || mode === 'Compatible' ? 'Normal' : mode;
}

function apply(it: Interpreter, dict: PdfDict): void {
  const { pdf, state } = it;
  const { entries } = dict;
  state.transfer = readTransfer(it, dict) ?? state.transfer;
  const number = (key: string, fallback: number): number => {
    const found = pdf.number(entries.get(key));
    // What is no number counts as nought, as one, or not at all.
    if (found === undefined && pdf.resolve(entries.get(key)) !== undefined) it.ambiguous(it.tokens.start);
    return found ?? fallback;
  };
  state.lineWidth = number('LW', state.lineWidth);
  state.cap = number('LC', state.cap);
  state.join = number('LJ', state.join);
  state.miterLimit = number('ML', state.miterLimit);
  state.fillAlpha = share(number('ca', state.fillAlpha));
  state.strokeAlpha = share(number('CA', state.strokeAlpha));
  const [dash, phase] = pdf.array(entries.get('D'))?.items ?? [];
  const lengths = pdf.array(dash)?.items;
  if (lengths !== undefined) {
    const numbers = lengths.map((item) => pdf.number(item) ?? 0);
    state.dash = readDash(numbers, pdf.number(phase) ?? 0);
  }
  const isSet = (key: string): boolean | undefined => pdf.boolean(entries.get(key));
  state.overprints = isSet('op') ?? isSet('OP') ?? state.overprints;
  state.overprintMode = number('OPM', state.overprintMode);
  const mask = pdf.resolve(entries.get('SMask'));
  if (mask !== undefined) {
    state.masked = mask.type === 'dict';
    // Through a mask of an unknown kind some readers show nothing, and others all.
    if (mask.type === 'dict' && !MASKS.has(pdf.name(mask.entries.get('S')) ?? ''))
      it.ambiguous(it.tokens.start);
    const known = mask.type === 'dict' ? softMask(it, mask) : undefined;
    state.mask = known;
    state.through = known?.box;
  }
  const blend = pdf.resolve(entries.get('BM'));
  // Of several, the first that is known (§8.4.5); some readers take the first in any case.
  const modes = blend?.type === 'array' ? blend.items : [blend];
  if (modes.length > 1 && !BLENDS.has(pdf.name(modes[0]) ?? '')) it.ambiguous(it.tokens.start);
  if (blend !== undefined) state.blend = blendMode(pdf, blend);
  const font = pdf.array(entries.get('Font'))?.items;
  if (font !== undefined) {
    state.isFontDoubtful = true;
    state.font = loadFont(pdf, font[0]);
    state.fontSize = pdf.number(font[1]) ?? state.fontSize;
  }
}

/** Kinds of soft masks (Table 142). */
const MASKS: ReadonlySet<string> = new Set(['Alpha', 'Luminosity']);

const share = (alpha: number): number => Math.min(Math.max(alpha, 0), 1);
