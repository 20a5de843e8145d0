import type { TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Seen } from './misrecognised.ts';
import type { Levelled } from './skew.ts';

/** The share of strings that run one way where the lines of a page do. */
const MOST = 0.6;

type Place = readonly [x: number, y: number];

/**
 * What is seen as if a page were turned by quarters so that its lines run to the right: scans are stored turned, and shown upright by the
 * page's `Rotate`, or are on their head as they went through the scanner.
 */
export function upright(words: readonly { run: TextRun }[], seen: Seen): Levelled {
  const counts = [0, 0, 0, 0];
  for (const { run } of words) counts[quarterOf(run)] = (counts[quarterOf(run)] ?? 0) + 1;
  const quarter = counts.findIndex((count) => count > MOST * words.length);
  if (quarter <= 0) return { seen, placed: (run) => run };
  const back = (run: TextRun): TextRun => turned(run, quarter);
  return {
    seen: {
      document: seen.document,
      spend: (units) => seen.spend(units),
      isBlank: (run) => seen.isBlank(back(run)),
      shadeUnder: (run) => {
        const under = seen.shadeUnder(back(run));
        if (under === undefined) return undefined;
        return (x, y, wide, high) => {
          const [px, py] = placeOf([x, y], quarter);
          return quarter === 2 ? under(px, py, wide, high) : under(px, py, high, wide);
        };
      },
      middleUnder: (run) => {
        const middle = seen.middleUnder(back(run));
        return middle && placeOf(middle, 4 - quarter);
      },
      finenessUnder: (run) => seen.finenessUnder(back(run)),
    },
    placed: (run) => turned(run, 4 - quarter),
  };
}

/** How many quarters, against the clock, a string is turned. */
const quarterOf = ({ line: [x0, y0, x1, y1] }: TextRun): number =>
  Math.round((Math.atan2(y1 - y0, x1 - x0) * 2) / Math.PI) & 3;

/** A place turned about the origin, against the clock. */
function placeOf([x, y]: Place, quarters: number): Place {
  if (quarters === 1) return [-y, x];
  return quarters === 2 ? [-x, -y] : [y, -x];
}

function turned(run: TextRun, quarters: number): TextRun {
  const [x0, y0, x1, y1] = run.line;
  const [ax, ay] = placeOf([x0, y0], quarters);
  const [bx, by] = placeOf([x1, y1], quarters);
  const box = boxOf(placeOf([run.box[0], run.box[1]], quarters), placeOf([run.box[2], run.box[3]], quarters));
  const [along, up] = [placeOf(run.along, quarters), placeOf(run.up, quarters)];
  return { ...run, line: [ax, ay, bx, by], box, along, up };
}

const boxOf = ([ax, ay]: Place, [bx, by]: Place): Box => [
  Math.min(ax, bx),
  Math.min(ay, by),
  Math.max(ax, bx),
  Math.max(ay, by),
];
