/**
 * The last TOTP step each device's codes were used for, in this process's memory: should the database's counter
 * be rolled back, a code still works only once while the process lives.
 */
export class StepLedger {
  readonly #last = new Map<string, number>();

  /** Takes the step if it is later than the last one taken; synchronous, so of parallel tries one wins. */
  take(device: string, step: number): boolean {
    if (!this.isFree(device, step)) return false;
    this.#last.set(device, step);
    return true;
  }

  /** Whether it could still be taken. */
  isFree(device: string, step: number): boolean {
    return step > (this.#last.get(device) ?? Number.NEGATIVE_INFINITY);
  }

  /** Forgets steps before `oldest`, whose codes no window reaches any more. */
  sweep(oldest: number): void {
    for (const [device, step] of this.#last) if (step < oldest) this.#last.delete(device);
  }
}
