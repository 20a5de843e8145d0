import { randomBytes } from 'node:crypto';
import type { CscSimulatorOptions } from './face.ts';
import type { Kept } from './keys.ts';
import { invalid, Refused } from './refused.ts';

/** What an activation is good for. */
export interface Terms {
  credential: Kept;
  count: number;
  /** base64; undefined where it is bound to none. */
  hashes: readonly string[] | undefined;
}

interface Activation {
  credential: Kept;
  /** Signatures left. */
  left: number;
  /** Those of the hashes that are not signed yet. */
  hashes: string[] | undefined;
  until: number;
  /** Signed with, and not extended since. */
  used: boolean;
  extensible: boolean;
}

interface Waiting {
  terms: Terms;
  polls: number;
}

export const secret = (): string => randomBytes(24).toString('base64url');

/** Signature activation data: each good for the hashes it was given for, once each, and for a while. */
export class Activations {
  readonly #options: CscSimulatorOptions;
  readonly #clock: () => number;
  readonly #given = new Map<string, Activation>();
  readonly #waiting = new Map<string, Waiting>();
  decision: 'approve' | 'deny' | undefined;

  constructor(options: CscSimulatorOptions, clock: () => number) {
    this.#options = options;
    this.#clock = clock;
  }

  get seconds(): number {
    return this.#options.sadSeconds ?? 300;
  }

  give({ credential, count, hashes }: Terms, extensible = true): string {
    const sad = secret();
    credential.authorized += 1;
    const until = this.#clock() + this.seconds * 1000;
    const own = hashes === undefined ? undefined : [...hashes];
    this.#given.set(sad, { credential, left: count, hashes: own, until, used: false, extensible });
    return sad;
  }

  /** Takes the signatures of `hashes` out of what the activation allows. */
  use(sad: unknown, credential: Kept, hashes: readonly string[]): void {
    const activation = this.#get(sad, credential);
    // More calls take an activation that was extended between them (v2 §9).
    if (activation.used) throw invalid('SAD expired');
    if (hashes.length > activation.left) throw invalid('Hash is not authorized by the SAD');
    const rest = without(activation.hashes, hashes);
    activation.hashes = rest;
    activation.left -= hashes.length;
    activation.used = true;
    if (activation.left === 0) this.#given.delete(String(sad));
  }

  /** Another in its place, for what is left of it; bound ones for hashes that were authorised at first. */
  extend(sad: unknown, credential: Kept, hashes: readonly string[]): string {
    const activation = this.#get(sad, credential);
    if (!activation.extensible) throw invalid('Invalid parameter SAD');
    without(activation.hashes, hashes);
    this.#given.delete(String(sad));
    const next = secret();
    const until = this.#clock() + this.seconds * 1000;
    this.#given.set(next, { ...activation, used: false, until });
    return next;
  }

  /** Whether this is one that is good for the credential: a token of the page. */
  covers(sad: string): boolean {
    return this.#given.has(sad);
  }

  wait(terms: Terms): string {
    const handle = secret();
    this.#waiting.set(handle, { terms, polls: 0 });
    return handle;
  }

  /** The activation once the person approved; undefined until then. */
  poll(handle: string): string | undefined {
    const waiting = this.#waiting.get(handle);
    if (waiting === undefined) throw invalid('Invalid parameter handle');
    waiting.polls += 1;
    const approved = this.decision === 'approve' || waiting.polls > (this.#options.approveAfter ?? 2);
    if (this.decision !== 'deny' && !approved) return undefined;
    this.#waiting.delete(handle);
    if (this.decision === 'deny') throw new Refused('access_denied', 'The user denied the request');
    return this.give(waiting.terms);
  }

  #get(sad: unknown, credential: Kept): Activation {
    const activation = this.#given.get(String(sad));
    if (activation === undefined || activation.credential !== credential)
      throw invalid('Invalid parameter SAD');
    if (activation.until > this.#clock()) return activation;
    this.#given.delete(String(sad));
    throw invalid('SAD expired');
  }
}

function without(authorised: string[] | undefined, hashes: readonly string[]): string[] | undefined {
  if (authorised === undefined) return undefined;
  const rest = [...authorised];
  for (const hash of hashes) {
    const at = rest.indexOf(hash);
    if (at < 0) throw invalid('Hash is not authorized by the SAD');
    rest.splice(at, 1);
  }
  return rest;
}
