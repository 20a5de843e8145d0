import { randomBytes } from 'node:crypto';
import { isSha256 } from './bytes.ts';

/**
 * One stored copy of a blob. Every storing makes a key of its own, `blobs/SHA256/TIME-RANDOM`, so that deleting an
 * old copy can never meet a new one; the key that sorts last is the blob.
 */
export interface Copy {
  readonly key: string;
  readonly sha256: string;
  /** When its storing began, epoch milliseconds. */
  readonly storedAt: number;
  readonly size: number;
}

const blobs = 'blobs/';
const probes = 'probes/';
const copyForm = /^blobs\/([^/]+)\/(\d{15})-[0-9a-f]{16}$/u;
const probeForm = /^probes\/(\d{15})-[0-9a-f]{16}$/u;

const unique = (now: number): string => `${String(now).padStart(15, '0')}-${randomBytes(8).toString('hex')}`;

/** Keys below a prefix of the operator's. */
export class S3Keys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  copy(sha256: string, now: number): string {
    return `${this.#prefix}${blobs}${sha256}/${unique(now)}`;
  }

  probe(now: number): string {
    return `${this.#prefix}${probes}${unique(now)}`;
  }

  /** Under which all copies of one blob lie, or all blobs. */
  under(sha256?: string): string {
    return `${this.#prefix}${blobs}${sha256 === undefined ? '' : `${sha256}/`}`;
  }

  get probes(): string {
    return this.#prefix + probes;
  }

  /** Undefined for what is not ours. */
  copyOf({ key, size }: { key: string; size: number }): Copy | undefined {
    const [, sha256 = '', storedAt] = copyForm.exec(key.slice(this.#prefix.length)) ?? [];
    return isSha256(sha256) ? { key, sha256, size, storedAt: Number(storedAt) } : undefined;
  }

  /** When a probe was begun; undefined for what is none. */
  probedAt(key: string): number | undefined {
    const at = probeForm.exec(key.slice(this.#prefix.length))?.[1];
    return at === undefined ? undefined : Number(at);
  }
}
