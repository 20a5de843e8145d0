import { ProviderError } from '../errors.ts';
import type { Authorized } from '../software/protocol.ts';
import { asProviderError, CK, type Cryptoki, type Handle, remedy, returned } from './cryptoki.ts';
import { schemeOf } from './mechanism.ts';
import { Module } from './module.ts';
import { findKey, listCertificates, listKeys } from './objects.ts';
import { OwnTokens } from './own-tokens.ts';
import { type ServicePin, type Session, SessionPool } from './pool.ts';
import type { ListedToken, Start } from './protocol.ts';
import type { KeyReference } from './reference.ts';

/** RSA-8192, and what is longer than any ECDSA value. */
const LONGEST_VALUE = 1024;
/** Keys whose handles a session remembers. */
const MOST_KEYS = 10_000;
/** With the session at hand, with another, with the module opened anew. */
const TRIES = 3;

/** The HSM as this process has it. Throws ProviderError. */
export class Hsm {
  readonly #module: Module;
  readonly #start: Start;
  readonly #pool: SessionPool;
  readonly #own: OwnTokens;

  constructor(start: Start) {
    this.#start = start;
    this.#module = new Module(start);
    this.#pool = new SessionPool(this.#module, start.token, start.sessions);
    this.#own = new OwnTokens(this.#module);
  }

  /** Values in the order of `items`, made at once in as many sessions as there are. */
  async sign(reference: KeyReference, items: Authorized[], pin: ServicePin): Promise<Uint8Array[]> {
    this.#requireService(reference.token);
    const values: Uint8Array[] = [];
    const next = items.entries();
    const failures: unknown[] = [];
    const work = async () => {
      for (const [at, item] of next) {
        if (failures.length > 0) return;
        values[at] = await this.#tried(pin, (cryptoki, session) =>
          this.#signOne(cryptoki, session.handle, keyIn(cryptoki, session, reference), item),
        );
      }
    };
    // All are waited for: what is still under way would else outlive its call.
    const works = Array.from({ length: Math.min(this.#start.sessions, items.length) }, work);
    await Promise.all(works.map((each) => each.catch((error: unknown) => failures.push(error))));
    if (failures.length > 0) throw failures[0];
    return values;
  }

  /**
   * Values of a key on a person's token, which is opened with the person's PIN for this call alone. What is signed is
   * what `authorize` answers; it is asked once the PIN is known to be right.
   */
  signAsPerson(
    reference: KeyReference,
    pin: string,
    authorize: () => Promise<Authorized[]>,
  ): Promise<Uint8Array[]> {
    const token = reference.token ?? '';
    return this.#own.opened(token, this.#start.token, pin, async (cryptoki, session) => {
      const key = findKey(cryptoki, session, reference);
      const values: Uint8Array[] = [];
      for (const item of await authorize()) values.push(await this.#signOne(cryptoki, session, key, item));
      return values;
    });
  }

  /** Every token; with the keys of the one of that name, which `own` opens, else of the service's. */
  async list(name: string, own: string | null, pin: ServicePin): Promise<ListedToken[]> {
    if (own !== null) {
      const keys = (cryptoki: Cryptoki, session: Handle) => Promise.resolve(listKeys(cryptoki, session));
      const found = await this.#own.opened(name, this.#start.token, own, keys);
      return this.#listed(name, found);
    }
    const { token } = this.#start;
    if (token === '') return this.#listed(token, []);
    return this.#listed(
      token,
      await this.#tried(pin, async (cryptoki, { handle }) => listKeys(cryptoki, handle)),
    );
  }

  /** Resolves when the service's token could sign now. */
  async health(pin: ServicePin): Promise<void> {
    if (this.#start.token === '')
      await this.#module.use(async (cryptoki) => void cryptoki.C_GetInfo()).catch(rethrow);
    else await this.#tried(pin, async (cryptoki, { handle }) => void cryptoki.C_GetSessionInfo(handle));
  }

  #listed(name: string, keys: ListedToken['keys']): Promise<ListedToken[]> {
    const listed = this.#module.use(async (cryptoki) =>
      this.#module.tokens().map(({ slot, label, serial, model }) => {
        const session = cryptoki.C_OpenSession(slot, CK.SERIAL_SESSION);
        try {
          const certificates = listCertificates(cryptoki, session);
          return { label, serial, model, keys: [label, serial].includes(name) ? keys : [], certificates };
        } finally {
          cryptoki.C_CloseSession(session);
        }
      }),
    );
    return listed.catch(rethrow);
  }

  /** With the service's token, again where a new session or a new start of the module may help. */
  async #tried<T>(pin: ServicePin, work: (cryptoki: Cryptoki, session: Session) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const { generation } = this.#module;
      try {
        return await this.#module.use((cryptoki) =>
          this.#pool.with(cryptoki, pin, (session) => work(cryptoki, session)),
        );
      } catch (error) {
        const how = remedy(error);
        if (returned(error) === 'CKR_USER_NOT_LOGGED_IN') this.#pool.loggedOut();
        if (how === undefined || tries === TRIES) {
          if (how !== undefined) this.#module.away();
          throw asProviderError(error);
        }
        if (how === 'module' || tries === 2) await this.#module.reopen(generation);
      }
    }
  }

  async #signOne(
    cryptoki: Cryptoki,
    session: Handle,
    key: Handle,
    { digest, signatureAlgorithm }: Authorized,
  ): Promise<Uint8Array> {
    const { mechanism, input, value } = schemeOf(signatureAlgorithm);
    const data = input(digest);
    cryptoki.C_SignInit(session, mechanism, key);
    const raw = await this.#module.bounded(cryptoki.C_SignAsync(session, data, Buffer.alloc(LONGEST_VALUE)));
    // The bridge keeps no reference to what it signs: until here nobody may collect it.
    data.fill(0);
    return value(raw);
  }

  #requireService(token: string | undefined): void {
    if (this.#start.token === '') throw new ProviderError('unavailable', 'no token of the service is named');
    if (token !== undefined && token !== this.#start.token)
      throw new ProviderError('no_key', "the account's key is on another token than the service's");
  }
}

function keyIn(cryptoki: Cryptoki, session: Session, reference: KeyReference): Handle {
  const name = JSON.stringify([reference.label, reference.id]);
  const known = session.keys.get(name);
  if (known !== undefined) return known;
  const found = findKey(cryptoki, session.handle, reference);
  if (session.keys.size >= MOST_KEYS) session.keys.clear();
  session.keys.set(name, found);
  return found;
}

function rethrow(error: unknown): never {
  throw asProviderError(error);
}
