import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { targets } from './references.ts';

/** Which objects the trailer of a revision leads to; walked where it is asked for, and kept for two revisions. */
export class Reach {
  readonly #known: { pdf: Pdf; numbers: Set<number> }[] = [];

  reaches(pdf: Pdf, number: number): boolean {
    const known = this.#known.find((one) => one.pdf === pdf);
    if (known !== undefined) return known.numbers.has(number);
    const numbers = walk(pdf);
    this.#known.push({ pdf, numbers });
    if (this.#known.length > 2) this.#known.shift();
    return numbers.has(number);
  }
}

function walk(pdf: Pdf): Set<number> {
  const numbers = new Set<number>();
  const open = [...targets(pdf.trailer)];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (numbers.has(number)) continue;
    numbers.add(number);
    const at = number;
    const value = readable(() => pdf.object(at)?.value);
    if (value !== undefined) for (const target of targets(value)) open.push(target);
  }
  return numbers;
}
