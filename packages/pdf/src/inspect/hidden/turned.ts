import type { TextRun } from '../../content/canvas.ts';
import type { Reader } from './letters.ts';

/** Bytes of a string that is a number. */
const LONGEST = 40;
/** Of the letters of a page, those that stand as a turned number does at most. */
const FEW = 0.1;
/** Signs that numbers are written with beside digits, the same both ways round. */
const PLAIN = ' .-+';

type Way = 'round' | 'back' | 'over';
/** What digits are read as that are turned round, mirrored from left to right, and from foot to top. */
const READ: Readonly<Record<Way, string>> = { round: '01....9.86', back: '015..2..8.', over: '0153.2..8.' };

/** Numbers that are kept of each way to stand. */
const MOST = 200;

/** How many letters stand one way, and the short strings among them. */
interface Standing {
  letters: number;
  runs: TextRun[];
}

/** Numbers that stand otherwise than the letters of their page, and are read as other ones: 6 as 9, 18 as 81. */
export class TurnedNumbers {
  readonly #reader: Reader;
  readonly #standing = new Map<number, Standing>();

  constructor(reader: Reader) {
    this.#reader = reader;
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

  *found(): Generator<{ run: TextRun; text: string }> {
    const all = [...this.#standing].sort(([, a], [, b]) => b.letters - a.letters);
    const letters = all.reduce((sum, [, standing]) => sum + standing.letters, 0);
    const [usual, ...others] = all;
    for (const [stand, standing] of others) {
      const way = wayOf(stand, usual?.[0] ?? stand);
      if (way === undefined || standing.letters > FEW * letters) continue;
      for (const run of standing.runs) {
        const text = this.#reader.text(run).trim();
        const read = readAs(text, way);
        if (read !== undefined && read !== text) yield { run, text: `${read}→${text}` };
      }
    }
  }
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
  return isMirrored && ((stand - usual) & 3) === 0 ? 'over' : undefined;
}

/** The number that is read; undefined where it is none. */
function readAs(text: string, way: Way): string | undefined {
  const signs = [...text].map((sign) => (PLAIN.includes(sign) ? sign : (READ[way][Number(sign)] ?? '.')));
  const isNumber = /^[0-9 .+-]+$/.test(text) && signs.every((sign, at) => sign !== '.' || text[at] === '.');
  if (!isNumber) return undefined;
  return (way === 'over' ? signs : signs.reverse()).join('');
}
