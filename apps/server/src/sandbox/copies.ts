import { writeSync } from 'node:fs';

/** What `copy.c` gives to the template that loads it. */
interface Copies {
  /** Returns in copies only, each time in another. */
  serve(channel: 3): void;
  /** Ends this process once it has taken so many milliseconds of the processor from now on. */
  bound(ms: number): void;
  /** Ends this process at once: a copy lacks the threads that Node.js would wait for. */
  end(code: number): void;
}

const CHANNEL = 3;
/** V8 compiles what has run some times; a sweep takes some of that, which is compiled again by the later rounds. */
const ROUNDS = 20;
const ROUNDS_AFTER_SWEEP = 8;

/** Path of the addon that makes this process a template; undefined where it was started as a child. */
export const copyAddon = (): string | undefined =>
  process.argv.slice(1).find((text) => text.endsWith('.node'));

/**
 * Makes this process a template, once `rehearse` has run what children will: it returns in its copies, with what bounds the
 * time that each job of theirs may take of the processor.
 */
export async function becomeTemplate(addon: string, rehearse: () => Promise<void>): Promise<Copies['bound']> {
  for (let round = 0; round < ROUNDS; round += 1) await rehearse();
  // What loading and compiling left behind would be swept by each copy for itself, as soon as it waits.
  globalThis.gc?.();
  Reflect.deleteProperty(globalThis, 'gc');
  for (let round = 0; round < ROUNDS_AFTER_SWEEP; round += 1) await rehearse();
  const loaded = { exports: {} };
  process.dlopen(loaded, addon);
  const { serve, bound, end } = loaded.exports as Copies;
  writeSync(1, 'ready\n');
  serve(CHANNEL);
  // From here on this is a copy.
  Reflect.deleteProperty(process, 'dlopen');
  process.on('uncaughtExceptionMonitor', (error) => writeSync(2, `${error.stack}\n`));
  process.once('exit', end);
  return bound;
}
