import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ProviderError } from '../errors.ts';
import { type ChildCommand, FIRST_DESCRIPTOR, startChild } from '../process/child.ts';
import { confinement } from '../process/confinement.ts';
import { SupervisedProcess } from '../process/supervised.ts';
import { prepareEpochFile } from './epoch-file.ts';
import type { MasterKeySource } from './master-key.ts';
import { MAX_CALLS, NAME, type Operations, type Start } from './protocol.ts';

/** How the signer process is started and watched; times in milliseconds. */
export interface SignerProcessOptions {
  masterKey: MasterKeySource;
  /** A call that takes longer answers `timeout`; 30 s when left out. */
  callTimeoutMs?: number;
  /** A start that takes longer failed; 20 s when left out. */
  startTimeoutMs?: number;
  /** argon2 computations at once, 64 MiB each; one a core up to 4 when left out. */
  hashesAtOnce?: number;
  /** Failures of one kind per account in `failureWindowMs` (5 min) before the process itself refuses; 10. */
  maxFailures?: number;
  failureWindowMs?: number;
  /** Milliseconds before which no new device of an account counts; a day when left out. */
  newDeviceAfterMs?: number;
  /** Where the process notes which epochs of accounts were used, an absolute path; in memory alone when left out. */
  ledgerFile?: string;
  /** `caller` lets `now` in a call freeze time, for tests; `own` when left out. */
  clock?: 'own' | 'caller';
  /** Told of each unexpected end, for the log. */
  onCrash?: (error: ProviderError) => void;
}

export type SignerProcess = SupervisedProcess<Operations>;

const DAY_MS = 24 * 60 * 60_000;
/** More than libuv's four threads would only wait there. */
const HASHES_AT_ONCE = Math.min(4, availableParallelism());

/** Resolves when the process holds the master key; throws ProviderError `unavailable` with why not. */
export function openSignerProcess(options: SignerProcessOptions): Promise<SignerProcess> {
  const { startTimeoutMs = 20_000, callTimeoutMs, onCrash } = options;
  return SupervisedProcess.open<Operations>({
    name: NAME,
    async start(receive) {
      if (options.ledgerFile !== undefined) prepareEpochFile(options.ledgerFile);
      return startChild(command(options), startTimeoutMs, receive);
    },
    callTimeoutMs,
    maxCalls: MAX_CALLS,
    onCrash,
  });
}

/** An empty environment and no network: it needs nothing of either. */
function command(options: SignerProcessOptions): ChildCommand {
  const {
    masterKey,
    clock = 'own',
    maxFailures = 10,
    failureWindowMs = 300_000,
    hashesAtOnce = HASHES_AT_ONCE,
    newDeviceAfterMs = DAY_MS,
    ledgerFile,
  } = options;
  const inherited = 'descriptor' in masterKey;
  const source = inherited ? { descriptor: FIRST_DESCRIPTOR } : masterKey;
  const bounds = { maxFailures, failureWindowMs, hashesAtOnce, newDeviceAfterMs };
  const start: Start = { masterKey: source, clock, ...bounds, ledgerFile };
  return {
    name: NAME,
    entry: fileURLToPath(new URL('./main.ts', import.meta.url)),
    confinement: confinement({ network: false }),
    environment: {},
    writable: ledgerFile === undefined ? [] : [ledgerFile],
    descriptors: inherited ? [masterKey.descriptor] : [],
    start,
  };
}
