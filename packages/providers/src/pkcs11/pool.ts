import { ProviderError } from '../errors.ts';
import { CK, type Cryptoki, type Handle, loginRefusal, returned } from './cryptoki.ts';
import type { Module } from './module.ts';
import { MAX_WAITING } from './protocol.ts';

/** A session of the service's token, and the keys that were found in it. */
export interface Session {
  readonly handle: Handle;
  readonly keys: Map<string, Handle>;
}

/** The service's PIN, and where it is told that the token refuses it. */
export interface ServicePin {
  /** Throws ProviderError `unavailable` where there is none to try. */
  ask(): Promise<string>;
  refused(): Promise<void>;
}

/**
 * At most `most` sessions of the service's token, opened as they are needed and kept; logged in once. Used only
 * within {@link Module.use}, in which the module is not opened anew.
 */
export class SessionPool {
  readonly #module: Module;
  readonly #token: string;
  #most: number;
  #idle: Session[] = [];
  #open = 0;
  #generation = 0;
  #login: Promise<void> | undefined;
  /** Given a session that became free, or none where one may be opened. */
  readonly #waiting: ((session: Session | undefined) => void)[] = [];

  constructor(module: Module, token: string, most: number) {
    this.#module = module;
    this.#token = token;
    this.#most = most;
  }

  /** Gives `work` a session of its own, in the order of asking; throws ProviderError `unavailable` past the bound. */
  async with<T>(cryptoki: Cryptoki, pin: ServicePin, work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#session(cryptoki);
    try {
      // One login opens the token for every session of this process (PKCS#11 Usage Guide v2.40 §2.4).
      this.#login ??= this.#logIn(cryptoki, session.handle, pin);
      await this.#login;
      const result = await work(session);
      this.#give(session);
      return result;
    } catch (error) {
      // Nobody can say what a session is good for in which the module failed; an error of ours touched nothing.
      if (returned(error) === undefined) this.#give(session);
      else this.#drop(cryptoki, session);
      throw error;
    }
  }

  /** For whoever was told by the token that nobody is logged in. */
  loggedOut(): void {
    this.#login = undefined;
  }

  /** A session, or leave to open one: then it is counted as open. */
  async #free(): Promise<Session | undefined> {
    this.#forgetBroken();
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#open < this.#most) {
      this.#open += 1;
      return undefined;
    }
    if (this.#waiting.length >= MAX_WAITING)
      throw new ProviderError('unavailable', 'too much waits for the HSM');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #session(cryptoki: Cryptoki): Promise<Session> {
    for (;;) {
      const free = await this.#free();
      if (free !== undefined) return free;
      try {
        const handle = cryptoki.C_OpenSession(this.#module.slotOf(this.#token), CK.SERIAL_SESSION);
        return { handle, keys: new Map() };
      } catch (error) {
        if (returned(error) !== 'CKR_SESSION_COUNT' || this.#open === 1) {
          this.#leave();
          throw error;
        }
        // The token allows no more than there are: one of those will be free for this, too.
        this.#open -= 1;
        this.#most = this.#open;
      }
    }
  }

  async #logIn(cryptoki: Cryptoki, handle: Handle, pin: ServicePin): Promise<void> {
    try {
      const secret = await pin.ask();
      cryptoki.C_Login(handle, CK.USER, secret);
    } catch (error) {
      if (returned(error) === 'CKR_USER_ALREADY_LOGGED_IN') return;
      this.#login = undefined;
      if (loginRefusal(error) === undefined) throw error;
      // Once more, and once more after each start, would use up the tries that the token allows.
      await pin.refused();
      throw new ProviderError('unavailable', "the token refuses the service's PIN");
    }
  }

  #give(session: Session): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#idle.push(session);
    else waiting(session);
  }

  #drop(cryptoki: Cryptoki, session: Session): void {
    try {
      cryptoki.C_CloseSession(session.handle);
    } catch (error) {
      if (returned(error) === undefined) throw error; // It is gone already.
    }
    this.#leave();
  }

  /** One less is open: whoever waits may open one. */
  #leave(): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#open -= 1;
    else waiting(undefined);
    if (this.#open === 0) this.#login = undefined; // With its last session the login ends.
  }

  #forgetBroken(): void {
    const { generation } = this.#module;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#idle = [];
    this.#open = 0;
    this.#login = undefined;
  }
}
