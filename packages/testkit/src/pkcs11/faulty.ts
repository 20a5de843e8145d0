import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SoftHsm } from './softhsm.ts';

/** What a function of the module does: answers that number (once), takes so many milliseconds, ends the process, errs. */
export type ModuleFault = `${string} ${'return' | 'once' | 'slow' | 'crash' | 'wrong' | 'short'} ${string}`;

/** SoftHSM behind a module that fails as it is told. */
export interface FaultyModule {
  readonly module: string;
  readonly environment: Record<string, string>;
  /** From now on; nothing named: none. */
  faults(...faults: ModuleFault[]): void;
  /** The functions that were called, in order; `C_Sign ended` when a value was made. */
  calls(): string[];
  forget(): void;
}

/** Compiled against the standard's headers in `includes`. */
export function faultyModule(hsm: SoftHsm, includes: string): FaultyModule {
  const at = (name: string) => join(hsm.folder, name);
  const source = fileURLToPath(new URL('./faulty.c', import.meta.url));
  const flags = ['-shared', '-fPIC', '-O1', `-I${includes}`];
  execFileSync('cc', [...flags, '-o', at('faulty.so'), source, '-ldl'], { stdio: 'pipe' });
  return {
    module: at('faulty.so'),
    environment: {
      ...hsm.environment,
      WEBSIGN_MODULE: hsm.module,
      WEBSIGN_FAULTS: at('faults'),
      WEBSIGN_CALLS: at('calls'),
    },
    faults: (...faults) => writeFileSync(at('faults'), faults.map((fault) => `${fault}\n`).join('')),
    calls: () =>
      existsSync(at('calls')) ? readFileSync(at('calls'), 'latin1').split('\n').filter(Boolean) : [],
    forget: () => rmSync(at('calls'), { force: true }),
  };
}
