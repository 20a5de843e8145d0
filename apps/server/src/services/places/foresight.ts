import type { Placement } from '@websign/contract';
import type { Foresight } from '../../sandbox/engine.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { StoredDocument } from '../../storage/index.ts';
import { blobSource } from '../blob-source.ts';
import type { Context } from '../context.ts';
import type { DocumentFacts } from '../facts.ts';
import { isTransient, type Looking } from './occupied.ts';

/** The field in which a document is signed, and whether the signature has its ground there. */
export interface OwnField {
  /** Fully qualified. */
  name: string;
  placement: Placement;
  opaque: boolean;
}

/** Documents whose own field is remembered: what is known of their bytes never changes. */
const mostRemembered = 500;
const recent = new WeakMap<Context['storage'], Map<string, OwnField | undefined>>();

/**
 * The empty field in which a document is signed because it takes no new visible signature; undefined where it takes one,
 * or has no field that can be filled; `unknown` where the engine did not come to an end. Throws SandboxError where it
 * cannot be told for now ({@link isTransient}).
 */
export async function ownField(
  context: Looking,
  document: StoredDocument,
  { emptyFields }: DocumentFacts,
  wanted: Placement,
): Promise<OwnField | 'unknown' | undefined> {
  if (!emptyFields.some(hasArea)) return undefined;
  const known = recent.get(context.storage) ?? new Map<string, OwnField | undefined>();
  recent.set(context.storage, known);
  const { currentSha256 } = document;
  if (known.has(currentSha256)) return known.get(currentSha256);
  if (!context.read()) throw new SandboxError('busy');
  const foresight = await foresee(context, document, wanted);
  if (foresight === 'unknown') return foresight;
  const field = foresight?.field ? { ...foresight.field, opaque: foresight.opaque } : undefined;
  // Where nothing was told, another place may still be told of.
  if (foresight) known.set(currentSha256, field);
  for (const oldest of known.keys()) if (known.size > mostRemembered) known.delete(oldest);
  return field;
}

/** Which of these people see and which can be filled, the engine says. */
const hasArea = ({ rect: [x0, y0, x1, y1] = [0, 0, 0, 0] }: DocumentFacts['emptyFields'][number]) =>
  x1 > x0 && y1 > y0;

/**
 * Whether a signature at a place that covers something would have its opaque ground; false where that cannot be told, as
 * in the engine. Throws SandboxError where it cannot be told for now ({@link isTransient}).
 */
export async function hasGround(
  context: Looking,
  document: StoredDocument,
  { signatures }: DocumentFacts,
  wanted: Placement,
): Promise<boolean> {
  if (signatures.length === 0) return true;
  if (!context.read()) return false;
  const foresight = await foresee(context, document, wanted);
  return foresight !== undefined && foresight !== 'unknown' && foresight.opaque;
}

/** Undefined where the engine refuses, as a place beyond the page; `unknown` where it took too long or broke. */
async function foresee(
  { storage, engine, log }: Looking,
  { id, currentSha256, currentSize }: StoredDocument,
  wanted: Placement,
): Promise<Foresight | 'unknown' | undefined> {
  const blob = { sha256: currentSha256, size: currentSize };
  try {
    return await engine.foresee(blobSource(storage.blobs, blob), wanted);
  } catch (error) {
    if (!(error instanceof SandboxError) || isTransient(error)) throw error;
    log.info({ document: id, sandbox: error.code, reason: error.reason }, 'signature not foreseen');
    return error.code === 'refused' ? undefined : 'unknown';
  }
}
