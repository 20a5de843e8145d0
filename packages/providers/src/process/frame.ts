import { ProviderError } from '../errors.ts';

/** Octets of one message, all told: a thousand documents' signed attributes have room many times over. */
export const MAX_FRAME = 16 * 1024 * 1024;

/**
 * Octets of a message's text: what is read of it takes many times its room. A thousand documents' items are a fifth of
 * this.
 */
export const MAX_TEXT = 1024 * 1024;
/** What a value of the text takes once it is read, however short it stands there. */
const VALUE_OCTETS = 256;

const HEAD = 4;
/** In the text this stands for octets that follow it, with their number: no name of a field begins so. */
const OCTETS = '\u0000';

/**
 * A message for a socket between two users: its length (4 octets, big-endian), the length of its text, the text (JSON),
 * and the octets of its Uint8Arrays in the order in which they stand there. Not what V8 serializes: a reader of that is
 * no wall against whoever wrote it. Throws ProviderError `bad_request` for a message that is too large.
 */
export function encodeFrame(message: object): Buffer {
  const octets: Uint8Array[] = [];
  const json = JSON.stringify(message, function (this: Record<string, unknown>, key: string, value: unknown) {
    const own = this[key]; // A Buffer has become something else in `value`.
    if (!(own instanceof Uint8Array)) return value;
    octets.push(own);
    return { [OCTETS]: own.length };
  });
  const text = Buffer.from(json, 'utf8');
  const length = octets.reduce((sum, each) => sum + each.length, HEAD + text.length);
  if (length > MAX_FRAME)
    throw new ProviderError('bad_request', `the call is larger than ${MAX_FRAME} bytes`);
  if (text.length > MAX_TEXT)
    throw new ProviderError('bad_request', `the call's text is larger than ${MAX_TEXT} bytes`);
  const frame = Buffer.alloc(HEAD + length);
  frame.writeUInt32BE(length, 0);
  frame.writeUInt32BE(text.length, HEAD);
  text.copy(frame, 2 * HEAD);
  let at = 2 * HEAD + text.length;
  for (const each of octets) {
    frame.set(each, at);
    at += each.length;
  }
  text.fill(0);
  return frame;
}

/** A message, and the octets that it takes: those of the socket, and an estimate of what was made of its text. */
export interface Framed {
  message: object;
  octets: number;
}

/** Messages from the octets of a socket, however they are split. What was read is overwritten. */
export class FrameReader {
  #parts: Buffer[] = [];
  #held = 0;

  /** Octets of a message that has begun and not ended. */
  get held(): number {
    return this.#held;
  }

  /** Takes the octets over. Throws ProviderError `bad_request` for what is no frame; nothing is read after that. */
  push(octets: Buffer): Framed[] {
    if (octets.length > 0) this.#parts.push(octets);
    this.#held += octets.length;
    const messages: Framed[] = [];
    for (let end = this.#end(); end !== undefined && end <= this.#held; end = this.#end()) {
      const all = this.#joined();
      const { message, values } = decode(all.subarray(HEAD, end));
      messages.push({ message, octets: end + values * VALUE_OCTETS });
      all.fill(0, 0, end);
      const rest = all.subarray(end);
      this.#parts = rest.length === 0 ? [] : [rest];
      this.#held = rest.length;
    }
    return messages;
  }

  /** Where the message ends that has begun; undefined before its length is there. */
  #end(): number | undefined {
    if (this.#held < HEAD) return undefined;
    const [first] = this.#parts;
    const head = first !== undefined && first.length >= HEAD ? first : this.#joined();
    const length = head.readUInt32BE(0);
    if (length < HEAD || length > MAX_FRAME) throw noFrame('a length out of bounds');
    return HEAD + length;
  }

  #joined(): Buffer {
    const [first = Buffer.alloc(0), ...more] = this.#parts;
    if (more.length === 0) return first;
    const all = Buffer.concat(this.#parts, this.#held);
    for (const part of this.#parts) part.fill(0);
    this.#parts = [all];
    return all;
  }
}

/** The message, and how many values its text has. */
function decode(body: Buffer): { message: object; values: number } {
  const start = HEAD + body.readUInt32BE(0);
  if (start > body.length) throw noFrame('a text that does not end');
  if (start > HEAD + MAX_TEXT) throw noFrame('a text out of bounds');
  let at = start;
  let values = 0;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body.subarray(HEAD, start));
    const message: unknown = JSON.parse(text, (_, value: unknown) => {
      values += 1;
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, OCTETS)) return value;
      const length: unknown = Reflect.get(value, OCTETS);
      if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || length > body.length - at)
        throw noFrame('octets that are not there');
      at += length;
      return Uint8Array.from(body.subarray(at - length, at));
    });
    if (at !== body.length) throw noFrame('octets that nothing names');
    // Octets may stand for the whole of it, too: whoever looked for names in those would make millions.
    if (typeof message !== 'object' || message === null || Array.isArray(message) || isOctets(message))
      throw noFrame('no object');
    return { message, values };
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    // Neither UTF-8 nor JSON, or nested without end; the words of the parser may quote what it read.
    throw noFrame('a text that is no JSON');
  }
}

const isOctets = (value: object) => value instanceof Uint8Array;
const noFrame = (what: string) => new ProviderError('bad_request', `not a message of ours: ${what}`);
