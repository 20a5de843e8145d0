/** A glyph of a test font, with its name and the character that the map gives it. */
export interface TestGlyph {
  name: string;
  character?: string;
  /** A full box by default. */
  drawn?: keyof typeof SHAPES;
}

type Rectangle = readonly [x0: number, y0: number, x1: number, y1: number];

/** What glyphs draw: rectangles, those whose corners are exchanged turn the other way and are holes. */
const SHAPES = {
  nothing: [],
  box: [[50, 0, 450, 700]],
  bar: [[200, 0, 300, 700]],
  ring: [
    [50, 0, 450, 700],
    [350, 100, 150, 600],
  ],
  narrowRing: [
    [50, 0, 250, 700],
    [230, 20, 70, 680],
  ],
  narrowerRing: [
    [50, 0, 170, 700],
    [150, 20, 70, 680],
  ],
  broadRing: [
    [50, 0, 850, 700],
    [830, 20, 70, 680],
  ],
  eight: [
    [50, 0, 450, 700],
    [350, 100, 150, 300],
    [350, 400, 150, 600],
  ],
  six: [
    [50, 0, 450, 400],
    [350, 100, 150, 300],
    [50, 400, 150, 700],
  ],
  nine: [
    [50, 300, 450, 700],
    [350, 400, 150, 600],
    [350, 0, 450, 300],
  ],
  seven: [
    [50, 600, 450, 700],
    [200, 0, 300, 600],
  ],
  /** A one on a foot. */
  one: [
    [200, 100, 300, 700],
    [50, 0, 450, 100],
  ],
  speck: [[50, 0, 70, 20]],
  specks: [
    [50, 0, 60, 10],
    [440, 690, 450, 700],
  ],
  line: [[50, 0, 450, 0]],
  point: [[50, 0, 150, 100]],
  comma: [[50, -150, 120, 100]],
  high: [[50, 500, 120, 700]],
  dash: [[50, 200, 350, 270]],
  rings: [
    [0, 400, 200, 700],
    [150, 450, 50, 650],
    [210, 0, 410, 300],
    [360, 50, 260, 250],
    [420, 0, 620, 300],
    [570, 50, 470, 250],
  ],
} as const satisfies Record<string, readonly Rectangle[]>;

const shapeOf = ({ drawn = 'box' }: TestGlyph): readonly Rectangle[] => SHAPES[drawn];

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
  /** A Macintosh map (1,0) beside it: glyph numbers of the codes from 48 on. */
  macintosh?: number[];
  /** The map a second time, in which the glyphs stand in this order. */
  again?: number[];
  maxpVersion?: number;
  /** A CFF program that the outlines are in, as OpenType has it. */
  cff?: Buffer;
  /** Tables that are left out. */
  without?: string[];
  /** A table that ends behind the end of the file. */
  beyond?: string;
  /** The version at the start of the file. */
  version?: number;
}

/** A whole TrueType program; glyph 0 is empty. */
export function testTrueType(glyphs: TestGlyph[], options: SfntOptions = {}): Buffer {
  const outlines = glyphs.map((glyph) => glyfOf(shapeOf(glyph)));
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
    maxp: Buffer.concat([
      u32(options.maxpVersion ?? 0x00010000),
      u16(count, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
    ]),
    post: options.named === true ? names(glyphs) : Buffer.concat([u32(0x00030000), Buffer.alloc(28)]),
  };
  for (const tag of options.without ?? []) delete tables[tag];
  if (options.cff === undefined) return sfnt(tables, options);
  const { glyf: _, loca: __, ...others } = tables;
  return sfnt({ 'CFF ': options.cff, ...others }, { ...options, version: 0x4f54544f });
}

/** Four corners on the outline for each rectangle. */
function glyfOf(rectangles: readonly Rectangle[]): Buffer {
  if (rectangles.length === 0) return Buffer.alloc(0);
  const corners = rectangles.flatMap(([x0, y0, x1, y1]) => [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]);
  const steps = (axis: 0 | 1): number[] =>
    corners.map((corner, at) => (corner[axis] ?? 0) - (corners[at - 1]?.[axis] ?? 0));
  const body = Buffer.concat([
    u16(rectangles.length, 50, 0, 450, 700, ...rectangles.map((_, at) => 4 * at + 3), 0),
    u8(...corners.map(() => 1)),
    u16(...steps(0), ...steps(1)),
  ]);
  return body.length % 2 === 0 ? body : Buffer.concat([body, u8(0)]);
}

function sfnt(tables: Record<string, Buffer>, { beyond, version = 0x00010000 }: SfntOptions): Buffer {
  const entries = Object.entries(tables);
  let at = 12 + entries.length * 16;
  const directory: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [tag, body] of entries) {
    directory.push(Buffer.from(tag), u32(0, at, body.length + (tag === beyond ? 0x10000 : 0)));
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    bodies.push(padded);
    at += padded.length;
  }
  return Buffer.concat([u32(version), u16(entries.length, 128, 3, 0), ...directory, ...bodies]);
}

function characterMap(
  glyphs: TestGlyph[],
  { map: [platform, encoding] = [3, 1], codes, macintosh, again }: SfntOptions,
): Buffer {
  const codeOf = (index: number): number => codes?.[index] ?? glyphs[index]?.character?.charCodeAt(0) ?? 0;
  const mapTo = (order: Iterable<number>): Buffer =>
    segments([...order].map((glyph, index) => [codeOf(index), glyph]));
  const first = mapTo(glyphs.map((_, index) => index + 1));
  const second =
    macintosh === undefined
      ? again && mapTo(again)
      : u16(6, 10 + 2 * macintosh.length, 0, 48, macintosh.length, ...macintosh);
  if (second === undefined) return Buffer.concat([u16(0, 1, platform, encoding), u32(12), first]);
  const maps: [number[], Buffer][] = [
    [macintosh === undefined ? [platform, encoding] : [1, 0], u32(20 + first.length)],
    [[platform, encoding], u32(20)],
  ];
  return Buffer.concat([u16(0, 2), ...maps.flatMap(([key, at]) => [u16(...key), at]), first, second]);
}

/** A map of format 4, one segment for each code. */
function segments(all: [code: number, glyph: number][]): Buffer {
  const pairs = all.filter(([code]) => code > 0).sort(([a], [b]) => a - b);
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
  return Buffer.concat([u16(4, body.length + 6, 0), body]);
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

/** A CFF program whose glyphs have names; with `codes`, an encoding of its own. */
export function testCff(glyphs: TestGlyph[], codes?: number[]): Buffer {
  const strings = glyphs.map(({ name }) => Buffer.from(name));
  const header = u8(1, 0, 4, 2);
  const nameIndex = index([Buffer.from('Test')]);
  const stringIndex = index(strings);
  const globals = index([]);
  const charset = Buffer.concat([u8(0), u16(...glyphs.map((_, at) => 391 + at))]);
  const encoding = codes === undefined ? Buffer.alloc(0) : u8(0, codes.length, ...codes);
  const outlines = index([u8(14), ...glyphs.map((glyph) => charstring2(shapeOf(glyph)))]);
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

/** rmoveto and rlineto for each rectangle. */
const charstring2 = (rectangles: readonly Rectangle[]): Buffer =>
  Buffer.concat([
    ...drawing(rectangles).flatMap(([operator, ...steps]) => [...steps.map(integer), u8(operator ?? 0)]),
    u8(14),
  ]);

/** Type 1: with a side bearing before, numbers of four bytes. */
const charstring1 = (rectangles: readonly Rectangle[]): Buffer =>
  Buffer.concat([
    ...[[13, 0, 500], ...drawing(rectangles)].flatMap(([operator, ...steps]) => [
      ...steps.map((step) => Buffer.concat([u8(255), u32(step)])),
      u8(operator ?? 0),
    ]),
    u8(9, 14),
  ]);

/** Operators (21 moves, 5 draws a line) with their steps. */
function drawing(rectangles: readonly Rectangle[]): number[][] {
  let [x, y] = [0, 0];
  return rectangles.flatMap(([x0, y0, x1, y1]) => {
    const move = [21, x0 - x, y0 - y];
    [x, y] = [x0, y1];
    return [move, [5, x1 - x0, 0], [5, 0, y1 - y0], [5, x0 - x1, 0]];
  });
}

/** A Type 1 program whose codes have the standard encoding, or another one. */
export function testType1(glyphs: TestGlyph[], encoding = 'StandardEncoding'): Buffer {
  const entry = (name: string, body: Buffer): Buffer => {
    const code = encrypted(body, 4330);
    return Buffer.concat([Buffer.from(`/${name} ${code.length} RD `), code, Buffer.from(' ND\n')]);
  };
  const secret = Buffer.concat([
    Buffer.from('dup /Private 4 dict dup begin /lenIV 4 def\n'),
    Buffer.from(`2 index /CharStrings ${glyphs.length} dict dup begin\n`),
    ...glyphs.map((glyph) => entry(glyph.name, charstring1(shapeOf(glyph)))),
    Buffer.from('end end mark currentfile closefile\n'),
  ]);
  const clear = `%!PS-AdobeFont-1.0: Own\n/FontMatrix [0.001 0 0 0.001 0 0] def\n/Encoding ${encoding} def\ncurrentfile eexec\n`;
  return Buffer.concat([Buffer.from(clear), encrypted(secret, 55_665)]);
}

/** Four bytes before it are random by rule; here they are 0. */
function encrypted(plain: Buffer, key: number): Buffer {
  let state = key;
  return Buffer.concat([Buffer.alloc(4), plain]).map((byte) => {
    const cipher = (byte ^ (state >> 8)) & 255;
    state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
    return cipher;
  }) as Buffer;
}

const integer = (value: number): Buffer => Buffer.concat([u8(28), u16(value)]);

function index(entries: Buffer[]): Buffer {
  if (entries.length === 0) return u16(0);
  let at = 1;
  const offsets = [at, ...entries.map((entry) => (at += entry.length))];
  return Buffer.concat([u16(entries.length), u8(2), u16(...offsets), ...entries]);
}
