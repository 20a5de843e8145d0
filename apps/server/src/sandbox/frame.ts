/**
 * Frames between the server and its sandboxed children: plain data as JSON, with byte strings beside it, so that
 * 20 MB cross as they are. Layout: u32 length of the JSON, u32 length of all attachments, the JSON
 * `{ message, attachments: lengths }`, the attachments. In the message `{ "$bytes": i }` stands for attachment i.
 */
const headerBytes = 8;

/** Bytes that are read only when they are sent: a blob on disk never lies in the server's memory whole. */
export interface ByteSource {
  length: number;
  read(): AsyncIterable<Uint8Array>;
}
export type Attachment = Uint8Array | ByteSource;

/** Largest JSON and largest sum of attachments that a reader takes, in bytes. */
export interface FrameLimits {
  json: number;
  attachments: number;
  /** Values in the JSON, each of which costs many times its letters once it is read; undefined: as many as fit. */
  values?: number;
}

export class FrameError extends Error {
  override name = 'FrameError';
}

const isSource = (value: object): value is ByteSource =>
  'read' in value && typeof value.read === 'function' && 'length' in value;

function detach(value: unknown, attachments: Attachment[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array || (!Array.isArray(value) && isSource(value))) {
    return { $bytes: attachments.push(value) - 1 };
  }
  if (Array.isArray(value)) return value.map((item) => detach(item, attachments));
  if (Object.hasOwn(value, '$bytes')) throw new FrameError('the key $bytes is reserved');
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, detach(item, attachments)]));
}

/** The frame of `message`, a chunk at a time. */
export async function* encodeFrame(message: unknown): AsyncGenerator<Uint8Array> {
  const attachments: Attachment[] = [];
  const detached = detach(message, attachments);
  const lengths = attachments.map((item) => item.length);
  const json = Buffer.from(JSON.stringify({ message: detached, attachments: lengths }));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(json.length, 0);
  header.writeUInt32BE(
    lengths.reduce((sum, length) => sum + length, 0),
    4,
  );
  yield Buffer.concat([header, json]);
  for (const item of attachments) {
    if (item instanceof Uint8Array) yield item;
    else yield* exactly(item);
  }
}

async function* exactly(source: ByteSource): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of source.read()) {
    sent += chunk.length;
    if (sent > source.length) break;
    yield chunk;
  }
  if (sent !== source.length) throw new FrameError('a source gave other than its length');
}

function attach(value: unknown, attachments: Uint8Array[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => attach(item, attachments));
  if (Object.hasOwn(value, '$bytes')) {
    const bytes = attachments[Number((value as { $bytes: unknown }).$bytes)];
    if (!bytes) throw new FrameError('unknown attachment');
    return bytes;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, attach(item, attachments)]));
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [...Buffer.from('"\\,[{')];

/** Whether JSON holds more values than `most`: counted by what stands before each, outside strings. */
function holdsMore(json: Buffer, most: number): boolean {
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const letter = json[at];
    if (letter === QUOTE) at = endOfString(json, at + 1);
    else if (letter === COMMA || letter === BRACKET || letter === BRACE) values += 1;
    if (values > most) return true;
  }
  return false;
}

function endOfString(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

function decodeBody(body: Buffer, jsonLength: number): unknown {
  const parsed: unknown = JSON.parse(body.toString('utf8', 0, jsonLength));
  if (typeof parsed !== 'object' || parsed === null || !('message' in parsed) || !('attachments' in parsed)) {
    throw new FrameError('not a frame');
  }
  if (!Array.isArray(parsed.attachments)) throw new FrameError('not a frame');
  let offset = jsonLength;
  const attachments = parsed.attachments.map((length: unknown) => {
    if (!Number.isSafeInteger(length) || Number(length) < 0) throw new FrameError('bad attachment length');
    const end = offset + Number(length);
    if (end > body.length) throw new FrameError('attachments pass the frame');
    // A plain view: a Buffer's slice would alias where the engine expects a copy.
    const bytes = new Uint8Array(body.buffer, body.byteOffset + offset, Number(length));
    offset = end;
    return bytes;
  });
  if (offset !== body.length) throw new FrameError('bytes after the last attachment');
  return attach(parsed.message, attachments);
}

/** Collects chunks into frames. `push` gives the messages that became whole; throws FrameError past a limit. */
export class FrameReader {
  readonly #limits: FrameLimits;
  readonly #header = Buffer.alloc(headerBytes);
  #headerFilled = 0;
  #body: Buffer | undefined;
  #bodyFilled = 0;

  constructor(limits: FrameLimits) {
    this.#limits = limits;
  }

  push(chunk: Uint8Array): unknown[] {
    const messages: unknown[] = [];
    let rest = chunk;
    while (rest.length > 0) {
      rest = this.#body ? this.#fillBody(this.#body, rest) : this.#fillHeader(rest);
      if (this.#body && this.#bodyFilled === this.#body.length) {
        const jsonLength = this.#header.readUInt32BE(0);
        messages.push(this.#decode(this.#body, jsonLength));
        this.#body = undefined;
        this.#headerFilled = 0;
      }
    }
    return messages;
  }

  #decode(body: Buffer, jsonLength: number): unknown {
    const { values } = this.#limits;
    if (values !== undefined && holdsMore(body.subarray(0, jsonLength), values))
      throw new FrameError('the frame holds too many values');
    try {
      return decodeBody(body, jsonLength);
    } catch (cause) {
      if (cause instanceof FrameError) throw cause;
      throw new FrameError('not JSON', { cause });
    }
  }

  #fillHeader(chunk: Uint8Array): Uint8Array {
    const take = Math.min(headerBytes - this.#headerFilled, chunk.length);
    this.#header.set(chunk.subarray(0, take), this.#headerFilled);
    this.#headerFilled += take;
    if (this.#headerFilled === headerBytes) {
      const json = this.#header.readUInt32BE(0);
      const attachments = this.#header.readUInt32BE(4);
      if (json > this.#limits.json || attachments > this.#limits.attachments) {
        throw new FrameError('the frame is too large');
      }
      this.#body = Buffer.allocUnsafeSlow(json + attachments);
      this.#bodyFilled = 0;
    }
    return chunk.subarray(take);
  }

  #fillBody(body: Buffer, chunk: Uint8Array): Uint8Array {
    const take = Math.min(body.length - this.#bodyFilled, chunk.length);
    body.set(chunk.subarray(0, take), this.#bodyFilled);
    this.#bodyFilled += take;
    return chunk.subarray(take);
  }
}
