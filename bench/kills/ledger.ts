import { createHash } from 'node:crypto';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes that somebody was given. */
export interface Fetched {
  size: number;
  sha256: string;
}

/** An upload that was answered as accepted. */
export interface Uploaded extends Fetched {
  account: string;
  /** Its file's name, which no other has. */
  name: string;
}

/** Everything that the servers acknowledged, and what of it they contradicted at once. */
export class Ledger {
  /** By document. */
  readonly uploads = new Map<string, Uploaded>();
  /** Documents that were answered as signed, with what was fetched of each afterwards. */
  readonly signed = new Map<string, Fetched[]>();
  /** Sign requests that have a number, by it: whose they are. */
  readonly signings = new Map<string, string>();
  /** By account. */
  readonly logins = new Map<string, number>();
  readonly logouts = new Map<string, number>();
  /** Sessions that were answered as ended. */
  readonly ended: string[] = [];
  readonly violations: string[] = [];
  /** How often other answers came, by step and code. */
  readonly failures = new Map<string, number>();
  journeysBegun = 0;
  journeysEnded = 0;
  /** Documents that were told as failed and yet are signed: told wrongly, but not lost. */
  readonly signedUntold = new Set<string>();

  count(map: Map<string, number>, key: string): void {
    map.set(key, (map.get(key) ?? 0) + 1);
  }

  failed(step: string, code: string): void {
    this.count(this.failures, `${step}: ${code}`);
  }
}
