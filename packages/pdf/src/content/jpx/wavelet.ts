import type { Area } from './parameters.ts';

/** The steps of the irreversible transform, and how its means and differences are scaled (ITU-T T.800 Table F.4). */
const [ALPHA, BETA, GAMMA, DELTA] = [
  -1.586134342059924, -0.052980118572961, 0.882911075530934, 0.443506852043971,
];
const SCALE = 1.230174104914001;

/** Coefficients of a resolution, means and differences in turn, which become its samples. */
export interface Raster {
  area: Area;
  values: Float32Array;
}

/**
 * Changes values by those before and behind them: so many, each `step` from the last. All that is read of a picture comes
 * by here, so that each kind of change is a loop of its own.
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

/** Whether a change is of means (0) or of differences (1). */
type Step = readonly [parity: 0 | 1, change: Change];

/** Makes samples of coefficients that stand in turn (§F.3.2). */
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

/** A line of one difference is twice what it shows. */
function halve(values: Float32Array, from: number, count: number, place: number): void {
  if ((place & 1) === 0) return;
  for (let at = from; at < from + count; at++) values[at] = (values[at] ?? 0) / 2;
}

/** Every second value of a line; beyond its ends the neighbours stand again. */
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

/** §F.3.8.2 */
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

/** §F.3.8.1 */
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
