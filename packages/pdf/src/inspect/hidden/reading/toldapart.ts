import { foldAlike } from './otherwords.ts';
import type { Template } from './templates.ts';

/** Letters that are held against each other; of the ink of one, how much one differs that looks otherwise; and the share that does. */
const COMPARED = 150;
const OTHERWISE = 0.1;
const APART = 0.5;
/** Places at which a letter is seen that is compared. */
const SEEN = 3;

/** Whether most letters of a page look otherwise than each other one. */
export function areToldApart(letters: readonly (readonly [letter: string, template: Template])[]): boolean {
  const seen = letters.filter(([, { places }]) => places >= SEEN).slice(0, COMPARED);
  const apart = seen.filter(([letter, own]) =>
    seen.every(
      ([other, template]) =>
        foldAlike(other) === foldAlike(letter) || differenceOf(own, template) >= OTHERWISE * own.energy,
    ),
  );
  return apart.length >= APART * seen.length;
}

/** The sum of the squares by which two letters differ. */
function differenceOf(a: Template, b: Template): number {
  const inks = new Map([...b.cells].map((cell, at) => [cell, b.inks[at] ?? 0]));
  let common = 0;
  for (const [at, cell] of a.cells.entries()) common += (a.inks[at] ?? 0) * (inks.get(cell) ?? 0);
  return a.energy + b.energy - 2 * common;
}
