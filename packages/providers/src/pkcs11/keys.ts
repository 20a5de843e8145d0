import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ProviderError } from '../errors.ts';
import { type ChildCommand, startChild } from '../process/child.ts';
import { confinement } from '../process/confinement.ts';
import { connectionTo } from '../process/connect.ts';
import { type Served, serveAt } from '../process/served.ts';
import { SupervisedProcess, type Supervision } from '../process/supervised.ts';
import type { Authorized } from '../software/protocol.ts';
import { installedBridge } from './installed.ts';
import { type ListedToken, MAX_CALLS, NAME, type Operations, type Question } from './protocol.ts';
import type { KeyReference } from './reference.ts';

/** Which HSM, and how its process is started and watched; times in milliseconds. */
export interface Pkcs11Options {
  /** Absolute path of the HSM's module. */
  module: string;
  /** Label or serial number of the service's token; '' where every token is a person's. */
  token: string;
  /** File whose first line is the service's PIN. */
  pinFile: string;
  /** Sessions on the service's token: so many values are made at once. */
  sessions: number;
  /** What the module finds in its environment, all of it. */
  environment: Readonly<Record<string, string>>;
  /** A call that takes longer answers `timeout`; 120 s when left out, for a thousand documents on a slow token. */
  callTimeoutMs?: number;
  /** A function of the module that takes longer is given up with the process; 15 s when left out. */
  operationMs?: number;
  /** A start that takes longer failed; 20 s when left out. */
  startTimeoutMs?: number;
  /** Told of each unexpected end, for the log. */
  onCrash?: (error: ProviderError) => void;
}

/** Where an HSM process listens that runs already, as a user of its own; times in milliseconds. */
export interface Pkcs11SocketOptions
  extends Pick<Pkcs11Options, 'callTimeoutMs' | 'operationMs' | 'startTimeoutMs' | 'onCrash'> {
  /** Absolute path of its Unix socket. */
  socket: string;
  /** For so long the first connection is tried again; not at all when left out. */
  patienceMs?: number;
}

/** The keys of an HSM: what its process does, as promises. Every method throws ProviderError. */
export interface Pkcs11Keys {
  /** Of the HSM process, 0 of one that was connected to; undefined while it starts again after a crash. */
  readonly pid: number | undefined;
  /** Values in the order of `items`; ECDSA values are DER. */
  sign(reference: KeyReference, items: Authorized[]): Promise<Uint8Array[]>;
  /**
   * With the person's own PIN, values of what `authorize` answers: it is asked once when the token has taken the PIN,
   * before anything is signed. What it throws is thrown.
   */
  signAsPerson(
    reference: KeyReference,
    pin: string,
    authorize: () => Promise<Authorized[]>,
  ): Promise<Uint8Array[]>;
  /** Every token; the keys of the service's, or with a PIN of the one that is named. */
  list(named?: { token: string; pin: string }): Promise<ListedToken[]>;
  /** Resolves when the service's token could sign now. */
  health(): Promise<void>;
  close(): Promise<void>;
}

const HEARTBEAT_MS = 10_000;
const START_MS = 20_000;
const LONGEST_PIN_FILE = 4096;

/**
 * Starts the process and loads the HSM's module there, or connects to the one that listens at a socket; whether the HSM is
 * there, `health` says.
 */
export async function openPkcs11(options: Pkcs11Options | Pkcs11SocketOptions): Promise<Pkcs11Keys> {
  const process = await SupervisedProcess.open<Operations>(
    'socket' in options ? connected(options) : started(options),
  );
  return {
    get pid() {
      return process.pid;
    },
    sign: (reference, items) => process.callAgain('sign', { reference, items }),
    signAsPerson: (reference, pinOfPerson, authorize) =>
      secretly(pinOfPerson, async (bytes) => {
        const refusals: unknown[] = [];
        const answer = () =>
          authorize().catch((error: unknown) => {
            refusals.push(error);
            return null;
          });
        // A process that has just ended is noticed here, and not after a try at the token.
        await process.callAgain('ping', null);
        try {
          return await process.call('signAsPerson', { reference, pin: bytes }, answer);
        } catch (error) {
          throw refusals[0] ?? error;
        }
      }),
    list: (named) =>
      named === undefined
        ? process.call('list', { token: '', pin: null })
        : secretly(named.pin, (bytes) => process.call('list', { token: named.token, pin: bytes })),
    health: async () => void (await process.callAgain('health', null)),
    close: () => process.close(),
  };
}

/** Starts the process for those who connect at `socket`: module, token and PIN are not theirs. */
export function servePkcs11(options: Pkcs11Options, socket: string): Promise<Served> {
  return serveAt<Operations>(socket, started(options));
}

/** Of both, what a call may take. */
const boundsOf = ({ callTimeoutMs = 120_000, operationMs = 15_000, onCrash }: Partial<Pkcs11Options>) => ({
  callTimeoutMs,
  heartbeatMs: Math.min(HEARTBEAT_MS, operationMs),
  maxCalls: MAX_CALLS,
  onCrash,
});

function started(options: Pkcs11Options): Supervision {
  const { startTimeoutMs = START_MS, operationMs = 15_000 } = options;
  const command = commandOf(options, operationMs);
  const pin = new PinFile(options.pinFile);
  return {
    name: NAME,
    start: (receive) => startChild(command, startTimeoutMs, receive),
    answer: (question) => pin.answer(question as Question),
    ...boundsOf(options),
  };
}

function connected(options: Pkcs11SocketOptions): Supervision {
  const { socket, startTimeoutMs = START_MS, patienceMs = 0 } = options;
  return {
    ...connectionTo({ name: NAME, socket }, startTimeoutMs, patienceMs),
    ...boundsOf(options),
  };
}

/**
 * What the module needs stays within its reach: files, network, the environment that is named. No core dumps and no
 * new privileges, as for every process of ours.
 */
function commandOf(options: Pkcs11Options, operationMs: number): ChildCommand {
  const { module, token, sessions, environment } = options;
  return {
    name: NAME,
    entry: fileURLToPath(new URL('./main.ts', import.meta.url)),
    confinement: confinement({ network: true }),
    // Each session waits for the HSM in a thread of its own; the login of a person's token needs one more.
    environment: { ...environment, UV_THREADPOOL_SIZE: String(sessions + 1) },
    descriptors: [],
    start: { bridge: installedBridge(), module, token, sessions, operationMs },
  };
}

/** The service's PIN, read when the token asks for it. One that the token refused is not tried again. */
class PinFile {
  readonly #file: string;
  #refused: string | undefined;
  #last: string | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async answer(question: Question): Promise<Uint8Array | boolean | null> {
    if (question === 'pin') return this.#read();
    if (question === 'pin refused') this.#refused = this.#last;
    return true;
  }

  async #read(): Promise<Uint8Array | null> {
    const content = await readFile(this.#file);
    const end = content.findIndex((byte) => byte === 0x0a || byte === 0x0d);
    const pin = Uint8Array.from(content.subarray(0, Math.min(LONGEST_PIN_FILE, end < 0 ? Infinity : end)));
    content.fill(0);
    this.#last = createHash('sha256').update(pin).digest('hex');
    return this.#last === this.#refused ? null : pin;
  }
}

/** The PIN as UTF-8 of its NFC form, wiped once the call was answered. No Buffer: JSON would make a list of its octets first. */
async function secretly<R>(pin: string, call: (bytes: Uint8Array) => Promise<R>): Promise<R> {
  const bytes = new TextEncoder().encode(pin.normalize('NFC'));
  try {
    return await call(bytes);
  } finally {
    bytes.fill(0);
  }
}
