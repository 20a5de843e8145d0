import { broken } from './broken.ts';
import type { Code, HuffmanTable } from './huffman.ts';
import { standardTable } from './standard.ts';

/** Selects the Huffman tables that flags name: standard ones, or the next custom table that the segment refers to. */
export class Tables {
  readonly #given: readonly HuffmanTable[];
  #next = 0;

  constructor(given: readonly HuffmanTable[]) {
    this.#given = given;
  }

  /** The table that a field of flags names; its highest value names a custom table. */
  choose(flags: number, shift: number, bits: 1 | 2, standard: readonly number[]): Code {
    const choice = (flags >> shift) & (2 ** bits - 1);
    const number = standard[choice];
    if (number !== undefined) return standardTable(number);
    const given = this.#given[this.#next++];
    if (choice !== 2 ** bits - 1 || given === undefined) throw broken('there is no such table');
    return given;
  }
}
