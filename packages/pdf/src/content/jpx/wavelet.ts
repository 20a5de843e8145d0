import type { Area } from './parameters.ts';

/** The lifting parameters of the 9-7 irreversible filter, and its scaling factor K (ITU-T T.800 Table F.4). */
const [ALPHA, BETA, GAMMA, DELTA] = [
  -1.586134342059924, -0.052980118572961, 0.882911075530934, 0.443506852043971,
];
const SCALE = 1.230174104914001;

/** The low-pass and high-pass coefficients of a resolution level, interleaved, which become its samples. */
export interface Raster {
  area: Area;
  values: Float32Array;
}

/**
 * A lifting step: changes every `step`th value, so many of them, by the values before and behind it. This is the hot loop of the
 * wavelet, so each filter has its own.
 */
type Change = (run: Run) => void;
interface Run {
  values: Float32Array;
  at: number;
  before: number;
  behind: number;
  step: number;
  count: number;
}

/** Whether a step changes low-pass (0) or high-pass (1) coefficients. */
type Step = readonly [parity: 0 | 1, change: Change];

/** Synthesizes the samples of a resolution level in place (2D_SR, §F.3.2). */
export function synthesize({ area, values }: Raster, isReversible: boolean): void {
  const steps = isReversible ? REVERSIBLE : IRREVERSIBLE;
  const [width, height] = [area.x1 - area.x0, area.y1 - area.y0];
  for (let row = 0; row < height; row++) {
    const from = row * width;
    if (width === 1) halve(values, from, 1, area.x0);
    else
      for (const [parity, change] of steps) changeAlong(values, from, width, (area.x0 & 1) ^ parity, change);
  }
  if (height === 1) halve(values, 0, width, area.y0);
  else
    for (const [parity, change] of steps)
      for (let row = (area.y0 & 1) ^ parity; row < height; row += 2) {
        const [before, behind] = [row > 0 ? row - 1 : 1, row + 1 < height ? row + 1 : height - 2];
        const places = { at: row * width, before: before * width, behind: behind * width };
        change({ values, ...places, step: 1, count: width });
      }
}

/** A line of a single high-pass coefficient is twice its sample (§F.3.6). */
function halve(values: Float32Array, from: number, count: number, place: number): void {
  if ((place & 1) === 0) return;
  for (let at = from; at < from + count; at++) values[at] = (values[at] ?? 0) / 2;
}

/** Applies a step along a line, which is extended symmetrically at its ends (§F.3.7). */
function changeAlong(
  values: Float32Array,
  from: number,
  length: number,
  first: number,
  change: Change,
): void {
  const last = length - 1;
  const one = { values, step: 2, count: 1 };
  if (first === 0) change({ ...one, at: from, before: from + 1, behind: from + 1 });
  const begin = first === 0 ? 2 : 1;
  const count = Math.max(0, Math.floor((last - 1 - begin) / 2) + 1);
  const at = from + begin;
  change({ values, step: 2, at, before: at - 1, behind: at + 1, count });
  if (last > 0 && last % 2 === first) {
    const end = from + last;
    change({ ...one, at: end, before: end - 1, behind: end - 1 });
  }
}

/** The 5-3 reversible filter (§F.3.8.2). */
const REVERSIBLE: readonly Step[] = [
  [
    0,
    ({ values, at, before, behind, step, count }) => {
      for (let index = 0, by = 0; index < count; index++, by += step)
        values[at + by] =
          (values[at + by] ?? 0) - (((values[before + by] ?? 0) + (values[behind + by] ?? 0) + 2) >> 2);
    },
  ],
  [
    1,
    ({ values, at, before, behind, step, count }) => {
      for (let index = 0, by = 0; index < count; index++, by += step)
        values[at + by] =
          (values[at + by] ?? 0) + (((values[before + by] ?? 0) + (values[behind + by] ?? 0)) >> 1);
    },
  ],
];

/** The 9-7 irreversible filter (§F.3.8.1). */
const IRREVERSIBLE: readonly Step[] = [
  [0, scaleBy(SCALE)],
  [1, scaleBy(1 / SCALE)],
  [0, liftBy(DELTA)],
  [1, liftBy(GAMMA)],
  [0, liftBy(BETA)],
  [1, liftBy(ALPHA)],
];

function scaleBy(times: number): Change {
  return ({ values, at, step, count }) => {
    for (let index = 0, by = at; index < count; index++, by += step) values[by] = (values[by] ?? 0) * times;
  };
}

function liftBy(times: number): Change {
  return ({ values, at, before, behind, step, count }) => {
    for (let index = 0, by = 0; index < count; index++, by += step)
      values[at + by] =
        (values[at + by] ?? 0) - times * ((values[before + by] ?? 0) + (values[behind + by] ?? 0));
  };
}
