import { type Evidence, gather, renewing, type Validation } from '@websign/pades';
import type { Material, Missing } from '@websign/pki';
import type { ByteSource } from '../sandbox/frame.ts';
import type { Context } from './context.ts';

/** Asks certification authorities; never rejects for one that is away. */
export interface Fetching {
  fetch(missing: readonly Missing[], signal?: AbortSignal): Promise<Material>;
}

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

/** Answers lead to further questions: an issuer's certificate to its revocation, that to its responder's. */
const ROUNDS = 6;
/** Answers asked for together: as many as a client takes. */
const AT_ONCE = 64;
/** Octets fetched for one document; a national CRL may have some megabytes. */
const MOST_FETCHED = 48 * 1024 * 1024;
/** Milliseconds for which certification authorities are waited for, for one document. */
const FETCHING_MS = 30_000;
/**
 * Revocation data without nextUpdate may be older than the moment they are asked for by so much: a day, the time
 * within which a CA must act on a request (ETSI EN 319 411-1, REV-6.2.4-03).
 */
const FRESHNESS_MS = 24 * 60 * 60 * 1000;

const nothing: Material = { certificates: [], ocsps: [], crls: [] };

/**
 * Judges every signature of a document. Sources that are away make verdicts that say so, never a failure.
 * Throws SandboxError where the document cannot be read.
 */
export async function validateDocument(
  context: Validating,
  source: ByteSource,
  options: ValidationOptions,
): Promise<Validated> {
  return validateEvidence(context, await context.engine.evidence(source), options);
}

/** The same for a document that was read before. */
export async function validateEvidence(
  context: Validating,
  evidence: Evidence,
  { online, at = context.clock(), toEmbed = false, signal }: ValidationOptions,
): Promise<Validated> {
  const asked = boundedFetch(online ? context.material : undefined, signal);
  const judge = judgement(context, evidence, at);
  const { validation } = await gather({
    validate: toEmbed ? renewing(judge) : judge,
    fetch: asked.fetch,
    rounds: online ? ROUNDS : 0,
  });
  return { evidence, validation, fetched: asked.octets() > 0 };
}

/** A validation with the anchors of every name that is known by then: what was fetched may name more of them. */
function judgement({ engine, trust }: Validating, evidence: Evidence, at: number) {
  let names = evidence.names;
  const once = (material: Material, newerThan: number | undefined) => {
    const anchors = trust.anchorsFor(names);
    const since = newerThan === undefined ? {} : { newerThan };
    const grounds = { anchors, at, freshnessMs: FRESHNESS_MS, ...since };
    return engine.validate({ evidence, material, grounds });
  };
  return async (material: Material, newerThan?: number): Promise<Validation> => {
    const before = trust.anchorsFor(names).length;
    const validation = await once(material, newerThan);
    names = validation.names;
    return trust.anchorsFor(names).length > before ? once(material, newerThan) : validation;
  };
}

/** Fetches within the document's bounds of time and octets; past one of them nothing more comes. */
function boundedFetch(source: Fetching | undefined, signal: AbortSignal | undefined) {
  const patience = AbortSignal.timeout(FETCHING_MS);
  const until = signal ? AbortSignal.any([signal, patience]) : patience;
  let octets = 0;
  return {
    octets: () => octets,
    async fetch(missing: readonly Missing[]): Promise<Material> {
      const within = (ders: readonly Uint8Array[]) =>
        ders.filter(({ length }) => {
          if (octets + length > MOST_FETCHED) return false;
          octets += length;
          return true;
        });
      let all = nothing;
      for (let at = 0; source && at < missing.length; at += AT_ONCE) {
        if (until.aborted || octets >= MOST_FETCHED) break;
        const found = await source.fetch(missing.slice(at, at + AT_ONCE), until);
        all = {
          certificates: [...all.certificates, ...within(found.certificates)],
          ocsps: [...all.ocsps, ...within(found.ocsps)],
          crls: [...all.crls, ...within(found.crls)],
        };
      }
      return all;
    },
  };
}
