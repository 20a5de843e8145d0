import type { TrustStore } from '@websign/pki';
import type { Config } from '../config.ts';
import type { Identity } from '../identity.ts';
import type { Logger } from '../logging.ts';
import type { Authorities } from '../outbound.ts';
import type { Policy } from '../policy/admission/table.ts';
import type { Engine } from '../sandbox/engine.ts';
import type { Place } from '../sandbox/queue.ts';
import type { Account, Session, Storage } from '../storage/index.ts';
import type { Messengers } from './codes/messenger.ts';
import type { Keys } from './keys.ts';
import type { TimeStamps } from './time-stamps.ts';

/** What the use cases work with; `main.ts` puts it together. */
export interface Context {
  config: Config;
  storage: Storage;
  engine: Engine;
  /** What each kind of finding means for signing. */
  policy: Policy;
  keys: Keys;
  /** Undefined where signatures carry none (level B-B). */
  timeStamps: TimeStamps | undefined;
  /** For time-stamps that are to last: over validation data (B-LTA). */
  archive: TimeStamps | undefined;
  /** Under which the service puts its own papers. */
  seal: Identity | undefined;
  /** Fetches revocation data and issuers' certificates from where certificates say. */
  material: Authorities;
  /** What signatures may chain to. */
  trust: TrustStore;
  /** How one-time codes are sent. */
  messengers: Messengers;
  log: Logger;
  /** Epoch milliseconds. */
  clock(): number;
  /** Keeps the server from stopping before `work` is done, and answers it. */
  underWay<T>(work: Promise<T>): Promise<T>;
}

/**
 * The same where what documents cost is an account's: in turn with others', and given up when `signal` says so. What is only
 * verified or raised later asks authorities apart from what is being signed.
 */
export const chargeTo = <C extends Pick<Context, 'engine' | 'material'>>(
  context: C,
  { id }: Pick<Account, 'id'>,
  place: Partial<Omit<Place, 'owner'>> = {},
): C => ({
  ...context,
  engine: context.engine.at({ ...place, owner: id }),
  material: context.material.at({ ...(place.turn && { turn: place.turn }), owner: id }),
});

/** A signer with a live session. */
export interface SignedIn {
  account: Account;
  session: Session;
}
