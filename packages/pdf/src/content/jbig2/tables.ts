import { broken } from './broken.ts';
import type { Code, HuffmanTable } from './huffman.ts';
import { standardTable } from './standard.ts';

/** Gives out the codes that flags ask for: standard tables by number, or the next of those that are referred to. */
export class Tables {
  readonly #given: readonly HuffmanTable[];
  #next = 0;

  constructor(given: readonly HuffmanTable[]) {
    this.#given = given;
  }

  /** By what flags hold: which of the standard tables; the number past the last of those that may stand there is a given one. */
  choose(flags: number, shift: number, bits: 1 | 2, standard: readonly number[]): Code {
    const choice = (flags >> shift) & (2 ** bits - 1);
    const number = standard[choice];
    if (number !== undefined) return standardTable(number);
    const given = this.#given[this.#next++];
    if (choice !== 2 ** bits - 1 || given === undefined) throw broken('there is no such table');
    return given;
  }
}
