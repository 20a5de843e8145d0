import { randomBytes } from 'node:crypto';
import type { Material } from '@websign/pki';
import type { Context } from '../context.ts';
import { RequestError } from '../errors.ts';
import { digestStampWith } from '../time-stamps.ts';
import { standingNow } from '../validation/standing.ts';
import type { Asked } from './asked.ts';

type Tools = Pick<Context, 'config' | 'engine' | 'trust' | 'material' | 'clock' | 'timeStamps' | 'log'>;

/**
 * Before a code is spent: the signer's certificate must not be revoked. A signature after which nothing may be
 * appended (SGN-6) gets here what it embeds to be B-LT; undefined for any other, and where it is not to be had.
 * Throws RequestError `certificate_revoked`, `certificate_untrusted`, `level_unavailable`.
 */
export async function materialAhead(
  context: Tools,
  { chain }: { chain: readonly Uint8Array[] },
  { lock }: Pick<Asked, 'lock'>,
): Promise<Material | undefined> {
  const { config, log } = context;
  if (config.level === 'B-B' || config.level === 'B-T') return undefined;
  const tokens = lock ? await probe(context) : [];
  const { status, reason, used } = await standingNow(context, { chain, tokens: tokens ?? [] });
  if (status !== 'good') log.warn({ status, reason }, 'the standing of a certificate before it signs');
  if (status === 'revoked') throw new RequestError('certificate_revoked');
  if (status === 'invalid') throw new RequestError('certificate_untrusted');
  const complete = status === 'good' && tokens !== undefined;
  if (!complete && config.LEVEL_FALLBACK === 'refuse') throw new RequestError('level_unavailable');
  return lock && complete ? used : undefined;
}

/** A token of the authority that will stamp: what is known of it goes along. Undefined where none answers. */
async function probe({ timeStamps, engine, clock, log }: Tools): Promise<Uint8Array[] | undefined> {
  if (timeStamps === undefined) return [];
  try {
    return [await digestStampWith(timeStamps, engine, clock)(randomBytes(32), 'SHA-256')];
  } catch (err) {
    log.error({ err }, 'no time-stamp before a final signature');
    return undefined;
  }
}
