import { ProviderError } from '../errors.ts';
import { CK, type Cryptoki, type Handle, loadModule, returned } from './cryptoki.ts';
import type { Start } from './protocol.ts';

/** How long a module that did not come back rests before it is asked again: at first, and at most. */
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 5000;

/**
 * The HSM's module: opened once, and anew when it says that its device is gone. For many modules that is the only way
 * back to a token that was away, and none may be left in mid-function for it.
 */
export class Module {
  readonly #cryptoki: Cryptoki;
  readonly #operationMs: number;
  #generation = 0;
  #underWay = 0;
  #idle: (() => void) | undefined;
  #reopening: Promise<void> | undefined;
  #rest = { ms: 0, until: 0 };

  constructor({ bridge, module, operationMs }: Start) {
    this.#cryptoki = loadModule(bridge, module);
    this.#operationMs = operationMs;
    try {
      this.#initialize();
    } catch (error) {
      if (returned(error) === undefined) throw error; // Its answers are an HSM that is away, and may come back.
    }
  }

  /** Grows when the module is opened anew: handles of before are worth nothing. */
  get generation(): number {
    return this.#generation;
  }

  /** Works with the module while it stays open. Throws ProviderError `unavailable` while it rests. */
  async use<T>(work: (cryptoki: Cryptoki) => Promise<T>): Promise<T> {
    while (this.#reopening !== undefined) await this.#reopening;
    if (performance.now() < this.#rest.until) throw new ProviderError('unavailable', 'the HSM is away');
    this.#underWay += 1;
    try {
      const result = await work(this.#cryptoki);
      this.#rest = { ms: 0, until: 0 };
      return result;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#idle?.();
    }
  }

  /** Opens it anew, once for all who found the same `generation` broken. */
  async reopen(generation: number): Promise<void> {
    if (generation === this.#generation) this.#reopening ??= this.#reopen();
    await this.#reopening;
  }

  /** It was opened anew and is still broken: it is not asked for a while, each time for longer. */
  away(): void {
    if (performance.now() < this.#rest.until) return;
    const ms = Math.min(LONGEST_REST_MS, this.#rest.ms === 0 ? FIRST_REST_MS : 2 * this.#rest.ms);
    this.#rest = { ms, until: performance.now() + ms };
  }

  /** A function of the module that does not return cannot be ended; the process can. */
  async bounded<T>(operation: Promise<T>): Promise<T> {
    const timer = setTimeout(endNow, this.#operationMs);
    try {
      return await operation;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The slot of the one token of that label or serial number; throws ProviderError `unavailable`, `no_key`. */
  slotOf(name: string): Handle {
    const tokens = this.tokens();
    const slots = tokens.filter(({ serial }) => serial === name);
    const named = slots.length > 0 ? slots : tokens.filter(({ label }) => label === name);
    const [found, another] = named;
    if (found === undefined) throw new ProviderError('unavailable', 'the HSM has no token of that name now');
    if (another !== undefined)
      throw new ProviderError('no_key', `several tokens are called ${name}: name it by its serial number`);
    return found.slot;
  }

  tokens(): { slot: Handle; label: string; serial: string; model: string }[] {
    return this.#cryptoki.C_GetSlotList(true).flatMap((slot) => {
      const { label, serialNumber, model, flags } = this.#cryptoki.C_GetTokenInfo(slot);
      if ((flags & CK.TOKEN_INITIALIZED) === 0) return [];
      return [{ slot, label: unpadded(label), serial: unpadded(serialNumber), model: unpadded(model) }];
    });
  }

  async #reopen(): Promise<void> {
    await this.bounded(this.#becomesIdle());
    try {
      try {
        this.#cryptoki.C_Finalize();
      } catch (error) {
        if (returned(error) === undefined) throw error; // A module that has lost itself may refuse to end.
      }
      this.#initialize();
    } catch (error) {
      if (returned(error) === undefined) throw error;
      this.away();
    } finally {
      this.#generation += 1;
      this.#reopening = undefined;
    }
  }

  async #becomesIdle(): Promise<void> {
    if (this.#underWay > 0)
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    this.#idle = undefined;
  }

  #initialize(): void {
    try {
      this.#cryptoki.C_Initialize({ flags: CK.OS_LOCKING_OK });
    } catch (error) {
      if (returned(error) !== 'CKR_CRYPTOKI_ALREADY_INITIALIZED') throw error;
    }
  }
}

/** Ends this process whatever its threads are at: an orderly exit would wait for them. */
export function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Texts of fixed length are padded with spaces, by some modules with zeros. */
const unpadded = (text: string) => text.replace(/[\s\0]+$/, '');
