import { SandboxError } from '../../sandbox/error.ts';
import { mapBounded } from '../bounded.ts';
import type { Context } from '../context.ts';
import type { UploadPart } from '../intake.ts';
import { refusalCode } from '../refusals.ts';
import { validateDocument } from '../validation/validate.ts';
import type { Verification, VerifiedFile } from './face.ts';
import { type ReceivedFile, receiveFiles } from './receive.ts';
import { openSpool } from './spool.ts';
import { weighed } from './weight.ts';

/** Files of one request that are judged at once: the children are for others, too. */
const AT_ONCE = 2;
/** Milliseconds for which certification authorities are waited for, for all files of a request. */
const FETCHING_MS = 45_000;
/** Milliseconds after which no further file of a request is begun. */
const BEGINNING_MS = 80_000;

/**
 * Judges the signatures in the files of a request. The files lie in a spool without a name until then, and nothing
 * of them stays. Throws RequestError for the whole request, SandboxError `busy` where there is no child for it.
 */
export async function verify(
  context: Context,
  parts: AsyncIterable<UploadPart>,
  cancelled: AbortSignal,
): Promise<Verification> {
  const spool = await openSpool(context.config.dataFolder);
  try {
    const received = await receiveFiles(parts, spool);
    const at = context.clock();
    const signal = AbortSignal.any([cancelled, AbortSignal.timeout(FETCHING_MS)]);
    const late = AbortSignal.timeout(BEGINNING_MS);
    const within = weighed();
    const files = await mapBounded(received, AT_ONCE, async (file) => {
      cancelled.throwIfAborted();
      return late.aborted ? tooLate(file) : within(await judge(context, file, at, signal));
    });
    return { at, files };
  } finally {
    await spool.close();
  }
}

/** Those before it took all the time that a request has. */
const tooLate = ({ source: _, ...file }: ReceivedFile): VerifiedFile => ({
  ...file,
  outcome: { code: 'pdf_resource_limit' },
});

async function judge(
  context: Context,
  { source, ...file }: ReceivedFile,
  at: number,
  signal: AbortSignal,
): Promise<VerifiedFile> {
  try {
    return { ...file, outcome: await validateDocument(context, source, { online: true, at, signal }) };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    if (error.code === 'busy' || error.code === 'closed' || error.code === 'unreadable') throw error;
    return { ...file, outcome: { code: refusalCode(error) } };
  }
}
