import { Octets } from '../octets.ts';
import { unread } from './unread.ts';

/** The most boxes of a file, and of the header box within it. */
const MOST_BOXES = 256;
/** The most channels of a picture, or columns of a palette, and entries of a palette (ITU-T T.800 §I.5.3.4). */
const MOST_CHANNELS = 32;
const MOST_ENTRIES = 1024;
/** Octets before a colour's number (§I.5.3.3): method, precedence and approximation. */
const BEFORE_COLOUR = 3;

/** The marker that begins a codestream. */
const CODESTREAM = 0xff4f;

/** Of the enumerated colour spaces those that PDF knows (ISO 32000-2 Table 68 and §7.4.9), by number. */
const SPACES: ReadonlyMap<number, Enumerated> = new Map([
  [12, 'cmyk'],
  [16, 'rgb'],
  [17, 'grey'],
  [18, 'ycc'],
]);
export type Enumerated = 'cmyk' | 'rgb' | 'grey' | 'ycc';

/** A channel (§I.5.3.5): a component, or the column of a palette that the samples of the component index. */
export interface Channel {
  component: number;
  column: Uint8Array | undefined;
}

/** What a file says of its codestream. */
export interface Wrapped {
  codestream: Octets;
  /** The enumerated colour space of the file; undefined where it has a profile or nothing. */
  space: Enumerated | undefined;
  /** Undefined where each component is a channel. */
  channels: readonly Channel[] | undefined;
  /** The channels that are colours, in the order of the space; undefined where all are. */
  colours: readonly number[] | undefined;
}

/** Opens a file (ITU-T T.800 Annex I), or a codestream by itself. */
export function unwrap(bytes: Uint8Array): Wrapped {
  const start = new Octets(bytes);
  const alone = { space: undefined, channels: undefined, colours: undefined };
  if (start.number(2) === CODESTREAM) return { codestream: new Octets(bytes), ...alone };
  let header: Omit<Wrapped, 'codestream'> | undefined;
  for (const [index, { name, body }] of boxesOf(new Octets(bytes)).entries()) {
    if (index === 0 && name !== 'jP  ') throw unread('another format');
    if (name === 'jP  ' && body.left !== 4) throw unread('another format');
    if (name === 'jp2h') header ??= readHeader(body);
    if (name === 'jp2c') return { codestream: body, ...(header ?? alone) };
  }
  throw unread('no codestream');
}

interface Box {
  name: string;
  body: Octets;
}

/** §I.4; a box without a length goes on to the end. */
function boxesOf(octets: Octets): Box[] {
  const boxes: Box[] = [];
  while (octets.left >= 8) {
    if (boxes.length >= MOST_BOXES) throw unread('too many boxes');
    let length = octets.number(4);
    const name = String.fromCharCode(...Array.from({ length: 4 }, () => octets.number(1)));
    let head = 8;
    if (length === 1) {
      if (octets.number(4) !== 0) throw unread('a box is too large');
      length = octets.number(4);
      head = 16;
    }
    // The last box may claim more than there is; what is missing of the codestream shows when it is read.
    const body = length === 0 ? octets.left : Math.min(length - head, octets.left);
    boxes.push({ name, body: octets.part(body) });
  }
  return boxes;
}

/** §I.5.3 */
function readHeader(body: Octets): Omit<Wrapped, 'codestream'> {
  const boxes = boxesOf(body);
  const find = (name: string): Octets | undefined => boxes.find((box) => box.name === name)?.body;
  const [palette, mapping, definition] = [find('pclr'), find('cmap'), find('cdef')];
  if ((palette === undefined) !== (mapping === undefined)) throw unread('a palette without its channels');
  const columns = palette === undefined ? [] : readPalette(palette);
  return {
    space: readColour(find('colr')),
    channels: mapping === undefined ? undefined : readChannels(mapping, columns),
    colours: definition === undefined ? undefined : readColours(definition),
  };
}

/** §I.5.3.3 */
function readColour(body: Octets | undefined): Enumerated | undefined {
  if (body === undefined || body.left < BEFORE_COLOUR + 4) return undefined;
  const method = body.number(1);
  body.part(BEFORE_COLOUR - 1);
  return method === 1 ? SPACES.get(body.number(4)) : undefined;
}

/** §I.5.3.4: its columns, in 8 bits. */
function readPalette(body: Octets): Uint8Array[] {
  const [entries, count] = [body.number(2), body.number(1)];
  if (entries < 1 || entries > MOST_ENTRIES || count < 1 || count > MOST_CHANNELS) throw unread('a palette');
  const depths = Array.from({ length: count }, () => body.number(1));
  // Signed or deeper ones are rare, and readers differ.
  if (depths.some((depth) => depth !== 7)) throw unread('a palette of other depths');
  const columns = depths.map(() => new Uint8Array(entries));
  for (let entry = 0; entry < entries; entry++) for (const column of columns) column[entry] = body.number(1);
  return columns;
}

/** §I.5.3.5 */
function readChannels(body: Octets, columns: readonly Uint8Array[]): Channel[] {
  const count = Math.floor(body.left / 4);
  if (count < 1 || count > MOST_CHANNELS) throw unread('channels');
  return Array.from({ length: count }, () => {
    const [component, kind, column] = [body.number(2), body.number(1), body.number(1)];
    if (kind === 0) return { component, column: undefined };
    const found = columns[column];
    if (kind !== 1 || found === undefined) throw unread('a channel of no column');
    return { component, column: found };
  });
}

/** §I.5.3.6: for each colour of the space, its channel. */
function readColours(body: Octets): number[] {
  const count = body.number(2);
  if (count < 1 || count > MOST_CHANNELS) throw unread('channels');
  const colours: number[] = [];
  for (let index = 0; index < count; index++) {
    const [channel, kind, which] = [body.number(2), body.number(2), body.number(2)];
    if (kind !== 0) continue;
    if (which < 1 || which > MOST_CHANNELS || colours[which - 1] !== undefined) throw unread('channels');
    colours[which - 1] = channel;
  }
  if (colours.length === 0 || Object.keys(colours).length !== colours.length) throw unread('channels');
  return colours;
}
