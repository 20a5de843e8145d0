import { BitReader, markerFrom } from './bits.ts';
import type { Component, Frame } from './frame.ts';
import type { HuffmanTable } from './huffman.ts';

/** A component in a scan, with the tables of its codes; undefined for those that the scan does not need. */
export interface Coded {
  component: Component;
  index: number;
  dc: HuffmanTable | undefined;
  ac: HuffmanTable | undefined;
}

/** The head of a scan (ITU-T T.81 §B.2.3). */
export interface Scan {
  coded: readonly Coded[];
  /** First and last coefficient in the zigzag sequence. */
  first: number;
  last: number;
  /** Successive approximation: bits that earlier scans left out, 0 for the first; and those that this one leaves out. */
  high: number;
  low: number;
  /** Units between restart markers; 0 for none. */
  interval: number;
}

/** Reads a block at its column and row; false where the codes make no sense. */
export type ReadBlock = (bits: BitReader, part: number, column: number, row: number) => boolean;

/** Where a scan's data end, its blocks read one by one; undefined where the data break off or make no sense. */
export function readBlocks(
  bytes: Uint8Array,
  from: number,
  { frame, scan }: { frame: Frame; scan: Scan },
  { block, restart }: { block: ReadBlock; restart: () => void },
): number | undefined {
  const bits = new BitReader(bytes, from);
  const [only] = scan.coded;
  const isAlone = scan.coded.length === 1;
  const [across, down] = isAlone && only !== undefined ? only.component.shown : frame.units;
  const units = across * down;
  restart();
  for (let unit = 0; unit < units; unit++) {
    if (scan.interval > 0 && unit > 0 && unit % scan.interval === 0) {
      if (!bits.restart((unit / scan.interval - 1) & 7)) return undefined;
      restart();
    }
    const [column, row] = [unit % across, Math.floor(unit / across)];
    const isRead = isAlone ? block(bits, 0, column, row) : readUnit(bits, scan.coded, [column, row], block);
    if (!isRead || bits.isPastEnd) return undefined;
  }
  return endOfScan(bytes, bits.at);
}

/** §A.2.3: so many blocks of each component as its sampling factors say. */
function readUnit(
  bits: BitReader,
  coded: readonly Coded[],
  [unitColumn, unitRow]: readonly [number, number],
  block: ReadBlock,
): boolean {
  for (let part = 0; part < coded.length; part++) {
    const component = coded[part]?.component;
    if (component === undefined) return false;
    const { across, down } = component;
    for (let row = 0; row < down; row++)
      for (let column = 0; column < across; column++)
        if (!block(bits, part, unitColumn * across + column, unitRow * down + row)) return false;
  }
  return true;
}

/** Where the next marker stands that is no restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = markerFrom(bytes, from);
  while (isRestart(bytes[at])) at = markerFrom(bytes, at);
  return at;
}

const isRestart = (code: number | undefined): boolean => code !== undefined && code >= 0xd0 && code <= 0xd7;
