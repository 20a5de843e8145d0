import {
  type Certificate,
  type ChainSearch,
  type Material,
  type Missing,
  type PkiPorts,
  type RevocationAnswer,
  type RevocationData,
  searchChains,
  type TrustAnchor,
} from '@websign/pki';
import type { Evidence } from '../evidence/face.ts';
import type { Grounds } from './face.ts';
import { type Held, Pool } from './pool.ts';

/** Certificates whose chains are looked for; the bags of hostile documents name very many authorities. */
export const INQUIRY_LIMITS = { searches: 300 };

/** What is asked for in one validation; more than any honest document lacks. */
const MAX_MISSING = 64;
/** Longest URL that is asked for. */
const MAX_URL = 2048;

/** One validation: what is at hand, what is proven by now, what is missing and what was used. */
export class Inquiry {
  readonly at: number;
  readonly freshnessMs: number;
  readonly newerThan: number;
  readonly anchors: readonly TrustAnchor[];
  readonly ports: PkiPorts;
  readonly pool: Pool;
  /** The same object for every certificate: it is read once. */
  readonly revocation: RevocationData;
  readonly #chains = new Map<string, Promise<ChainSearch>>();
  readonly #found = new Map<string, Promise<unknown>>();
  readonly #proofs: { end: number; time: number }[] = [];
  readonly #missing = new Map<string, Missing>();
  readonly #used = {
    certificates: new Map<string, Uint8Array>(),
    ocsps: new Map<string, Uint8Array>(),
    crls: new Map<string, Uint8Array>(),
  };

  constructor(evidence: Evidence, fetched: Material, grounds: Grounds, ports: PkiPorts) {
    this.at = grounds.at;
    this.freshnessMs = grounds.freshnessMs;
    this.newerThan = grounds.newerThan ?? Number.NEGATIVE_INFINITY;
    this.anchors = grounds.anchors;
    this.ports = ports;
    this.pool = new Pool(evidence, fetched, ports);
    this.revocation = { ocsps: this.pool.ocsps, crls: this.pool.crls };
  }

  /** Chains from a certificate to the anchors, whose signatures hold. */
  chainsOf(certificate: Certificate): Promise<ChainSearch> {
    const key = this.pool.key(certificate.der);
    const known = this.#chains.get(key);
    if (known !== undefined) return known;
    if (this.#chains.size >= INQUIRY_LIMITS.searches) {
      return Promise.resolve({ chains: [], furthest: [certificate], exhausted: true });
    }
    const { anchors } = this;
    const found = searchChains({ certificate, intermediates: this.pool.certificates, anchors }, this.ports);
    this.#chains.set(key, found);
    return found;
  }

  /** What `find` gave for these certificates before, else what it gives now: many signatures ask for the same. */
  remembered<T>(what: string, certificates: readonly Certificate[], find: () => Promise<T>): Promise<T> {
    const key = [what, ...certificates.map(({ der }) => this.pool.key(der))].join(' ');
    const known = this.#found.get(key);
    // The caller's own key leads to its own kind alone.
    if (known !== undefined) return known as Promise<T>;
    const found = find();
    this.#found.set(key, found);
    return found;
  }

  /** A time-stamp that is valid proves that the file's first `end` octets were there at `time`. */
  prove(end: number, time: number): void {
    this.#proofs.push({ end, time });
  }

  /** The earliest moment at which the file's first `end` octets are proven to have been there. */
  proven(end: number): number {
    const times = this.#proofs.filter((proof) => proof.end >= end).map(({ time }) => time);
    return Math.min(this.at, ...times);
  }

  /** The same for a certificate, OCSP response or CRL; what is an anchor alone needs no proof. */
  provenMaterial(kind: keyof Material, der: Uint8Array): number {
    const held = this.pool.find(kind, der);
    return held === undefined ? Number.NEGATIVE_INFINITY : this.proven(held.end);
  }

  /** The same for an answer, with all lists on which it rests: a delta's base proves nothing of the delta. */
  provenAnswer({ source, der, others = [] }: Pick<RevocationAnswer, 'source' | 'der' | 'others'>): number {
    const kind = source === 'ocsp' ? 'ocsps' : 'crls';
    return Math.max(...[der, ...others].map((one) => this.provenMaterial(kind, one)));
  }

  originOf(kind: 'ocsps' | 'crls', der: Uint8Array): Held['origin'] {
    return this.pool.find(kind, der)?.origin ?? 'fetched';
  }

  ask(missing: Missing): void {
    if (missing.url.length > MAX_URL || this.#missing.size >= MAX_MISSING) return;
    const request = missing.kind === 'ocsp' ? this.pool.key(missing.request) : '';
    const key = `${missing.kind} ${missing.url} ${request}`;
    const before = this.#missing.get(key);
    this.#missing.set(key, before === undefined ? missing : forBoth(before, missing));
  }

  use(kind: keyof Material, der: Uint8Array): void {
    this.#used[kind].set(this.pool.key(der), der);
  }

  get missing(): Missing[] {
    return [...this.#missing.values()];
  }

  get used(): Material {
    const { certificates, ocsps, crls } = this.#used;
    return {
      certificates: [...certificates.values()],
      ocsps: [...ocsps.values()],
      crls: [...crls.values()],
    };
  }
}

/** Of two certificates that name the same URL the one counts that leads to an anchor, or that names no responder. */
function forBoth(before: Missing, missing: Missing): Missing {
  if (before.kind === 'issuer' || missing.kind === 'issuer') return missing;
  const isAnchored = before.isAnchored === true || missing.isAnchored === true;
  if (before.kind === 'ocsp' || missing.kind === 'ocsp') return { ...missing, isAnchored };
  return { ...missing, isAnchored, isFallback: before.isFallback === true && missing.isFallback === true };
}
