import { Bits } from '../fax/bits.ts';
import type { Octets } from '../octets.ts';
import { Bitmap, OR } from './bitmap.ts';
import { broken } from './broken.ts';
import { type Generic, genericContexts, readGeneric, readShape, type TemplateNumber } from './generic.ts';
import { type Code, plain } from './huffman.ts';
import { MmrReader } from './mmr.ts';
import type { Learnt, Part, Referred } from './parts.ts';
import { type Refinement, readRefinementShape, refinementContexts } from './refinement.ts';
import { ArithmeticSource, HuffmanSource, numberOf, type Source } from './source.ts';
import { standardTable } from './standard.ts';
import { Tables } from './tables.ts';
import { putText, type Refining, refineSymbol } from './text.ts';
import type { Work } from './work.ts';

/** What a symbol costs in addition to its pixels, and a run of export flags. */
const SYMBOL = 64;
const RUN = 16;

const [HUFFMAN, AGGREGATED, CONTEXTS_USED, CONTEXTS_KEPT] = [0x1, 0x2, 0x100, 0x200];

/** The bits of a symbol ID where there are so many symbols (SBSYMCODELEN). */
export const symbolBits = (count: number): number => (count <= 1 ? 0 : 32 - Math.clz32(count - 1));

/** Reads a symbol dictionary (ITU-T T.88 §7.4.2). */
export function readSymbols(octets: Octets, referred: Referred, work: Work): Part {
  return new SymbolReader(octets, referred, work).read();
}

class SymbolReader {
  readonly #work: Work;
  /** The input symbols, followed by the new ones. */
  readonly #symbols: Bitmap[];
  readonly #given: number;
  readonly #exported: number;
  readonly #count: number;
  readonly #source: ArithmeticSource | HuffmanSource;
  readonly #collectiveSize: Code | undefined;
  readonly #generic: Learnt['generic'];
  readonly #refining: Refining | undefined;
  readonly #isKept: boolean;

  constructor(octets: Octets, referred: Referred, work: Work) {
    this.#work = work;
    const flags = octets.number(2);
    const isHuffman = (flags & HUFFMAN) !== 0;
    const isAggregated = (flags & AGGREGATED) !== 0;
    const template = ((flags >> 10) & 3) as TemplateNumber;
    const generic = isHuffman ? undefined : readShape(octets, template, false);
    const refinement = isAggregated
      ? readRefinementShape(octets, ((flags >> 12) & 1) as 0 | 1, false)
      : undefined;
    [this.#exported, this.#count] = [octets.number(4), octets.number(4)];
    work.list(this.#count);
    this.#symbols = [...referred.symbols(work)];
    this.#given = this.#symbols.length;
    const learnt = (flags & CONTEXTS_USED) !== 0 ? learntOf(referred, generic, refinement) : undefined;
    this.#isKept = (flags & CONTEXTS_KEPT) !== 0;
    this.#generic = generic && {
      shape: generic,
      contexts: learnt?.generic?.contexts.slice() ?? genericContexts(generic.template),
    };
    this.#refining = refinement && {
      refinement,
      contexts: learnt?.refining?.contexts.slice() ?? refinementContexts(refinement.template),
    };
    const numberBits = symbolBits(this.#given + this.#count);
    if (!isHuffman) {
      this.#source = new ArithmeticSource(work.decoder(octets.rest()), numberBits);
      return;
    }
    const tables = new Tables(referred.tables);
    const [DH, DW] = [tables.choose(flags, 2, 2, [4, 5]), tables.choose(flags, 4, 2, [2, 3])];
    this.#collectiveSize = tables.choose(flags, 6, 1, [1]);
    const AI = tables.choose(flags, 7, 1, [1]);
    const numbers = { DH, DW, AI, EX: standardTable(1), ...AGGREGATE_CODES };
    const codes = { numbers, symbol: plain(Math.max(1, numberBits)), size: standardTable(1) };
    this.#source = new HuffmanSource(new Bits(octets.rest()), codes, work);
  }

  /** §6.5.5 */
  read(): Part {
    const source = this.#source;
    const all = this.#given + this.#count;
    let height = 0;
    while (this.#symbols.length < all) {
      this.#work.spend(SYMBOL);
      height += numberOf(source, 'DH');
      const widths: number[] = [];
      let width = 0;
      for (let step = source.next('DW'); step !== undefined; step = source.next('DW')) {
        width += step;
        this.#work.spend(SYMBOL);
        const isFull = this.#symbols.length + widths.length >= all;
        if (isFull || width < 0 || height < 0) throw broken('a symbol makes no sense');
        if (source instanceof HuffmanSource && this.#refining === undefined) widths.push(width);
        else this.#symbols.push(this.#readSymbol(width, height));
      }
      if (source instanceof HuffmanSource && this.#refining === undefined)
        this.#readClass(source, widths, height);
    }
    const symbols = this.#readExports();
    const generic = this.#generic;
    const refining = this.#refining && {
      shape: this.#refining.refinement,
      contexts: this.#refining.contexts,
    };
    if (!this.#isKept) return { kind: 'symbols', symbols, learnt: undefined };
    this.#work.hold((generic?.contexts.length ?? 0) + (refining?.contexts.length ?? 0));
    return { kind: 'symbols', symbols, learnt: { generic, refining } };
  }

  /** §6.5.8 */
  #readSymbol(width: number, height: number): Bitmap {
    const [source, refining, generic] = [this.#source, this.#refining, this.#generic];
    if (refining !== undefined) return this.#readAggregate(refining, width, height);
    if (!(source instanceof ArithmeticSource) || generic === undefined)
      throw broken('a symbol is not written');
    const size = { generic: generic.shape, width, height };
    return readGeneric(source.decoder, generic.contexts, size, this.#work);
  }

  /** §6.5.8.2 */
  #readAggregate(refining: Refining, width: number, height: number): Bitmap {
    const source: Source = this.#source;
    const instances = numberOf(source, 'AI');
    if (instances < 1) throw broken('a symbol is put together from none');
    if (instances > 1) {
      const region = this.#work.bitmap(width, height);
      const text = { ...AGGREGATE, instances, refining };
      putText(source, text, { region, symbols: this.#symbols }, this.#work);
      return region;
    }
    const reference = this.#symbols[source.symbol()];
    if (reference === undefined) throw broken('there is no such symbol');
    const [dx, dy] = [numberOf(source, 'RDX'), numberOf(source, 'RDY')];
    return refineSymbol(source, refining, { reference, width, height, dx, dy }, this.#work);
  }

  /** The symbols of a height class, which stand in one collective bitmap (§6.5.9). */
  #readClass(source: HuffmanSource, widths: readonly number[], height: number): void {
    const width = widths.reduce((sum, each) => sum + each, 0);
    const size = this.#collectiveSize?.read(source.bits) ?? -1;
    this.#work.keep(width, height);
    const all = new Bitmap(
      width,
      height,
      size === 0 ? source.octets(Math.ceil(width / 8) * height) : undefined,
    );
    const read = size === 0 ? all : new MmrReader(source.octets(size), this.#work).read(width, height);
    let x = 0;
    for (const each of widths) {
      this.#work.keep(each, height);
      this.#symbols.push(read.part(x, 0, each, height));
      x += each;
    }
  }

  /** §6.5.10 */
  #readExports(): Bitmap[] {
    const exported: Bitmap[] = [];
    let isExported = false;
    for (let at = 0; at < this.#symbols.length; isExported = !isExported) {
      this.#work.spend(RUN);
      const run = numberOf(this.#source, 'EX');
      const isEmpty = run === 0 && at > 0;
      if (run < 0 || isEmpty || at + run > this.#symbols.length)
        throw broken('a run of symbols makes no sense');
      if (isExported) for (const symbol of this.#symbols.slice(at, at + run)) exported.push(symbol);
      at += run;
    }
    if (exported.length !== this.#exported) throw broken('other symbols are exported than there are');
    return exported;
  }
}

/** The parameters of text region decoding for an aggregate symbol (Table 17). */
const AGGREGATE = { stripe: 1, isFar: false, isTransposed: false, operator: OR, offset: 0 } as const;
const AGGREGATE_CODES = {
  ...{ DT: standardTable(11), FS: standardTable(6), DS: standardTable(8), RI: plain(1) },
  ...{ RDW: standardTable(15), RDH: standardTable(15), RDX: standardTable(15), RDY: standardTable(15) },
};

/** The contexts that the last dictionary retains, which has to use the same templates. */
function learntOf(
  { learnt }: Referred,
  generic: Generic | undefined,
  refinement: Refinement | undefined,
): Learnt {
  const isSame =
    JSON.stringify([learnt?.generic?.shape, learnt?.refining?.shape]) ===
    JSON.stringify([generic, refinement]);
  if (learnt === undefined || !isSame) throw broken('nothing was learnt for such symbols');
  return learnt;
}
