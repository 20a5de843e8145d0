import type { Grounds } from '@websign/pades';
import type { Material, Missing, TrustStore } from '@websign/pki';

/** Asks certification authorities; never rejects for one that is away. */
export interface Fetching {
  fetch(missing: readonly Missing[], asking?: { signal?: AbortSignal }): Promise<Material>;
}

/** Answers lead to further questions: an issuer's certificate to its revocation, that to its responder's. */
export const ROUNDS = 6;
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

/** A judgement with the anchors of every name that is known by then: what was fetched may name more of them. */
export function withAnchors<Verdict extends { readonly names: readonly string[] }>(
  trust: TrustStore,
  first: readonly string[],
  at: number,
  judge: (material: Material, grounds: Grounds) => Promise<Verdict>,
) {
  let names = first;
  const once = (material: Material, newerThan: number | undefined) => {
    const anchors = trust.anchorsFor(names);
    const since = newerThan === undefined ? {} : { newerThan };
    return judge(material, { anchors, at, freshnessMs: FRESHNESS_MS, ...since });
  };
  return async (material: Material, newerThan?: number): Promise<Verdict> => {
    const before = trust.anchorsFor(names).length;
    const verdict = await once(material, newerThan);
    names = verdict.names;
    return trust.anchorsFor(names).length > before ? once(material, newerThan) : verdict;
  };
}

/** Fetches within the document's bounds of time and octets; past one of them nothing more comes. */
export function boundedFetch(source: Fetching | undefined, signal: AbortSignal | undefined) {
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
        const found = await source.fetch(missing.slice(at, at + AT_ONCE), { signal: until });
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
