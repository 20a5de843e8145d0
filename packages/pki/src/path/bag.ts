import { equalBytes } from '../asn1/bytes.ts';
import type { Certificate } from '../x509/certificate.ts';
import { nameKey } from '../x509/name-match.ts';
import { hexOf } from './hex.ts';

/** Certificates by the name of their subject. */
export class Bag {
  readonly #bySubject = new Map<string, Certificate[]>();
  /** Names from which names lead on to an anchor. */
  readonly #leading = new Set<string>();

  /** Each certificate counts once, however often it came along. */
  constructor(certificates: readonly Certificate[], anchors: readonly Certificate[]) {
    const below = new Map<string, string[]>();
    for (const certificate of distinct(certificates)) {
      const subject = nameKey(certificate.subject);
      push(this.#bySubject, subject, certificate);
      push(below, nameKey(certificate.issuer), subject);
    }
    const waiting = anchors.map((anchor) => nameKey(anchor.subject));
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (this.#leading.has(name)) continue;
      this.#leading.add(name);
      waiting.push(...(below.get(name) ?? []));
    }
  }

  /** Those that bear the name of the subject's issuer, the likeliest first (RFC 4158 §3.5). */
  issuersOf(subject: Certificate): Certificate[] {
    const named = this.#bySubject.get(nameKey(subject.issuer)) ?? [];
    const ranked = named.map((issuer) => ({ issuer, rank: this.#rank(issuer, subject) }));
    return ranked.toSorted((a, b) => a.rank - b.rank).map(({ issuer }) => issuer);
  }

  #rank(issuer: Certificate, subject: Certificate): number {
    const { notBefore, notAfter } = issuer.validity;
    const made = subject.validity.notBefore;
    return (
      (this.#leading.has(nameKey(issuer.issuer)) ? 0 : 8) +
      keyHint(issuer, subject) * 3 +
      (issuer.extensions.basicConstraints?.ca === true ? 0 : 2) +
      (made >= notBefore && made <= notAfter ? 0 : 1)
    );
  }
}

/**
 * What the key identifiers say (RFC 5280 §4.2.1.1): 0 that it is the issuer's key, 1 nothing, 2 that it is another
 * one. A hint and no verdict: cross certificates with identifiers of another making are met in practice.
 */
export function keyHint(issuer: Certificate, subject: Certificate): 0 | 1 | 2 {
  const wanted = subject.extensions.authorityKeyIdentifier;
  const offered = issuer.extensions.subjectKeyIdentifier;
  if (wanted === undefined || offered === undefined) return 1;
  return equalBytes(wanted, offered) ? 0 : 2;
}

function distinct(certificates: readonly Certificate[]): Certificate[] {
  const bySignature = new Map<string, Certificate[]>();
  return certificates.filter((certificate) => {
    const key = hexOf(certificate.signature);
    if (bySignature.get(key)?.some(({ der }) => equalBytes(der, certificate.der)) === true) return false;
    push(bySignature, key, certificate);
    return true;
  });
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
