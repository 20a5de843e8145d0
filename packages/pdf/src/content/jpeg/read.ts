import { markerFrom } from './bits.ts';
import { blocksOf, type Frame, readFrame } from './frame.ts';
import { HuffmanTable } from './huffman.ts';
import { Planes, type Wanted } from './planes.ts';
import { Coefficients } from './progressive.ts';
import type { Coded, Scan } from './scan.ts';
import { MOST_BITS, readSequential } from './sequential.ts';

/** Segments of a file, and scans of a picture. */
const MOST_SEGMENTS = 4096;
const MOST_SCANS = 64;
/** Blocks that are coded together (ITU-T T.81 §B.2.3). */
const MOST_TOGETHER = 10;

const [START, END, TABLES, QUANTIZATION, INTERVAL, SCAN, ADOBE] = [0xd8, 0xd9, 0xc4, 0xdb, 0xdd, 0xda, 0xee];
/** SOF0 to SOF2; other frames are lossless, hierarchical or coded arithmetically. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const OTHERS: ReadonlySet<number> = new Set([
  0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xdc, 0xde, 0xdf,
]);

/** What stands before the first scan of a picture. */
export interface Head {
  frame: Frame;
  /** The transform that Adobe's segment names; undefined without one. */
  transform: number | undefined;
}

/**
 * Reads a JPEG (ITU-T T.81, with Huffman codes and 8 bits). `want` is asked once, by what stands before the first scan;
 * undefined from it, for pictures of other kinds, past the bounds, and where data break off or make no sense. `mayRead`
 * is asked before the blocks of a scan are read.
 */
export function readJpeg(
  bytes: Uint8Array,
  want: (head: Head) => Wanted | undefined,
  mayRead: (blocks: number) => boolean,
): Planes | undefined {
  return new JpegReader(bytes, want, mayRead).read();
}

class JpegReader {
  readonly #bytes: Uint8Array;
  readonly #want: (head: Head) => Wanted | undefined;
  readonly #mayRead: (blocks: number) => boolean;
  readonly #quantization: (Uint16Array | undefined)[] = [];
  /** By class and number. */
  readonly #tables = new Map<number, HuffmanTable | undefined>();
  readonly #raw = new Map<number, Uint8Array>();
  /** Components of a sequential frame that were read. */
  readonly #done = new Set<number>();
  #interval = 0;
  #scans = 0;
  #transform: number | undefined;
  #frame: Frame | undefined;
  #planes: Planes | undefined;
  #coefficients: Coefficients | undefined;

  constructor(
    bytes: Uint8Array,
    want: (head: Head) => Wanted | undefined,
    mayRead: (blocks: number) => boolean,
  ) {
    this.#bytes = bytes;
    this.#want = want;
    this.#mayRead = mayRead;
  }

  read(): Planes | undefined {
    const bytes = this.#bytes;
    if (bytes[0] !== 0xff || bytes[1] !== START) return undefined;
    let at = 2;
    for (let segments = 0; segments < MOST_SEGMENTS; segments++) {
      if (bytes[at] !== 0xff) return undefined;
      at = markerFrom(bytes, at);
      const marker = bytes[at];
      if (marker === undefined) return undefined;
      if (marker === END) return this.#finished();
      const length = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
      const next = at + 1 + length;
      if (length < 2 || next > bytes.length || OTHERS.has(marker)) return undefined;
      const body = bytes.subarray(at + 3, next);
      if (marker !== SCAN) {
        if (!this.#segment(marker, body)) return undefined;
        at = next;
        continue;
      }
      const end = this.#scan(body, next);
      if (end === undefined) return undefined;
      if (this.#isWhole) return this.#planes;
      at = end - 1;
    }
    return undefined;
  }

  /** Whether all of a sequential picture has come: what follows shows nothing. */
  get #isWhole(): boolean {
    return this.#frame?.isProgressive === false && this.#done.size === this.#frame.components.length;
  }

  #finished(): Planes | undefined {
    const planes = this.#planes;
    if (planes === undefined || this.#coefficients === undefined) return undefined;
    return this.#coefficients.put((index) => planes.plane(index)) ? planes : undefined;
  }

  /** A segment beside scans; false for one that makes no sense. */
  #segment(marker: number, body: Uint8Array): boolean {
    if (marker === QUANTIZATION) return this.#readQuantization(body);
    if (marker === TABLES) return this.#readTables(body);
    if (marker === INTERVAL) {
      this.#interval = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
      return body.length === 2;
    }
    if (FRAMES.has(marker)) {
      if (this.#frame !== undefined) return false;
      this.#frame = readFrame(marker, body);
      return this.#frame !== undefined;
    }
    const isAdobe = marker === ADOBE && String.fromCharCode(...body.subarray(0, 5)) === 'Adobe';
    if (isAdobe && body.length >= 12) this.#transform = body[11];
    return true;
  }

  /** §B.2.4.1 */
  #readQuantization(body: Uint8Array): boolean {
    let at = 0;
    while (at < body.length) {
      const [wide, number] = [(body[at] ?? 0) >> 4, (body[at] ?? 0) & 15];
      const size = wide === 0 ? 64 : 128;
      const values = body.subarray(at + 1, at + 1 + size);
      if (wide > 1 || number > 3 || values.length < size) return false;
      const read = (index: number): number =>
        wide === 0 ? (values[index] ?? 0) : ((values[2 * index] ?? 0) << 8) | (values[2 * index + 1] ?? 0);
      this.#quantization[number] = Uint16Array.from({ length: 64 }, (_, index) => read(index));
      at += 1 + size;
    }
    return true;
  }

  /** §B.2.4.2: they are made where a scan asks for them. */
  #readTables(body: Uint8Array): boolean {
    let at = 0;
    while (at < body.length) {
      const key = body[at] ?? 0;
      const count = body.subarray(at + 1, at + 17).reduce((sum, each) => sum + each, 0);
      const next = at + 17 + count;
      if (next > body.length || key >> 4 > 1 || (key & 15) > 3) return false;
      this.#raw.set(key, body.subarray(at + 1, next));
      this.#tables.delete(key);
      at = next;
    }
    return true;
  }

  #table(kind: number, number: number): HuffmanTable | undefined {
    const key = 16 * kind + number;
    const raw = this.#raw.get(key);
    if (raw !== undefined && !this.#tables.has(key)) {
      const [counts, symbols] = [raw.subarray(0, 16), raw.subarray(16)];
      // Some readers refuse all of a picture that has other symbols for differences.
      const isUsual = kind > 0 || symbols.every((symbol) => symbol <= MOST_BITS);
      this.#tables.set(key, isUsual ? HuffmanTable.of(counts, symbols) : undefined);
    }
    return this.#tables.get(key);
  }

  /** Reads a scan, where it ends. */
  #scan(head: Uint8Array, from: number): number | undefined {
    const frame = this.#frame;
    const scan = frame === undefined ? undefined : this.#readScan(frame, head);
    if (frame === undefined || scan === undefined || ++this.#scans > MOST_SCANS) return undefined;
    this.#planes ??= this.#begin(frame);
    const planes = this.#planes;
    if (planes === undefined) return undefined;
    for (const { index, component } of scan.coded) {
      // The table counts that stands there when the component begins.
      if (!planes.begin(index, this.#quantization[component.table])) return undefined;
    }
    if (!this.#mayRead(scan.coded.reduce((sum, { component }) => sum + blocksOf(component), 0)))
      return undefined;
    if (this.#coefficients !== undefined) return this.#coefficients.read(this.#bytes, from, scan);
    for (const { index } of scan.coded) {
      if (this.#done.has(index)) return undefined;
      this.#done.add(index);
    }
    return readSequential(this.#bytes, from, { frame, scan }, (index) => planes.plane(index));
  }

  #begin(frame: Frame): Planes | undefined {
    const wanted = this.#want({ frame, transform: this.#transform });
    if (wanted === undefined) return undefined;
    if (frame.isProgressive) {
      this.#coefficients = Coefficients.of(frame);
      if (this.#coefficients === undefined) return undefined;
    }
    return new Planes(frame, wanted);
  }

  /** §B.2.3 */
  #readScan(frame: Frame, head: Uint8Array): Scan | undefined {
    const count = head[0] ?? 0;
    if (count < 1 || count > 4 || head.length !== 4 + 2 * count) return undefined;
    const coded: Coded[] = [];
    for (let part = 0; part < count; part++) {
      const [id = 0, tables = 0] = head.subarray(1 + 2 * part);
      const index = frame.components.findIndex((component) => component.id === id);
      const component = frame.components[index];
      if (component === undefined || coded.some((other) => other.index >= index)) return undefined;
      coded.push({ component, index, dc: this.#table(0, tables >> 4), ac: this.#table(1, tables & 15) });
    }
    const blocks = coded.reduce((sum, { component: { across, down } }) => sum + across * down, 0);
    if (count > 1 && blocks > MOST_TOGETHER) return undefined;
    const [first = 0, last = 0, bits = 0] = head.subarray(1 + 2 * count);
    return { coded, first, last, high: bits >> 4, low: bits & 15, interval: this.#interval };
  }
}
