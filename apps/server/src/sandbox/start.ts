import { type Config, ConfigError } from '../config.ts';
import type { Logger } from '../logging.ts';
import { missingConfinements } from './confinement.ts';
import { openSandbox, type Sandbox } from './pool.ts';
import { engineProgram, LONG_JOBS } from './program.ts';

const unconfined = (missing: readonly string[]) =>
  `SANDBOX=strict asks the operating system to confine the processes that read documents, and here it does not (${missing.join(', ')}): run ./websign sandbox install, which needs Linux 5.13 or later with Landlock and a C compiler, or set SANDBOX=partial and read docs/THREATS.md about what that leaves open.`;

/** The server's children, as the configuration wants them; `ended` is told of each that is replaced. Throws ConfigError. */
export function startSandbox(config: Config, log: Logger, ended: () => void): Sandbox {
  const missing = missingConfinements();
  if (missing.length > 0) {
    if (!config.demo && config.SANDBOX === 'strict') throw new ConfigError(unconfined(missing));
    log.warn({ missing }, 'parser children are confined in part only');
  }
  return openSandbox({
    ...engineProgram,
    slots: config.PARSER_CHILDREN,
    // Nobody has them all, so that no one waits for the end of another's slowest document.
    slotsEach: Math.max(1, config.PARSER_CHILDREN - 1),
    // One is left to documents that are signed, unless two signers could not upload side by side then.
    slotsUnsigned: Math.max(2, config.PARSER_CHILDREN - 1),
    warmChildren: Math.min(2, config.PARSER_CHILDREN),
    heldChildren: 2 * config.PARSER_CHILDREN,
    copiesFrom: 8,
    queue: config.PARSER_QUEUE,
    queueEach: Math.ceil(config.PARSER_QUEUE / 4),
    waitMs: 60_000,
    timeoutMs: config.PARSER_SECONDS * 1000,
    timesAsLong: LONG_JOBS,
    startMs: 30_000,
    heapMiB: 448,
    dataMiB: 900,
    // A document of as many pages, and fields, as the engine reads has a million values to tell of.
    answer: { json: 32 * 1024 * 1024, attachments: 64 * 1024 * 1024, values: 2_000_000 },
    onEnd: (complaint) => {
      ended();
      log.warn({ complaint }, 'a parser child ended and is replaced');
    },
  });
}
