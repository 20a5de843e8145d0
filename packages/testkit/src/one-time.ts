import { HOTP, Secret } from 'otpauth';

/** Milliseconds of a step, as authenticator apps count (RFC 6238). */
export const STEP_MS = 30_000;

/** Codes as a provider's simulator takes them: of the present step and its neighbours, each step once. */
export class SingleUseTotp {
  readonly #secret: Secret;
  #last = 0;

  /** base32. */
  constructor(secret: string) {
    this.#secret = Secret.fromBase32(secret);
  }

  code(now: number): string {
    return this.#at(Math.floor(now / STEP_MS));
  }

  /** Takes the code's step, and with it all before. */
  take(code: string, now: number): boolean {
    const centre = Math.floor(now / STEP_MS);
    const step = [centre - 1, centre, centre + 1].find(
      (each) => each > this.#last && this.#at(each) === code,
    );
    if (step === undefined) return false;
    this.#last = step;
    return true;
  }

  #at(counter: number): string {
    return HOTP.generate({ secret: this.#secret, counter, algorithm: 'SHA1', digits: 6 });
  }
}
