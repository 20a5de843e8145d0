import { deflateSync } from 'node:zlib';

/** An indirect object of a test file: its value as it is written, streams included. */
export interface TestObject {
  number: number;
  generation?: number;
  body: string | Uint8Array;
}

/** How a test file is encrypted. */
export interface TestEncryption {
  /** The encryption dictionary. */
  dictionary: TestObject;
  /** `/Encrypt …/ID …`. */
  trailer: string;
  seal(object: TestObject): TestObject;
}

/** How the cross-reference section is written. */
export type XrefKind =
  /** A table and a trailer. */
  | 'table'
  /** A cross-reference stream; every object stands in the file itself. */
  | 'stream'
  /** A cross-reference stream; all objects but streams stand in one object stream. */
  | 'objstm'
  /** A table with /XRefStm: objects but the catalog, pages and streams are hidden in an object stream. */
  | 'hybrid';

export interface TestFile {
  objects: TestObject[];
  kind: XrefKind;
  /** Object number of the catalog. */
  root?: number;
  version?: string;
  /** More trailer entries, e.g. `/Info 5 0 R`. */
  trailer?: string;
  /** /ID, absent by default. */
  id?: string;
  /** What ends the file after `%%EOF`. */
  eol?: string;
  /** Enciphers each object of the file but cross-reference streams and its own dictionary. */
  encryption?: TestEncryption;
  /** Numbers that a hybrid file hides; by default those of objects that are no streams. */
  hidden?: number[];
}

/** Members of one object stream. */
const PACK = 200;

interface Placed {
  number: number;
  kind: 0 | 1 | 2;
  place: number;
  detail: number;
}

export const bytesOf = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? Buffer.from(text, 'latin1') : text;

/** A stream object's value. */
export function streamBody(
  data: string | Uint8Array,
  entries = '',
  filter: 'none' | 'flate' = 'none',
): Uint8Array {
  const raw = filter === 'flate' ? deflateSync(bytesOf(data)) : bytesOf(data);
  const filters = filter === 'flate' ? '/Filter/FlateDecode' : '';
  return Buffer.concat([
    bytesOf(`<<${entries}${filters}/Length ${raw.length}>>\nstream\n`),
    raw,
    bytesOf('\nendstream'),
  ]);
}

/** A whole file. */
export function writePdf(file: TestFile): Uint8Array {
  const header = bytesOf(`%PDF-${file.version ?? '1.7'}\n%\xe2\xe3\xcf\xd3\n`);
  return writeSection(header, file, undefined);
}

/** The file with an incremental update behind it. */
export function appendUpdate(base: Uint8Array, update: TestFile): Uint8Array {
  const text = Buffer.from(base).toString('latin1');
  const prev = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const gap = base.at(-1) === 10 ? '' : '\n';
  return writeSection(Buffer.concat([base, bytesOf(gap)]), update, prev);
}

function writeSection(before: Uint8Array, file: TestFile, prev: number | undefined): Uint8Array {
  const { kind, encryption } = file;
  const isStream = ({ body }: TestObject): boolean => Buffer.from(bytesOf(body)).includes('endstream');
  const packed = file.objects.filter((object) => {
    if (kind === 'objstm') return !isStream(object);
    return kind === 'hybrid' && (file.hidden?.includes(object.number) ?? !isStream(object));
  });
  const isPacked = new Set(packed);
  const parts: Uint8Array[] = [before];
  let at = before.length;
  const placed: Placed[] = [];
  const put = (object: TestObject, sealed = encryption !== undefined): void => {
    const { number, generation = 0, body } = sealed && encryption ? encryption.seal(object) : object;
    const bytes = Buffer.concat([
      bytesOf(`${number} ${generation} obj\n`),
      bytesOf(body),
      bytesOf('\nendobj\n'),
    ]);
    placed.push({ number, kind: 1, place: at, detail: generation });
    parts.push(bytes);
    at += bytes.length;
  };
  for (const object of file.objects) if (!isPacked.has(object)) put(object);
  if (encryption !== undefined && prev === undefined) put(encryption.dictionary, false);
  const numbers = [...file.objects, ...(encryption === undefined ? [] : [encryption.dictionary])];
  let next = Math.max(sizeOf(before), ...numbers.map(({ number }) => number + 1));
  const hidden: Placed[] = [];
  for (let from = 0; from < packed.length; from += PACK) {
    const container = next++;
    const members = packed.slice(from, from + PACK);
    put({ number: container, body: objectStream(members) });
    members.forEach(({ number }, index) => {
      hidden.push({ number, kind: 2, place: container, detail: index });
    });
  }
  const common =
    `/Root ${file.root ?? 1} 0 R${file.trailer ?? ''}${encryption?.trailer ?? ''}` +
    `${file.id === undefined ? '' : `/ID ${file.id}`}${prev === undefined ? '' : `/Prev ${prev}`}`;
  const foot = (offset: number): Uint8Array => bytesOf(`startxref\n${offset}\n%%EOF${file.eol ?? '\n'}`);
  const xrefStream = (entries: Placed[], number: number, offset: number): TestObject => ({
    number,
    body: xrefStreamBody([...entries, { number, kind: 1, place: offset, detail: 0 }], next, common),
  });
  const free: Placed[] = prev === undefined ? [{ number: 0, kind: 0, place: 0, detail: 65535 }] : [];
  if (kind === 'stream' || kind === 'objstm') {
    const offset = at;
    const number = next++;
    put(xrefStream([...free, ...placed, ...hidden], number, offset), false);
    return Buffer.concat([...parts, foot(offset)]);
  }
  let xrefStm = '';
  if (kind === 'hybrid') {
    xrefStm = `/XRefStm ${at}`;
    const number = next++;
    put(xrefStream(hidden, number, at), false);
  }
  const table = [
    ...free,
    ...placed,
    ...hidden.map((one): Placed => ({ ...one, kind: 0, place: 0, detail: 65535 })),
  ];
  const trailer = `trailer\n<</Size ${next}${common}${xrefStm}>>\n`;
  return Buffer.concat([...parts, bytesOf(xrefTable(table) + trailer), foot(at)]);
}

/** The highest /Size that the file's sections name: their dictionaries are never compressed. */
function sizeOf(file: Uint8Array): number {
  const sizes = Buffer.from(file)
    .toString('latin1')
    .matchAll(/\/Size (\d+)/g);
  return Math.max(0, ...Array.from(sizes, ([, size]) => Number(size)));
}

function runs(entries: Placed[]): Placed[][] {
  const all: Placed[][] = [];
  for (const entry of [...entries].sort((a, b) => a.number - b.number)) {
    const run = all.at(-1);
    if (run?.at(-1)?.number === entry.number - 1) run?.push(entry);
    else all.push([entry]);
  }
  return all;
}

function xrefTable(entries: Placed[]): string {
  let text = 'xref\n';
  for (const run of runs(entries)) {
    text += `${run[0]?.number} ${run.length}\n`;
    for (const { kind, place, detail } of run) {
      const letter = kind === 0 ? 'f' : 'n';
      text += `${String(place).padStart(10, '0')} ${String(detail).padStart(5, '0')} ${letter} \n`;
    }
  }
  return text;
}

function xrefStreamBody(entries: Placed[], size: number, common: string): Uint8Array {
  const sorted = runs(entries);
  const data = Buffer.concat(
    sorted.flat().map(({ kind, place, detail }) => {
      const row = Buffer.alloc(9);
      row.writeUInt8(kind, 0);
      row.writeUInt32BE(place, 1);
      row.writeUInt32BE(detail, 5);
      return row;
    }),
  );
  const index = sorted.map((run) => `${run[0]?.number} ${run.length}`).join(' ');
  return streamBody(data, `/Type/XRef/W[1 4 4]/Index[${index}]/Size ${size}${common}`, 'flate');
}

function objectStream(objects: TestObject[]): Uint8Array {
  let head = '';
  let length = 0;
  const bodies = objects.map(({ number, body }) => {
    head += `${number} ${length} `;
    const bytes = Buffer.concat([bytesOf(body), bytesOf('\n')]);
    length += bytes.length;
    return bytes;
  });
  const data = Buffer.concat([bytesOf(head), ...bodies]);
  return streamBody(data, `/Type/ObjStm/N ${objects.length}/First ${head.length}`, 'flate');
}
