import { equalBytes } from '../../asn1/bytes.ts';
import { Fields } from '../../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../../asn1/reader.ts';
import { context, TAG } from '../../asn1/tags.ts';
import {
  expectTag,
  integerOctets,
  readBitOctets,
  readSmallInteger,
  readTimeValue,
} from '../../asn1/values.ts';
import { PkiError } from '../../error.ts';
import { OID } from '../../oids.ts';
import type { Extension } from '../../x509/extensions.ts';
import { type Name, readName } from '../../x509/name.ts';
import { readExtensionList } from '../extension-list.ts';
import type { Signed } from '../signed.ts';
import { type CrlScope, readScope } from './scope.ts';

/** A CertificateList but for its entries, which stay bytes (RFC 5280 §5.1). */
export interface CertificateList extends Signed {
  der: Uint8Array;
  issuer: Name;
  /** Milliseconds since 1970. */
  thisUpdate: number;
  nextUpdate?: number;
  /** Contents of revokedCertificates. */
  entries: Uint8Array;
  /** cRLNumber, and for a delta CRL the least number of the complete one that it adds to. */
  number?: bigint;
  base?: bigint;
  /** issuingDistributionPoint; `raw` is its value, for comparing scopes. */
  scope?: CrlScope & { raw: Uint8Array };
  /** expiredCertsOnCRL (X.509): expired certificates stay on it from this moment on. */
  since?: number;
  /** A critical extension of the list is not known, or cannot be read. */
  unknownCritical: boolean;
}

/**
 * Bounds: 64 MiB are some 1,700,000 entries. The few thousand values are the list's own; entries are not read
 * as values ({@link findEntry}).
 */
const LIMITS = { maxBytes: 64 * 1024 * 1024, maxNodes: 4000, maxDepth: 16 };
/** Octets of a CRL number (RFC 5280 §5.2.3). */
const MAX_NUMBER = 20;

/** Reads a CertificateList. Throws PkiError `asn1_*`. */
export function readCertificateList(der: Uint8Array): CertificateList {
  const outer = new Fields(readAsn1(der, LIMITS), 'CertificateList');
  const tbs = outer.next('tbsCertList', TAG.sequence);
  const algorithm = outer.next('signatureAlgorithm', TAG.sequence);
  const signature = readBitOctets(outer.next('signatureValue'));
  outer.end();
  const fields = new Fields(tbs, 'TBSCertList');
  const version = fields.optional(TAG.integer);
  const signed = fields.next('signature', TAG.sequence);
  const issuer = readName(fields.next('issuer'));
  const thisUpdate = readTimeValue(fields.next('thisUpdate'));
  const next = fields.optional(TAG.utcTime, TAG.generalizedTime);
  const revoked = fields.optional(TAG.sequence);
  const tagged = fields.optional(context(0));
  fields.end();
  requireVersion(version, tagged);
  if (!equalBytes(signed.raw, algorithm.raw))
    throw new PkiError('asn1_unexpected', 'two different signature algorithms'); // RFC 5280 §5.1.1.2
  const nextUpdate = next === undefined ? undefined : readTimeValue(next);
  if (nextUpdate !== undefined && nextUpdate < thisUpdate)
    throw new PkiError('asn1_unexpected', 'nextUpdate before thisUpdate');
  return {
    der,
    tbs: tbs.raw,
    signatureAlgorithm: algorithm.raw,
    signature,
    issuer,
    thisUpdate,
    ...(nextUpdate === undefined ? {} : { nextUpdate }),
    entries: revoked?.content ?? new Uint8Array(0),
    ...readListExtensions(tagged),
  };
}

/** Extensions are of version 2 (RFC 5280 §5.1.2.1). */
function requireVersion(version: Asn1 | undefined, extensions: Asn1 | undefined): void {
  const number = version === undefined ? 0 : readSmallInteger(version);
  if (version !== undefined && number !== 1)
    throw new PkiError('asn1_unexpected', `a CRL of version ${number + 1}`);
  if (version === undefined && extensions !== undefined)
    throw new PkiError('asn1_unexpected', 'a CRL of version 1 with extensions');
}

type Known = Pick<CertificateList, 'number' | 'base' | 'scope' | 'since' | 'unknownCritical'>;

function readListExtensions(tagged: Asn1 | undefined): Known {
  const known: Known = { unknownCritical: false };
  if (tagged === undefined) return known;
  const all = readExtensionList(tagged);
  for (const extension of all) readKnown(known, extension);
  return known;
}

/** Those that say nothing of a certificate's status. */
const WITHOUT_MEANING: readonly string[] = [
  OID.authorityKeyIdentifier,
  OID.issuerAltName,
  OID.freshestCrl,
  OID.authorityInfoAccess,
];

function readKnown(known: Known, { oid, critical, value }: Extension): void {
  if (oid === OID.crlNumber) known.number = readNumber(value);
  else if (oid === OID.deltaCrlIndicator) known.base = readNumber(value);
  else if (oid === OID.issuingDistributionPoint) known.scope = { ...readScope(value), raw: value };
  else if (oid === OID.expiredCertsOnCrl)
    known.since = readTimeValue(expectTag(readAsn1(value), TAG.generalizedTime, 'expiredCertsOnCRL'));
  else if (critical && !WITHOUT_MEANING.includes(oid)) known.unknownCritical = true;
}

function readNumber(value: Uint8Array): bigint {
  const octets = integerOctets(readAsn1(value));
  if (octets.length > MAX_NUMBER + 1 || (octets[0] ?? 0) >= 0x80)
    throw new PkiError('asn1_unexpected', 'a CRL number out of range');
  return octets.reduce((number, octet) => (number << 8n) | BigInt(octet), 0n);
}
