import type { Lost } from '../corpus/worker.ts';
import type { Outcome } from './job.ts';
import type { Entry } from './manifest.ts';

/** One scored file. */
export interface Row extends Entry {
  outcome: Outcome | Lost;
}
