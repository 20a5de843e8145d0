import { type Evidence, gather, renewing, type Validation } from '@websign/pades';
import type { ByteSource } from '../../sandbox/frame.ts';
import type { Context } from '../context.ts';
import { boundedFetch, type Fetching, ROUNDS, withAnchors } from './asking.ts';

/** What a validation works with: the command line has it, too. */
export interface Validating extends Pick<Context, 'engine' | 'trust' | 'clock'> {
  material?: Fetching | undefined;
}

export interface ValidationOptions {
  /** Whether certification authorities may be asked for what the document does not hold. */
  online: boolean;
  /** Moment of the validation, epoch milliseconds; now when left out. */
  at?: number;
  /** Whether the answers are to be embedded: those from before the time-stamps are asked for anew. */
  toEmbed?: boolean;
  /** Ends the asking, not the validation: what is known by then is judged. */
  signal?: AbortSignal;
}

export interface Validated {
  evidence: Evidence;
  validation: Validation;
  /** Whether anything was fetched for it. */
  fetched: boolean;
}

/**
 * Judges every signature of a document. Sources that are away make verdicts that say so, never a failure.
 * Throws SandboxError where the document cannot be read.
 */
export async function validateDocument(
  context: Validating,
  source: ByteSource,
  options: ValidationOptions,
): Promise<Validated> {
  return context.engine.together(async (engine) =>
    validateEvidence({ ...context, engine }, await engine.evidence(source), options),
  );
}

/** The same for a document that was read before. */
export async function validateEvidence(
  context: Validating,
  evidence: Evidence,
  { online, at = context.clock(), toEmbed = false, signal }: ValidationOptions,
): Promise<Validated> {
  const asked = boundedFetch(online ? context.material : undefined, signal);
  const judge = withAnchors(context.trust, evidence.names, at, (material, grounds) =>
    context.engine.validate({ evidence, material, grounds }),
  );
  const { validation } = await gather({
    validate: toEmbed ? renewing(judge) : judge,
    fetch: asked.fetch,
    rounds: online ? ROUNDS : 0,
  });
  return { evidence, validation, fetched: asked.octets() > 0 };
}
