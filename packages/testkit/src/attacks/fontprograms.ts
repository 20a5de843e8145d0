/** A glyph of a test font: a box as wide as told, with its name and the character that the map gives it. */
export interface TestGlyph {
  name: string;
  character?: string;
  /** It draws nothing. */
  blank?: true;
}

const u8 = (...values: number[]): Buffer => Buffer.from(values.map((value) => value & 255));
const u16 = (...values: number[]): Buffer => Buffer.concat(values.map((value) => u8(value >> 8, value)));
const u32 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => u16(value >>> 16, value & 0xffff)));

export interface SfntOptions {
  /** Platform and encoding of the character map; Windows Unicode by default, none without characters. */
  map?: [platform: number, encoding: number];
  /** Codes of glyphs where the map has no characters. */
  codes?: number[];
  /** `post` names the glyphs. */
  named?: boolean;
}

/** A whole TrueType program; glyph 0 is empty. */
export function testTrueType(glyphs: TestGlyph[], options: SfntOptions = {}): Buffer {
  const box = Buffer.concat([
    u16(1, 50, 0, 450, 700, 3, 0),
    u8(1, 1, 1, 1),
    u16(50, 400, 0, -400, 0, 0, 700, 0),
  ]);
  const outline = box.length % 2 === 0 ? box : Buffer.concat([box, u8(0)]);
  const outlines = glyphs.map(({ blank }) => (blank === true ? Buffer.alloc(0) : outline));
  const lengthOf = (some: Buffer[]): number => some.reduce((sum, { length }) => sum + length, 0);
  const count = glyphs.length + 1;
  const tables: Record<string, Buffer> = {
    cmap: characterMap(glyphs, options),
    glyf: Buffer.concat(outlines),
    head: Buffer.concat([
      u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
      u16(0, 1000),
      Buffer.alloc(16),
      u16(50, 0, 450, 700, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([u32(0x00010000), u16(800, -200, 0, 500, 0, 0, 450, 1, 0, 0, 0, 0, 0, 0, 0, count)]),
    hmtx: u16(...Array.from({ length: count }, () => [500, 50]).flat()),
    loca: u32(0, ...[...outlines.keys(), glyphs.length].map((end) => lengthOf(outlines.slice(0, end)))),
    maxp: Buffer.concat([u32(0x00010000), u16(count, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)]),
    post: options.named === true ? names(glyphs) : Buffer.concat([u32(0x00030000), Buffer.alloc(28)]),
  };
  return sfnt(tables);
}

function sfnt(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables);
  let at = 12 + entries.length * 16;
  const directory: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [tag, body] of entries) {
    directory.push(Buffer.from(tag), u32(0, at, body.length));
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    bodies.push(padded);
    at += padded.length;
  }
  return Buffer.concat([u32(0x00010000), u16(entries.length, 128, 3, 0), ...directory, ...bodies]);
}

/** A map of format 4, one segment for each code. */
function characterMap(
  glyphs: TestGlyph[],
  { map: [platform, encoding] = [3, 1], codes }: SfntOptions,
): Buffer {
  const pairs = glyphs
    .map(({ character }, index): [number, number] => [
      codes?.[index] ?? character?.charCodeAt(0) ?? 0,
      index + 1,
    ])
    .filter(([code]) => code > 0)
    .sort(([a], [b]) => a - b);
  pairs.push([0xffff, 0]);
  const ends = u16(...pairs.map(([code]) => code));
  const deltas = u16(...pairs.map(([code, glyph]) => (code === 0xffff ? 1 : glyph - code)));
  const body = Buffer.concat([
    u16(pairs.length * 2, 0, 0, 0),
    ends,
    u16(0),
    ends,
    deltas,
    Buffer.alloc(pairs.length * 2),
  ]);
  return Buffer.concat([u16(0, 1, platform, encoding), u32(12), u16(4, body.length + 6, 0), body]);
}

/** `post` of version 2, every name in full. */
function names(glyphs: TestGlyph[]): Buffer {
  const all = ['.notdef', ...glyphs.map(({ name }) => name)];
  return Buffer.concat([
    u32(0x00020000),
    Buffer.alloc(28),
    u16(all.length, ...all.map((_, index) => 258 + index)),
    ...all.map((name) => Buffer.concat([u8(name.length), Buffer.from(name)])),
  ]);
}

/** A CFF program whose glyphs have names; with `codes`, an encoding of its own. Every glyph is a box. */
export function testCff(glyphs: TestGlyph[], codes?: number[]): Buffer {
  const strings = glyphs.map(({ name }) => Buffer.from(name));
  const header = u8(1, 0, 4, 2);
  const nameIndex = index([Buffer.from('Test')]);
  const stringIndex = index(strings);
  const globals = index([]);
  const charset = Buffer.concat([u8(0), u16(...glyphs.map((_, at) => 391 + at))]);
  const encoding = codes === undefined ? Buffer.alloc(0) : u8(0, codes.length, ...codes);
  // 500 wide; 0 0 rmoveto, lines around a box.
  const box = Buffer.concat([
    ...[0, 0].map(integer),
    u8(21),
    ...[400, 0, 0, 700, -400, 0].map(integer),
    u8(5, 14),
  ]);
  const outlines = index([u8(14), ...glyphs.map(() => box)]);
  const top = (at: number): Buffer => {
    const offsets: [number, number][] = [[at, 15]];
    if (codes !== undefined) offsets.push([at + charset.length, 16]);
    offsets.push([at + charset.length + encoding.length, 17]);
    return index([
      Buffer.concat(offsets.flatMap(([offset, operator]) => [u8(29), u32(offset), u8(operator)])),
    ]);
  };
  const before = header.length + nameIndex.length + top(0).length + stringIndex.length + globals.length;
  return Buffer.concat([header, nameIndex, top(before), stringIndex, globals, charset, encoding, outlines]);
}

const integer = (value: number): Buffer => Buffer.concat([u8(28), u16(value)]);

function index(entries: Buffer[]): Buffer {
  if (entries.length === 0) return u16(0);
  let at = 1;
  const offsets = [at, ...entries.map((entry) => (at += entry.length))];
  return Buffer.concat([u16(entries.length), u8(2), u16(...offsets), ...entries]);
}
