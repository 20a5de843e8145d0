import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ProviderError } from '../errors.ts';
import { type ChildCommand, FIRST_DESCRIPTOR, startChild } from '../process/child.ts';
import { confinement } from '../process/confinement.ts';
import { connectionTo } from '../process/connect.ts';
import { type Served, serveAt } from '../process/served.ts';
import { SupervisedProcess, type Supervision } from '../process/supervised.ts';
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

/** Where a signer process listens that runs already, as a user of its own; times in milliseconds. */
export interface SignerSocketOptions
  extends Pick<SignerProcessOptions, 'callTimeoutMs' | 'startTimeoutMs' | 'onCrash'> {
  /** Absolute path of its Unix socket. */
  socket: string;
  /** For so long the first connection is tried again; not at all when left out. */
  patienceMs?: number;
}

export type SignerProcess = SupervisedProcess<Operations>;

const DAY_MS = 24 * 60 * 60_000;
/** More than libuv's four threads would only wait there. */
const HASHES_AT_ONCE = Math.min(4, availableParallelism());
const START_MS = 20_000;
/** A process that others call is asked so often whether it lives. */
const HEARTBEAT_MS = 30_000;

/** Resolves when the process holds the master key; throws ProviderError `unavailable` with why not. */
export function openSignerProcess(
  options: SignerProcessOptions | SignerSocketOptions,
): Promise<SignerProcess> {
  return SupervisedProcess.open<Operations>('socket' in options ? connected(options) : started(options));
}

/** Starts the process for those who connect at `socket`: its master key, its ledger and its bounds are not theirs. */
export function serveSigner(options: SignerProcessOptions, socket: string): Promise<Served> {
  return serveAt<Operations>(socket, { ...started(options), heartbeatMs: HEARTBEAT_MS });
}

function started(options: SignerProcessOptions): Supervision {
  const { startTimeoutMs = START_MS, callTimeoutMs, onCrash } = options;
  return {
    name: NAME,
    async start(receive) {
      if (options.ledgerFile !== undefined) prepareEpochFile(options.ledgerFile);
      return startChild(command(options), startTimeoutMs, receive);
    },
    callTimeoutMs,
    maxCalls: MAX_CALLS,
    onCrash,
  };
}

function connected(options: SignerSocketOptions): Supervision {
  const { socket, startTimeoutMs = START_MS, patienceMs = 0, callTimeoutMs, onCrash } = options;
  return {
    ...connectionTo({ name: NAME, socket }, startTimeoutMs, patienceMs),
    callTimeoutMs,
    maxCalls: MAX_CALLS,
    onCrash,
  };
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
