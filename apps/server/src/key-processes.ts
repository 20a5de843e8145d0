import { type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ProviderError, SoftwareKeys } from '@websign/providers';
import { ConfigError, type Settings } from './config.ts';

type SignerSettings = Pick<Settings, 'SIGNER_SOCKET' | 'MASTER_KEY_FILE' | 'RESET_OTP_DELAY_HOURS'>;

/** What is said to a signer process that is started here; one that listens at SIGNER_SOCKET has settings of its own. */
interface Started {
  clock?: 'own' | 'caller';
  ledgerFile?: string;
}

/** How long a socket is waited for, and who hears of an end. */
export interface Watch {
  patienceMs?: number;
  onCrash?: (error: ProviderError) => void;
}

/** A server that starts with its machine lets the others start. */
export const PATIENCE_MS = 20_000;
/** A command may follow a restart of the process that it needs. */
export const COMMAND_PATIENCE_MS = 5000;

const hourMs = 60 * 60_000;

/**
 * The signer process that the configuration names: connected to at SIGNER_SOCKET, started under MASTER_KEY_FILE otherwise.
 * Throws ConfigError with what to do where nobody answers, ProviderError where it does not start.
 */
export function configuredSigner(
  { SIGNER_SOCKET: socket, MASTER_KEY_FILE: file, RESET_OTP_DELAY_HOURS }: SignerSettings,
  { patienceMs, ...watch }: Watch = {},
  started: Started = {},
): Promise<SoftwareKeys> {
  if (socket !== '')
    return reached(
      'SIGNER_SOCKET',
      'signer',
      SoftwareKeys.open({ socket, patienceMs: patienceMs ?? 0, ...watch }),
    );
  const newDeviceAfterMs = RESET_OTP_DELAY_HOURS * hourMs;
  return SoftwareKeys.open({ masterKey: { file }, newDeviceAfterMs, ...started, ...watch });
}

/** What connects to a process at the socket of a setting; its refusal says what to do. */
export async function reached<T>(
  setting: string,
  command: 'signer' | 'hsm',
  connecting: Promise<T>,
): Promise<T> {
  try {
    return await connecting;
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    throw new ConfigError(
      `${setting}: ${cause.message}. Start it, by systemctl start websign-${command} or by ./websign ${command} as its own user; and let this user be of the socket's group.`,
      { cause },
    );
  }
}

/** As which user a process runs that holds keys. */
export interface ProcessOwner {
  /** `other`: the system keeps this server's user from its files. `unknown`: its socket cannot be looked at. */
  user: 'own' | 'other' | 'unknown';
  /** For operators, behind `the process is`. */
  description: string;
}

/** Undefined where nothing is there, or this user may not look. */
function statIfVisible(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Whether everybody on this machine may put another socket in its place, and hear what is said there. */
export function isOpenToAll(socket: string): boolean {
  const folder = statIfVisible(dirname(socket));
  // In a folder with the sticky bit nobody takes another's file away.
  return folder !== undefined && (folder.mode & 0o1002) === 0o0002;
}

/** The owner of the process that a socket's setting names; of one that is started here where it names none. */
export function ownerOfProcess(socket: string): ProcessOwner {
  if (socket === '') return { user: 'own', description: "of this server's user" };
  const owner = statIfVisible(socket)?.uid;
  if (owner === undefined) return { user: 'unknown', description: `not to be seen at ${socket}` };
  if (owner === process.getuid?.())
    return { user: 'own', description: `of this server's user, at ${socket}` };
  return { user: 'other', description: `of its own user, at ${socket}` };
}
