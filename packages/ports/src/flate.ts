import { deflateSync, type Inflate, inflateSync, constants as zlib } from 'node:zlib';
import { inflatePrefix } from './inflate-prefix.ts';
import { plain } from './plain.ts';

/** What {@link inflate} could read. */
interface Inflated {
  bytes: Uint8Array;
  /** The last block was read to its end. A wrong or missing Adler-32 is passed over, as readers of PDF do. */
  complete: boolean;
  /** There is more than the limit; `bytes` holds the first `limit` of them. */
  exceeded: boolean;
  /** How many bytes of the input a whole stream takes, with its checksum. */
  used?: number;
}

/** A stream that was inflated, and the bytes of the input that it takes. */
interface Whole {
  bytes: Uint8Array;
  used: number;
}

/** Bytes of the Adler-32 behind the last block. */
const CHECKSUM = 4;
/** zlib's complaint that there is more than the limit. */
const tooLarge = 'ERR_BUFFER_TOO_LARGE';
/** The most that zlib's option takes without a fuss, and far more than any caller means. */
const largestLimit = 2 ** 32;

/**
 * Inflates a zlib stream (RFC 1950) to at most `limit` bytes. Bytes after the stream are passed over, and told
 * by `used`; a stream without its end gives what is there and is not complete. Never throws, and never holds more than about three
 * times `limit`.
 */
export function inflate(bytes: Uint8Array, limit: number): Inflated {
  const bound = Math.min(Math.max(Math.floor(limit) || 0, 0), largestLimit);
  const whole = attempt(bytes, bound, zlib.Z_FINISH);
  if (typeof whole !== 'string') return { ...whole, complete: true, exceeded: false };
  const cut = whole === 'Z_BUF_ERROR' ? attempt(bytes, bound, zlib.Z_SYNC_FLUSH) : whole;
  const prefix = inflatePrefix(bytes, bound);
  if (typeof cut !== 'string') return { bytes: cut.bytes, complete: prefix.ended, exceeded: false };
  const exceeded = prefix.exceeded || cut === tooLarge;
  if (!prefix.ended) return { bytes: prefix.bytes, complete: false, exceeded };
  return { bytes: prefix.bytes, complete: true, exceeded, used: prefix.used + CHECKSUM };
}

/** The inflated bytes, or the code of zlib's complaint. */
function attempt(bytes: Uint8Array, bound: number, finishFlush: number): Whole | string {
  const chunkSize = Math.min(Math.max(bytes.length * 4, 1024), 2 ** 20);
  try {
    const options = { maxOutputLength: Math.max(bound, 1), chunkSize, finishFlush, info: true };
    // Node's types do not tell what `info` gives.
    const { buffer, engine } = inflateSync(bytes, options) as unknown as { buffer: Buffer; engine: Inflate };
    const inflated = plain(buffer);
    return inflated.length > bound ? tooLarge : { bytes: inflated, used: engine.bytesWritten };
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

/** Deflates to a zlib stream, as small as zlib can. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return plain(deflateSync(bytes, { level: zlib.Z_BEST_COMPRESSION }));
}
