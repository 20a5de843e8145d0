import { type RaiseCalls, type Raised, type RaiseOptions, raise } from '@websign/pades';
import type { ByteSource } from '../../sandbox/frame.ts';
import type { TimeStamps } from '../time-stamps.ts';
import { digestStampWith } from '../time-stamps.ts';
import { type Validating, validateEvidence } from '../validation/validate.ts';

/** What raising a document works with: the command line has it, too. */
export interface Raising extends Validating {
  /** For document time-stamps. */
  timeStamps: TimeStamps | undefined;
}

const nothing = new Uint8Array();

/**
 * Raises a signed document to a level, by the sandbox and the authorities. `tail` is what already stands behind the
 * original; the answer's stands in its place. Throws what pades' raise throws, and SandboxError.
 */
export const raiseDocument = (
  context: Raising,
  original: ByteSource,
  options: RaiseOptions,
  tail: Uint8Array = nothing,
): Promise<Raised> =>
  context.engine.together((engine) => raise(tail, options, raiseCalls({ ...context, engine }, original)));

function raiseCalls(context: Raising, original: ByteSource): RaiseCalls {
  const { engine, timeStamps, clock } = context;
  return {
    evidence: (tail) => engine.evidence(followed(original, tail)),
    validate: async (evidence, alone = false) =>
      (await validateEvidence(context, evidence, { online: !alone, toEmbed: true })).validation,
    prepare: (tail, wish) => engine.prepareAddition(followed(original, tail), wish),
    stamp: (digest, algorithm) =>
      timeStamps === undefined
        ? Promise.reject(new Error('no time-stamp authority is configured'))
        : digestStampWith(timeStamps, engine, clock)(digest, algorithm),
  };
}

const followed = (original: ByteSource, tail: Uint8Array): ByteSource => ({
  length: original.length + tail.length,
  async *read() {
    yield* original.read();
    if (tail.length > 0) yield tail;
  },
});
