import { setTimeout as pause } from 'node:timers/promises';
import { PadesError, type Raised, type RaiseOptions, type SignatureLevel } from '@websign/pades';
import type { ByteSource } from '@websign/server/sandbox/frame';
import { type Raising, raiseDocument } from '@websign/server/services/raising';
import type { Authorities } from './authorities.ts';
import { CliError } from './error.ts';

const LEVELS: readonly SignatureLevel[] = ['B-B', 'B-T', 'B-LT', 'B-LTA'];

/** `--level`; undefined where it is left out. */
export function parseLevel(text: string | undefined): SignatureLevel | undefined {
  if (text === undefined) return undefined;
  const level = LEVELS.find((one) => one === text);
  if (level === undefined) throw new CliError('usage', `--level ${text} is none of ${LEVELS.join(', ')}.`);
  return level;
}

/** Whether the level has validation data in it. */
export const isLongTerm = (level: SignatureLevel): level is 'B-LT' | 'B-LTA' =>
  level === 'B-LT' || level === 'B-LTA';

/** Throws where the level needs what was not given. */
export function requireMeans(level: SignatureLevel, { timeStamps, trusting }: Authorities): void {
  if (level !== 'B-B' && timeStamps === undefined)
    throw new CliError('usage', `--level ${level} needs --tsa.`);
  if (isLongTerm(level) && !trusting)
    throw new CliError('usage', `--level ${level} needs --trust: the folder with the trusted certificates.`);
}

/** Milliseconds before each further attempt. */
const PAUSES = [1000, 4000];

/** What passes: an authority that is away may answer a moment later. */
export const isAway = (error: unknown): error is PadesError =>
  error instanceof PadesError &&
  (error.code === 'revocation_unavailable' || error.code === 'time_stamp_failed');

/** Raises a document; where an authority is away it is tried again, twice. */
export async function raisePatiently(
  context: Raising,
  original: ByteSource,
  options: RaiseOptions,
  tail?: Uint8Array,
): Promise<Raised> {
  for (const wait of PAUSES) {
    try {
      return await raiseDocument(context, original, options, tail);
    } catch (error) {
      if (!isAway(error)) throw error;
      await pause(wait);
    }
  }
  return raiseDocument(context, original, options, tail);
}

/** What is worth a word beside the level. */
export function remarks({ early, final }: Pick<Raised, 'early' | 'final'>): string {
  const told = [
    early ? 'revocation data are older than the time-stamp: extend it later' : '',
    final ? 'a signature permits no change, so some viewers may call it broken' : '',
  ].filter((one) => one !== '');
  return told.length === 0 ? '' : `; ${told.join('; ')}`;
}
