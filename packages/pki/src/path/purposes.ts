import { OID } from '../oids.ts';
import type { Extensions } from '../x509/extensions.ts';

/**
 * Under which people sign documents: that of RFC 9336 and its makers' own, and those that the cards of persons bear,
 * which sign mail and log in with the same kind of certificate.
 */
const SIGNING: ReadonlySet<string> = new Set([
  OID.anyExtendedKeyUsage,
  OID.documentSigning,
  OID.microsoftDocumentSigning,
  OID.adobeAuthenticDocuments,
  OID.emailProtection,
  OID.clientAuth,
  OID.microsoftSmartCardLogon,
]);

/**
 * Under this arc PKIX names purposes. All but those above are of servers, programs, networks and services of trust
 * (serverAuth, codeSigning, timeStamping, OCSPSigning …): whoever holds such a key speaks for no person in documents.
 */
const PKIX_PURPOSES = '1.3.6.1.5.5.7.3.';

/** Purposes of services under other arcs, which are no authority's own names for signing documents. */
const SERVICES: ReadonlySet<string> = new Set([
  // Signing trusted lists (ETSI TS 119 612 §6.2).
  '0.4.0.2231.3.0',
  // Microsoft's: trust lists, time-stamps, server gated cryptography, encrypted files, drivers, programs.
  '1.3.6.1.4.1.311.10.3.1',
  '1.3.6.1.4.1.311.10.3.2',
  '1.3.6.1.4.1.311.10.3.3',
  '1.3.6.1.4.1.311.10.3.4',
  '1.3.6.1.4.1.311.10.3.5',
  '1.3.6.1.4.1.311.2.1.21',
  '1.3.6.1.4.1.311.2.1.22',
  // Netscape's server gated cryptography.
  '2.16.840.1.113730.4.1',
]);

const isOfService = (purpose: string): boolean => purpose.startsWith(PKIX_PURPOSES) || SERVICES.has(purpose);

/**
 * Whether a certificate with this extendedKeyUsage may sign documents (RFC 5280 §4.2.1.12). A critical one must hold
 * a purpose that is known for that; where it is not critical, a purpose of another arc may be an authority's own name
 * for it.
 */
export function mayServeDocuments(usage: NonNullable<Extensions['extendedKeyUsage']>): boolean {
  const { purposes, critical } = usage;
  return purposes.some((purpose) => SIGNING.has(purpose) || (!critical && !isOfService(purpose)));
}
