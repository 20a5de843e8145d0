/** The moment at which every story stands: 18 seconds before a one-time code changes. */
export const MOMENT = Date.parse('2026-11-23T09:30:12Z');

let passed = 0;

/** Lets time pass at once; between such calls the clock stands. */
export function later(ms: number): void {
  passed += ms;
}

/** How long the story has lasted, in milliseconds. */
export const elapsed = (): number => passed;

/** Puts a standing clock in the place of the browser's. Timers run on. */
export function stopClock(): void {
  const Real = Date;
  const now = () => MOMENT + passed;
  window.Date = new Proxy(Real, {
    construct: (target, values, as) => Reflect.construct(target, values.length === 0 ? [now()] : values, as),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}
