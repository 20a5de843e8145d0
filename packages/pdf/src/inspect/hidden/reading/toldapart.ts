import type { Work } from './inklevel.ts';
import { foldAlike } from './otherwords.ts';
import { ROWS, type Template } from './templates.ts';

/** Letters that are held against each other; of the ink of one, how much one differs that looks otherwise; and the share that does. */
const COMPARED = 150;
const OTHERWISE = 0.1;
const APART = 0.5;
/** Places at which a letter is seen that is compared. */
const SEEN = 3;

/** Whether most letters of a page look otherwise than each other one. */
export function areToldApart(
  letters: readonly (readonly [letter: string, template: Template])[],
  work: Work,
): boolean {
  const seen = letters
    .filter(([, { places }]) => places >= SEEN)
    .slice(0, COMPARED)
    .map(([letter, template]) => ({ letter: foldAlike(letter), template, ink: spread(template) }));
  const apart = seen.filter((own) =>
    seen.every((other) => {
      if (other.letter === own.letter) return true;
      work.cells += own.template.cells.length;
      return differenceOf(own.template, other) >= OTHERWISE * own.template.energy;
    }),
  );
  return apart.length >= APART * seen.length;
}

/** The ink of each cell of a letter, of those without any too. */
function spread({ width, cells, inks }: Template): Float64Array {
  const ink = new Float64Array(width * ROWS);
  for (const [at, cell] of cells.entries()) ink[cell] = inks[at] ?? 0;
  return ink;
}

/** The sum of the squares by which two letters differ. */
function differenceOf(
  { cells, inks, energy }: Template,
  { template, ink }: { template: Template; ink: Float64Array },
): number {
  let common = 0;
  for (let at = 0; at < cells.length; at++) common += (inks[at] ?? 0) * (ink[cells[at] ?? 0] ?? 0);
  return energy + template.energy - 2 * common;
}
