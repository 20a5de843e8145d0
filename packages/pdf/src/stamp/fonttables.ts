import { PdfError } from '../errors.ts';

/** More tables than any TrueType font has. */
const mostTables = 64;

/** Bounded big-endian reads of one font table; past its end they throw PdfError `font_unusable`. */
export class FontTable {
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(at: number): number {
    return this.#need(at, 1).getUint8(at);
  }

  i8(at: number): number {
    return this.#need(at, 1).getInt8(at);
  }

  u16(at: number): number {
    return this.#need(at, 2).getUint16(at);
  }

  i16(at: number): number {
    return this.#need(at, 2).getInt16(at);
  }

  u32(at: number): number {
    return this.#need(at, 4).getUint32(at);
  }

  i32(at: number): number {
    return this.#need(at, 4).getInt32(at);
  }

  bytes(at: number, length: number): Uint8Array {
    const { buffer, byteOffset } = this.#need(at, length);
    return new Uint8Array(buffer, byteOffset + at, length);
  }

  #need(at: number, length: number): DataView {
    if (at < 0 || at + length > this.#view.byteLength) {
      throw new PdfError('font_unusable', 'a table of the font ends too early');
    }
    return this.#view;
  }
}

/** The table directory of a TrueType file. */
export class FontTables {
  readonly #tables = new Map<string, FontTable>();

  constructor(bytes: Uint8Array) {
    const file = new FontTable(bytes);
    const version = file.u32(0);
    // 'true' and 1.0; OpenType with CFF outlines ('OTTO') would need /FontFile3.
    if (version !== 0x00010000 && version !== 0x74727565) {
      throw new PdfError('font_unusable', 'the font is not a TrueType file');
    }
    const count = file.u16(4);
    if (count > mostTables) throw new PdfError('font_unusable', 'the font has too many tables');
    for (let i = 0; i < count; i++) {
      const record = 12 + i * 16;
      const tag = String.fromCharCode(...file.bytes(record, 4));
      this.#tables.set(tag, new FontTable(file.bytes(file.u32(record + 8), file.u32(record + 12))));
    }
  }

  table(tag: string): FontTable {
    const table = this.#tables.get(tag);
    if (table === undefined) throw new PdfError('font_unusable', `the font has no ${tag} table`);
    return table;
  }

  optional(tag: string): FontTable | undefined {
    return this.#tables.get(tag);
  }
}
