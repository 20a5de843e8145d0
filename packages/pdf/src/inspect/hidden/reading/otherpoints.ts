import type { Work } from './inklevel.ts';
import type { Alignment } from './inkwindow.ts';
import type { InkedWord, PageLetters } from './pageletters.ts';
import type { Template } from './templates.ts';

/** What stands between digits of an amount, how many of them are looked for, and how many times less misfit each has to leave. */
const POINTS = ['.', ','];
const MOST = 4;
const BETTER = 1.1;
/**
 * The misfit of a number as it was recognised, at least; of the same with the points that fit best, at most; and how many times
 * as much the first is, of numbers of so few digits and of others.
 */
const OWN = 0.12;
const OTHER = 0.2;
const TIMES = { few: 2, more: 1.3 };
const FEW = 2;

/** A number of which the points are changed, but not the digits. */
interface PointedNumber {
  signs: string[];
  letters: Template[];
}

/**
 * How a number lies on its ink that surely shows points or commas between other digits than was recognised: as it was recognised the
 * number does not lie on its ink, and it does with those that fit best. Undefined for any other: a point that is taken for a comma is
 * not told, since noise adds a tail to one, or takes it away. `letters`: those with which it was aligned.
 */
export function alignOtherPoints(
  word: InkedWord,
  { misfit, shift }: Alignment,
  letters: readonly Template[],
  page: PageLetters,
  work: Work,
): Alignment | undefined {
  if (misfit < OWN) return undefined;
  const lay = (number: PointedNumber): LaidNumber => ({
    number,
    alignment: work.isSpent ? undefined : page.alignWith(word, number.letters, [shift]),
  });
  const said = { signs: [...word.letters], letters: [...letters] };
  let shown = lay(removePoints(said));
  for (let more = 0; more < MOST; more++) {
    const [best] = placeOneMore(shown.number, page)
      .map(lay)
      .sort((a, b) => misfitOf(a) - misfitOf(b));
    if (best === undefined || misfitOf(best) * BETTER >= misfitOf(shown)) break;
    shown = best;
  }
  const { few, more } = TIMES;
  const limit = Math.min(OTHER, misfit / (said.signs.filter(isDigit).length <= FEW ? few : more));
  const isOther = misfitOf(shown) <= limit && placesOf(shown.number.signs) !== placesOf(said.signs);
  return isOther ? shown.alignment : undefined;
}

/** Such a number over its ink; undefined where it does not fit in. */
interface LaidNumber {
  number: PointedNumber;
  alignment: Alignment | undefined;
}

const misfitOf = ({ alignment }: LaidNumber): number => alignment?.misfit ?? Infinity;

const isDigit = (sign: string | undefined): boolean => sign !== undefined && /^[0-9]$/.test(sign);
const isPoint = (sign: string | undefined): boolean => sign !== undefined && POINTS.includes(sign);
const placesOf = (signs: readonly string[]): string =>
  signs.map((sign) => (isPoint(sign) ? '.' : sign)).join('');

function removePoints({ signs, letters }: PointedNumber): PointedNumber {
  const isKept = (_: unknown, at: number): boolean =>
    !(isPoint(signs[at]) && isDigit(signs[at - 1]) && isDigit(signs[at + 1]));
  return { signs: signs.filter(isKept), letters: letters.filter(isKept) };
}

/** The number with a point or comma more, at each place between two digits. */
function placeOneMore({ signs, letters }: PointedNumber, page: PageLetters): PointedNumber[] {
  const places = [...signs.keys()].filter((at) => isDigit(signs[at - 1]) && isDigit(signs[at]));
  return places.flatMap((at) =>
    POINTS.map((point) => ({
      signs: signs.toSpliced(at, 0, point),
      letters: letters.toSpliced(at, 0, page.template(point)),
    })),
  );
}
