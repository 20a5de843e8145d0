import { setImmediate } from 'node:timers/promises';
import { ProviderError } from '../errors.ts';
import {
  asProviderError,
  CK,
  type Cryptoki,
  type Handle,
  loginRefusal,
  remedy,
  returned,
} from './cryptoki.ts';
import { endNow, type Module } from './module.ts';
import { MAX_WAITING_FOR_TOKEN } from './protocol.ts';

/** The token is no longer there, and its login with it. */
const GONE = new Set(['CKR_CRYPTOKI_NOT_INITIALIZED', 'CKR_DEVICE_REMOVED', 'CKR_TOKEN_NOT_PRESENT']);

/**
 * Tokens that a person's own PIN opens, for one call. A login holds for the whole process (PKCS#11 Usage Guide v2.40
 * §2.4), so that whoever came at the same time would need no PIN: one call at a time has such a token, which is
 * closed behind it before the next.
 */
export class OwnTokens {
  readonly #module: Module;
  readonly #turns = new Map<string, { last: Promise<void>; waiting: number }>();

  constructor(module: Module) {
    this.#module = module;
  }

  /**
   * Opens the token, works and closes it. Throws ProviderError `wrong_password` and `token_locked` as the token has it.
   * `service` names the token of the service, which no person's PIN opens and closes.
   */
  opened<T>(
    token: string,
    service: string,
    pin: string,
    work: (cryptoki: Cryptoki, session: Handle) => Promise<T>,
  ): Promise<T> {
    return this.#inTurn(token, async () => {
      await setImmediate(); // A login blocks this process: between two of them it hears of others.
      for (let tries = 1; ; tries += 1) {
        const { generation } = this.#module;
        const begun = { work: false };
        try {
          return await this.#module.use((cryptoki) => {
            const slot = this.#ownSlot(token, service);
            return open(cryptoki, slot, pin, (session) => {
              begun.work = true;
              return work(cryptoki, session);
            });
          });
        } catch (error) {
          if (begun.work || tries > 1 || remedy(error) === undefined) throw asProviderError(error);
          await this.#module.reopen(generation);
        }
      }
    });
  }

  #ownSlot(token: string, service: string): Handle {
    const slot = this.#module.slotOf(token);
    const name = this.#module.tokens().find((each) => each.slot.equals(slot));
    if (service !== '' && (name?.label === service || name?.serial === service))
      throw new ProviderError('no_key', "a key under a person's PIN is not on the service's token");
    return slot;
  }

  async #inTurn<T>(token: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(token) ?? { last: Promise.resolve(), waiting: 0 };
    if (turn.waiting >= MAX_WAITING_FOR_TOKEN)
      throw new ProviderError('unavailable', 'too many calls wait for the token');
    this.#turns.set(token, turn);
    turn.waiting += 1;
    const before = turn.last;
    const mine = before.then(work);
    turn.last = mine.then(
      () => {},
      () => {},
    );
    try {
      return await mine;
    } finally {
      turn.waiting -= 1;
      if (turn.waiting === 0) this.#turns.delete(token);
    }
  }
}

async function open<T>(
  cryptoki: Cryptoki,
  slot: Handle,
  pin: string,
  work: (session: Handle) => Promise<T>,
): Promise<T> {
  const session = cryptoki.C_OpenSession(slot, CK.SERIAL_SESSION);
  try {
    logIn(cryptoki, session, pin);
    return await work(session);
  } finally {
    close(cryptoki, slot);
  }
}

/** A login that is there already is nobody's: the PIN that is given is to be the one that opens. */
function logIn(cryptoki: Cryptoki, session: Handle, pin: string): void {
  try {
    try {
      cryptoki.C_Login(session, CK.USER, pin);
    } catch (error) {
      if (returned(error) !== 'CKR_USER_ALREADY_LOGGED_IN') throw error;
      cryptoki.C_Logout(session);
      cryptoki.C_Login(session, CK.USER, pin);
    }
  } catch (error) {
    throw loginRefusal(error) ?? error;
  }
}

/** With its last session a token's login ends. A token that cannot be closed ends the process, and so does the login. */
function close(cryptoki: Cryptoki, slot: Handle): void {
  try {
    cryptoki.C_CloseAllSessions(slot);
  } catch (error) {
    if (GONE.has(returned(error) ?? '')) return;
    endNow();
  }
}
