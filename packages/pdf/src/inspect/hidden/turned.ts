import type { TextRun } from '../../content/canvas.ts';
import { type Part, type Reader, weigh } from './letters.ts';
import { readAs, type Way } from './turnedsigns.ts';

/** Bytes of a string that is a number, or a word. */
const LONGEST = 40;
/** Of the letters of a page, those that stand as a turned number does at most. */
const FEW = 0.1;
/** A text that is a number wherever it stands. */
const NUMBER = /^[0-9 .+-]*[0-9][0-9 .+-]*$/;
/** In ems of a line: how far from a word in it the others end and begin, and how far from a stroke digits do. */
const CLOSE = 0.6;
const TOUCHES = 0.2;
/** In ems, how far over a line the middle of what stands in it is. */
const OVER = [-0.2, 0.9] as const;
/** Runs that are passed by for what reading a byte costs. */
const RUNS_A_UNIT = 8;

/** Numbers and words that are kept of each way to stand. */
const MOST = 200;

/** How many letters stand one way, and the short strings among them. */
interface Standing {
  letters: number;
  runs: TextRun[];
}

/**
 * What stands otherwise than the letters of its page, and is read as something else: numbers wherever they are (6 as 9,
 * 18 as 81), words and signs within a line of others (ou as no, a mirrored < as >). A footer on its head is no lie.
 */
export class Turned {
  readonly #reader: Reader;
  readonly #spend: (units: number) => void;
  readonly #standing = new Map<number, Standing>();

  constructor(reader: Reader, spend: (units: number) => void) {
    this.#reader = reader;
    this.#spend = spend;
  }

  /** A run that is seen. */
  add(run: TextRun): void {
    const stand = standOf(run);
    const standing = this.#standing.get(stand) ?? { letters: 0, runs: [] };
    if (standing.letters === 0) this.#standing.set(stand, standing);
    standing.letters += run.bytes.length;
    const isKept = run.bytes.length <= LONGEST && run.font?.kind !== 'type3' && standing.runs.length < MOST;
    if (isKept) standing.runs.push(run);
  }

  /** `runs`: those of the page. */
  *found(runs: readonly TextRun[]): Generator<{ run: TextRun; part: Part }> {
    const all = [...this.#standing].sort(([, a], [, b]) => b.letters - a.letters);
    const letters = all.reduce((sum, [, standing]) => sum + standing.letters, 0);
    const [usual, ...others] = all;
    for (const [stand, standing] of others) {
      const way = wayOf(stand, usual?.[0] ?? stand);
      if (way === undefined || standing.letters > FEW * letters) continue;
      for (const run of standing.runs) {
        const text = this.#reader.text(run).trim();
        const read = readAs(text, way);
        if (read === undefined || read === text) continue;
        const isNumber = way !== 'quarter' && NUMBER.test(text);
        if (isNumber || this.#isInLine(run, way, { runs, usual: usual?.[0] }))
          yield { run, part: { text: `${read}→${text}`, box: run.box } };
      }
    }
  }

  /** Whether a string stands in a line of letters that stand as usual; of digits where a stroke is another one. */
  #isInLine(
    run: TextRun,
    way: Way,
    { runs, usual }: { runs: readonly TextRun[]; usual: number | undefined },
  ): boolean {
    this.#spend(runs.length / RUNS_A_UNIT);
    return runs.some((other) => {
      const isStroke = way === 'quarter';
      if (other === run || standOf(other) !== usual) return false;
      if (!isBeside(run, other, isStroke ? TOUCHES : CLOSE)) return false;
      const { letters, digits } = weigh(this.#reader.text(other));
      return isStroke ? digits > 0 : letters > 0;
    });
  }
}

/** Whether the middle of a string lies in the line of another, and directly before or behind it, or within. */
function isBeside({ line: [x0, y0, x1, y1], up }: TextRun, other: TextRun, reach: number): boolean {
  const { line, along, size, width } = other;
  const length = Math.hypot(along[0], along[1]) || 1;
  const [ux, uy] = [along[0] / length, along[1] / length];
  const upright = Math.sign(ux * other.up[1] - uy * other.up[0]);
  const [ax, ay, bx, by] = line;
  const onLine = (x: number, y: number): number => x * ux + y * uy;
  const over = (x: number, y: number): number => (y - ay) * ux - (x - ax) * uy;
  const [mx, my] = [(x0 + x1) / 2 + up[0] / 3, (y0 + y1) / 2 + up[1] / 3];
  const height = (upright * over(mx, my)) / size;
  if (!(height >= OVER[0] && height <= OVER[1])) return false;
  const [first, last] = [onLine(ax, ay), onLine(bx, by)].sort((a, b) => a - b) as [number, number];
  const ends = [onLine(x0, y0), onLine(x1, y1), onLine(mx, my)];
  return Math.max(...ends) >= first - reach * width && Math.min(...ends) <= last + reach * width;
}

/** In which of four directions letters follow each other, and whether they are mirrored: 4 and more. */
function standOf({ along, up, pace }: TextRun): number {
  // A size or a scaling below zero turns the letters.
  const sign = pace.em < 0 ? -1 : 1;
  const ax = sign * along[0];
  const ay = sign * along[1];
  const quarter = Math.round((Math.atan2(ay, ax) * 2) / Math.PI) & 3;
  return ax * up[1] - ay * up[0] < 0 ? quarter + 4 : quarter;
}

function wayOf(stand: number, usual: number): Way | undefined {
  const isOpposite = ((stand - usual) & 3) === 2;
  const isMirrored = stand >= 4 !== usual >= 4;
  if (isOpposite) return isMirrored ? 'back' : 'round';
  if (((stand - usual) & 1) === 1) return isMirrored ? undefined : 'quarter';
  return isMirrored ? 'over' : undefined;
}
