import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { ProviderError } from '../errors.ts';
import type { SealedAccount } from './sealed.ts';

/** The highest epochs of an account's parts that were used: of what hangs on the password, and of what codes come of. */
export interface Epochs {
  password: number;
  device: number;
}

/** Where the process may go on writing; a start, which packs the file, makes room. */
const MAX_BYTES = 64 * 1024 * 1024;
const LINE = /^([\x21-\x7e]{1,128}) (\d{1,10}) (\d{1,10})$/;
/** Each line is on the disk before what it says is used; this process may not call fsync. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_DSYNC;

/**
 * Which epochs were used last, so that a row of before does not count again, whatever the database says. Raised by a
 * factor that was right, never by a row that was merely made: one whose transaction failed locks nobody out. Without a
 * file it is remembered for as long as the process lives.
 */
export class EpochLedger {
  readonly #file: string | undefined;
  readonly #used: Map<string, Epochs>;
  #bytes: number;

  /** Throws ProviderError `unavailable` for a file that is none of this kind. */
  constructor(file?: string) {
    this.#file = file;
    const text = file === undefined ? '' : readFileSync(file, 'latin1');
    this.#used = parseEpochs(text);
    this.#bytes = text.length;
  }

  /** Throws ProviderError `sealed_row` for a row with a part of before. */
  requireCurrent({ account, verifier, totp }: SealedAccount): void {
    const used = this.#used.get(account);
    if (used !== undefined && (verifier.epoch < used.password || totp.epoch < used.device))
      throw new ProviderError('sealed_row', 'the row is of before a change of the account');
  }

  /** Notes what was used; on the disk when it returns. Throws ProviderError `unavailable`. */
  raise(account: string, now: Partial<Epochs>): void {
    const used = this.#used.get(account) ?? { password: 0, device: 0 };
    const next = {
      password: Math.max(used.password, now.password ?? 0),
      device: Math.max(used.device, now.device ?? 0),
    };
    if (next.password === used.password && next.device === used.device) return;
    if (this.#file !== undefined) this.#append(this.#file, lineOf(account, next));
    this.#used.set(account, next);
  }

  #append(file: string, line: string): void {
    if (this.#bytes + line.length >= MAX_BYTES)
      throw new ProviderError('unavailable', 'the ledger of epochs is full until the next start');
    try {
      // Opened each time: another process may have packed the file meanwhile.
      const descriptor = openSync(file, APPEND);
      try {
        const written = writeSync(descriptor, line, null, 'latin1');
        // Behind half a line no other may stand: what the next start drops is the last one.
        this.#bytes = written === line.length ? this.#bytes + written : MAX_BYTES;
      } finally {
        closeSync(descriptor);
      }
    } catch (cause) {
      throw new ProviderError('unavailable', 'the ledger of epochs could not be written', { cause });
    }
    if (this.#bytes >= MAX_BYTES)
      throw new ProviderError('unavailable', 'the ledger of epochs could not be written whole');
  }
}

export const lineOf = (account: string, { password, device }: Epochs): string =>
  `${account} ${password} ${device}\n`;

/** The highest of each account. What a crash left of a last line is not read: nothing was used under it. */
export function parseEpochs(text: string): Map<string, Epochs> {
  const used = new Map<string, Epochs>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [, account, password, device] = LINE.exec(line) ?? [];
    if (account === undefined)
      throw new ProviderError('unavailable', 'the ledger of epochs has a line that is none');
    const known = used.get(account) ?? { password: 0, device: 0 };
    used.set(account, {
      password: Math.max(known.password, Number(password)),
      device: Math.max(known.device, Number(device)),
    });
  }
  return used;
}
