import { bodyOf, signedDocument, streamBody } from '@websign/testkit';
import { changesOf } from './later-changes-support.ts';
import { latin1, sign } from './support.ts';

export const signed = await sign(signedDocument());
/** A field of it, and the same with another value. */
export const FIELD = bodyOf(signed, 103);
export const OTHER = FIELD.replace('(Eleni)', '(Nikos)');

/** Builds an update whose objects stand where its entries say. */
class Tail {
  text = latin1(signed);
  /** Puts an object there and gives its place. */
  put(number: number, body: string | Uint8Array): number {
    const at = this.text.length;
    this.text += `${number} 0 obj\n${typeof body === 'string' ? body : latin1(body)}\nendobj\n`;
    return at;
  }
  end(at: number): Uint8Array {
    return Buffer.from(`${this.text}startxref\n${at}\n%%EOF\n`, 'latin1');
  }
}
const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(signed))?.[1];
const TRAILER = `/Size 990/Root 1 0 R/Info 160 0 R/Prev ${previous}`;

/** An update with an object stream of these members, of which `entry` names one as that object. */
export function packed(
  members: readonly (readonly [number: number, body: string])[],
  entry: readonly [number: number, index: number],
  offsets?: readonly number[],
): Uint8Array {
  const tail = new Tail();
  let data = '';
  const heads = members.map(([number, body], at) => {
    const head = `${number} ${offsets?.[at] ?? data.length}`;
    data += `${body} `;
    return head;
  });
  const head = `${heads.join(' ')} `;
  const stream = tail.put(
    980,
    streamBody(head + data, `/Type/ObjStm/N ${members.length}/First ${head.length}`),
  );
  const at = tail.text.length;
  const row = (kind: number, place: number, detail: number): Buffer => {
    const bytes = Buffer.alloc(7);
    bytes[0] = kind;
    bytes.writeUInt32BE(place, 1);
    bytes.writeUInt16BE(detail, 5);
    return bytes;
  };
  const rows = Buffer.concat([row(2, 980, entry[1]), row(1, stream, 0), row(1, at, 0)]);
  tail.put(981, streamBody(rows, `/Type/XRef/W[1 4 2]/Index[${entry[0]} 1 980 2]${TRAILER}`));
  return tail.end(at);
}

/** An update with these objects and a table of these entries. */
export function listed(
  objects: readonly (readonly [number: number, body: string | Uint8Array])[],
  entries: (places: readonly number[]) => readonly (readonly [number: number, place: number])[],
): Uint8Array {
  const tail = new Tail();
  const places = objects.map(([number, body]) => tail.put(number, body));
  const at = tail.text.length;
  const rows = entries(places).map(
    ([number, place]) => `${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`,
  );
  tail.text += `xref\n${rows.join('')}trailer\n<<${TRAILER}>>\n`;
  return tail.end(at);
}

/** What is told of an update: reasons, or rules where there are none. */
export const told = (file: Uint8Array): string[] =>
  (changesOf(file)?.changes ?? []).map(({ reason, rule }) => reason ?? rule);
