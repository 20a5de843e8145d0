import type { Pdf } from '../../syntax/pdf.ts';
import { targets } from '../../syntax/targets.ts';
import { isUnread, valueAt } from './value.ts';

interface Walk {
  numbers: Set<number>;
  /** Whether all of them could be read. */
  isWhole: boolean;
}

/** Which objects the trailer of a revision leads to; walked where it is asked for, and kept as long as the revision is. */
export class Reach {
  readonly #walks = new WeakMap<Pdf, Walk>();

  reaches(pdf: Pdf, number: number): boolean {
    return this.#walk(pdf).numbers.has(number);
  }

  /** Whether nothing is reached beside those: what cannot be read here may lead other readers anywhere. */
  isWhole(pdf: Pdf): boolean {
    return this.#walk(pdf).isWhole;
  }

  #walk(pdf: Pdf): Walk {
    const walk = this.#walks.get(pdf) ?? walkFrom(pdf);
    this.#walks.set(pdf, walk);
    return walk;
  }
}

function walkFrom(pdf: Pdf): Walk {
  const numbers = new Set<number>();
  let isWhole = true;
  const open = [...targets(pdf.trailer)];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (numbers.has(number)) continue;
    numbers.add(number);
    const value = valueAt(pdf, number);
    if (value !== undefined) for (const target of targets(value)) open.push(target);
    else if (isUnread(pdf, number)) isWhole = false;
  }
  return { numbers, isWhole };
}
