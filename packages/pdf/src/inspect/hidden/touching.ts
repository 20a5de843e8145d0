import type { TextRun } from '../../content/canvas.ts';
import { BLANK_GAP, follows } from './following.ts';
import type { End, SeenCodes, UsedCodes } from './usedcodes.ts';

/** Tells codes which digits touch them that stand in a string of their own, and maybe in another font. */
export class Touching {
  /** The string that was shown last. */
  #before: { run: TextRun; codes: UsedCodes; last: End } | undefined;

  /** A string, in the order of showing, and which codes it begins and ends with. */
  add(run: TextRun, codes: UsedCodes, { first, last }: SeenCodes): void {
    const before = this.#before;
    if (before?.last.endsNumber === true && follows(run, before.run, BLANK_GAP)) codes.follow(first);
    if (before !== undefined && follows(run, before.run)) {
      if (before.last.isDigit) codes.touch(first);
      if (!before.last.isBlank) codes.join(first);
      if (first.isDigit) before.codes.touch(before.last);
    }
    this.#before = { run, codes, last };
  }
}
