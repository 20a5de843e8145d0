import type { ErrorCode } from '@websign/contract';
import { finishSignature, PadesError, type SignatureLevel, type SignedDocument } from '@websign/pades';
import { nodePorts } from '@websign/ports';
import { SandboxError } from '../../sandbox/error.ts';
import { blobSource } from '../blob-source.ts';
import type { Context } from '../context.ts';
import { raiseDocument } from '../raise/document.ts';
import { stampWith } from '../time-stamps.ts';
import type { Identity, Ready } from './prepare.ts';

/** A finished signature. */
export interface Finished {
  /** Everything behind the document as it was. */
  tail: Uint8Array;
  level: SignatureLevel;
  /** Whether it is below the configured level for now, and raised later. */
  raising: boolean;
}

/**
 * Embeds a signature and takes it to the configured level. What is not to be had then costs the signature, or is
 * added later (LEVEL_FALLBACK); a certificate that turns out to be revoked always does.
 */
export async function finish(
  context: Context,
  ready: Ready,
  signature: Uint8Array,
  { material }: Pick<Identity, 'material'>,
): Promise<Finished | ErrorCode> {
  const embedded = await embed(context, ready, signature);
  if (typeof embedded === 'string') return embedded;
  const { tail, level } = embedded;
  // A signature that permits no change takes its data along, and nothing is appended behind it.
  if (ready.final) return { tail, level: material && level === 'B-T' ? 'B-LT' : level, raising: false };
  return reach(context, ready, { tail, level, raising: level !== context.config.level });
}

/** B-T wherever time-stamp authorities are configured (EN 319 142-1 §6.3). */
async function embed(
  { timeStamps, engine, clock, log, config }: Context,
  { document, prepared, draft }: Ready,
  signature: Uint8Array,
): Promise<SignedDocument | ErrorCode> {
  const stamp = timeStamps && stampWith(timeStamps, engine, clock);
  try {
    return await finishSignature(prepared, draft, signature, nodePorts(), stamp);
  } catch (err) {
    if (!(err instanceof PadesError) || err.code === 'signature_invalid') throw err;
    log.error({ err, document: document.id }, 'no time-stamp');
    if (config.LEVEL_FALLBACK === 'refuse') return 'timestamp_unavailable';
    return finishSignature(prepared, draft, signature, nodePorts());
  }
}

/** Validation data and a time-stamp over them, as far as the configured level asks. */
async function reach(context: Context, ready: Ready, sofar: Finished): Promise<Finished | ErrorCode> {
  const { config, storage, archive, log } = context;
  const { level } = config;
  if (level === 'B-B' || !sofar.raising) return sofar;
  const { document, prepared } = ready;
  const original = blobSource(storage.blobs, { sha256: prepared.baseSha256, size: prepared.baseLength });
  try {
    const raising = { ...context, timeStamps: archive };
    const raised = await raiseDocument(raising, original, { level, field: prepared.field }, sofar.tail);
    return { tail: raised.tail, level: raised.level, raising: false };
  } catch (err) {
    if (!(err instanceof PadesError) && !(err instanceof SandboxError)) throw err;
    log.error({ err, document: document.id, level }, 'the level of a signature was not reached');
    if (err.code === 'revoked') return 'certificate_revoked';
    if (config.LEVEL_FALLBACK === 'refuse') return 'level_unavailable';
    // What no answer will mend is not promised.
    return { ...sofar, raising: err.code !== 'not_valid' && err.code !== 'unsigned' };
  }
}
