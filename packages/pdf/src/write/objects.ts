import type { PdfPorts } from '../ports.ts';
import { ascii, concat, toHex } from '../syntax/bytes.ts';
import { type Written, written } from './splice.ts';
import { xrefTable } from './xref.ts';

/** The objects of a new file, in the order of their numbers. */
export class Objects {
  readonly #bodies = new Map<number, Uint8Array>();
  #next = 1;

  allocate(): number {
    return this.#next++;
  }

  put(number: number, body: Written): void {
    this.#bodies.set(number, written(body));
    this.#next = Math.max(this.#next, number + 1);
  }

  add(body: Written): number {
    const number = this.allocate();
    this.put(number, body);
    return number;
  }

  file(trailer: string, ports: Pick<PdfPorts, 'digest'>): Uint8Array {
    // The comment of high bytes tells transfer programs that this is no text (§7.5.2).
    const parts: Uint8Array[] = [ascii('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')];
    let at = parts[0]?.length ?? 0;
    const placed = [...this.#bodies].sort(([a], [b]) => a - b);
    const entries = placed.map(([number, body]) => {
      const head = ascii(`${number} 0 obj\n`);
      const foot = ascii('\nendobj\n');
      const entry = { number, generation: 0, offset: at };
      parts.push(head, body, foot);
      at += head.length + body.length + foot.length;
      return entry;
    });
    const digest = ports.digest('SHA-256');
    for (const part of parts) digest.update(part);
    const id = `<${toHex(digest.digest().subarray(0, 16))}>`;
    const table = withFreeHead(xrefTable(entries));
    parts.push(
      ascii(`${table}trailer\n<</Size ${this.#next}${trailer}/ID[${id}${id}]>>\nstartxref\n${at}\n%%EOF\n`),
    );
    return concat(parts);
  }
}

const HEAD = '0000000000 65535 f\r\n';

/** The table with the head of the list of free entries, number 0, before the first of its objects (§7.5.4). */
function withFreeHead(table: string): string {
  const first = /^xref\n1 (\d+)\n/.exec(table);
  if (first === null) return table.replace(/^xref\n/, `xref\n0 1\n${HEAD}`);
  return `xref\n0 ${Number(first[1]) + 1}\n${HEAD}${table.slice(first[0].length)}`;
}
