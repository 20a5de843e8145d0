import { toHex } from '../asn1/bytes.ts';
import { utf8 } from '../asn1/text.ts';
import type { PkiPorts } from '../face.ts';
import { parseCertificate } from '../x509/certificate.ts';
import type { Name } from '../x509/name.ts';
import { nameKey } from '../x509/name-match.ts';
import type { TrustAnchor, TrustStore } from './face.ts';

/** An anchor under the name by which it is found. */
export interface NamedAnchor {
  /** {@link nameHash} of its subject. */
  name: string;
  anchor: TrustAnchor;
}

/** Lower-case hex SHA-256 of a name, the same for all its spellings (RFC 5280 §7.1): what they have in common is hashed. */
export function nameHash(name: Name, ports: Pick<PkiPorts, 'digest'>): string {
  return toHex(ports.digest('SHA-256', utf8(nameKey(name))));
}

/** A certificate that the operator trusts. Throws PkiError where it is none. */
export function operatorAnchor(certificate: Uint8Array, ports: Pick<PkiPorts, 'digest'>): NamedAnchor {
  const { subject } = parseCertificate(certificate);
  return { name: nameHash(subject, ports), anchor: { certificate, source: 'operator', services: [] } };
}

/**
 * Anchors by name, each certificate once. One that trusted lists name in several places, or that the operator trusts
 * as well, has all services that are said of it, and is a trusted list's.
 */
export function trustStore(named: Iterable<NamedAnchor>): TrustStore {
  const byName = new Map<string, Map<string, TrustAnchor>>();
  for (const { name, anchor } of named) {
    const known = byName.get(name) ?? new Map<string, TrustAnchor>();
    const key = toHex(anchor.certificate);
    known.set(key, merged(known.get(key), anchor));
    byName.set(name, known);
  }
  return {
    anchorsFor: (names) => [...new Set(names)].flatMap((name) => [...(byName.get(name)?.values() ?? [])]),
  };
}

function merged(known: TrustAnchor | undefined, anchor: TrustAnchor): TrustAnchor {
  if (known === undefined) return anchor;
  const source = known.source === 'trusted_list' ? known.source : anchor.source;
  return { ...known, source, services: [...known.services, ...anchor.services] };
}
