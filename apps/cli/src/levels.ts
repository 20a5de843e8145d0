import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PadesError, type Raised, type RaiseOptions, type SignatureLevel } from '@websign/pades';
import type { Material } from '@websign/pki';
import type { ByteSource } from '@websign/server/sandbox/frame';
import { type Raising, raiseDocument } from '@websign/server/services/raise/document';
import { digestStampWith } from '@websign/server/services/time-stamps';
import { standingNow } from '@websign/server/services/validation/standing';
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
export const raisePatiently = (
  context: Raising,
  original: ByteSource,
  options: RaiseOptions,
  tail?: Uint8Array,
): Promise<Raised> => patiently(context, () => raiseDocument(context, original, options, tail));

/**
 * What a signature takes along after which nothing may be appended (P=1), collected before it is made; tried again as
 * {@link raisePatiently} does. Throws PadesError `revocation_unavailable`, `time_stamp_failed` or `not_valid`.
 */
export const materialAhead = (context: Raising, chain: readonly Uint8Array[]): Promise<Material> =>
  patiently(context, async () => {
    const { status, reason = '', used } = await standingNow(context, { chain, tokens: await probe(context) });
    if (status === 'good') return used;
    const told = `The certificates of signer and time-stamp authority: ${status} ${reason}`.trimEnd();
    throw new PadesError(status === 'unknown' ? 'revocation_unavailable' : 'not_valid', told);
  });

/** A token of the authority that will stamp, so that its certificate is known. */
async function probe({ timeStamps, engine, clock }: Raising): Promise<Uint8Array[]> {
  if (timeStamps === undefined) return [];
  try {
    return [await digestStampWith(timeStamps, engine, clock)(randomBytes(32), 'SHA-256')];
  } catch (cause) {
    throw new PadesError('time_stamp_failed', 'no valid time-stamp is to be had', { cause });
  }
}

async function patiently<T>({ timeStamps }: Raising, work: () => Promise<T>): Promise<T> {
  for (const wait of PAUSES) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error)) throw error;
      // Where no authority was named, none will answer.
      if (timeStamps === undefined && error.code === 'time_stamp_failed') throw error;
      await pause(wait);
    }
  }
  return work();
}

/** What is worth a word beside the level. */
export function remarks({
  early,
  final,
  restricted,
}: Pick<Raised, 'early' | 'final' | 'restricted'>): string {
  const told = [
    early ? 'revocation data are older than the time-stamp: extend it later' : '',
    restricted ? 'the owner of the file permits no document time-stamp' : '',
    final ? 'a signature permits no change, so some viewers may call it broken' : '',
  ].filter((one) => one !== '');
  return told.length === 0 ? '' : `; ${told.join('; ')}`;
}
