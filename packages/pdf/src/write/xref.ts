import { ascii, concat } from '../syntax/bytes.ts';

/** An object of an update and where it stands in the whole file. */
export interface WrittenObject {
  number: number;
  generation: number;
  offset: number;
}

/** Consecutive numbers, each run a subsection; `objects` are sorted by number. */
function runs(objects: readonly WrittenObject[]): WrittenObject[][] {
  const all: WrittenObject[][] = [];
  for (const object of objects) {
    const run = all.at(-1);
    if (run !== undefined && run.at(-1)?.number === object.number - 1) run.push(object);
    else all.push([object]);
  }
  return all;
}

/** A table of 20-byte entries (ISO 32000-2 §7.5.4), up to the trailer. */
export function xrefTable(objects: readonly WrittenObject[]): string {
  let text = 'xref\n';
  for (const run of runs(objects)) {
    text += `${run[0]?.number} ${run.length}\n`;
    for (const { offset, generation } of run) {
      text += `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n\r\n`;
    }
  }
  return text;
}

/** A cross-reference stream without filters (§7.5.8); `objects` includes the stream itself. */
export function xrefStreamBody(objects: readonly WrittenObject[], trailer: string): Uint8Array {
  const highest = objects.reduce((most, { offset }) => Math.max(most, offset), 0);
  const width = highest > 0xffffff ? 4 : 3;
  const data = new Uint8Array(objects.length * (1 + width + 2));
  let at = 0;
  for (const { offset, generation } of objects) {
    data[at++] = 1;
    for (let shift = width - 1; shift >= 0; shift--) data[at++] = Math.floor(offset / 256 ** shift);
    data[at++] = generation >> 8;
    data[at++] = generation;
  }
  const index = runs(objects)
    .map((run) => `${run[0]?.number} ${run.length}`)
    .join(' ');
  const dict = `<</Type/XRef/W[1 ${width} 2]/Index[${index}]${trailer}/Length ${data.length}>>\nstream\n`;
  return concat([ascii(dict), data, ascii('\nendstream')]);
}
