import { definite } from '../asn1/der.ts';
import { Fields, inner } from '../asn1/fields.ts';
import { type Asn1, type ReadOptions, readAsn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { expectTag, readOctets, readOid, readSmallInteger, readTimeValue } from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import type { AnyDigest } from '../face.ts';
import { OID } from '../oids.ts';
import {
  readAlgorithm,
  readDigest,
  readSignatureMethod,
  type SignatureMethod,
  supported,
} from '../x509/identifiers.ts';
import { type Name, readName } from '../x509/name.ts';

/** A CMS attribute; each value as it is encoded. */
export interface Attribute {
  type: string;
  values: Uint8Array[];
}

/** How a SignerInfo names its certificate (RFC 5652 §5.3). */
export type SignerIdentifier =
  | { kind: 'issuerAndSerial'; issuer: Name; serial: Uint8Array }
  | { kind: 'subjectKeyIdentifier'; keyIdentifier: Uint8Array };

export interface SignerInfo {
  version: number;
  sid: SignerIdentifier;
  /** Dotted OID of the digest algorithm. */
  digestOid: string;
  /** Absent where it is not supported. */
  digestAlgorithm?: AnyDigest;
  /** Absent where it is not supported. */
  signatureMethod?: SignatureMethod;
  /** `encodings` gives the SET OF (tag 0x31) as it may have been signed, likeliest first. */
  signedAttributes?: { encodings: () => Iterable<Uint8Array>; attributes: Attribute[] };
  signature: Uint8Array;
  unsignedAttributes: Attribute[];
}

/** Facts of a CMS SignedData; no judgement. */
export interface SignedData {
  version: number;
  /** Dotted OIDs. */
  digestAlgorithms: string[];
  contentType: string;
  /** eContent; absent in a detached signature. */
  content?: Uint8Array;
  /** X.509 certificates, DER, in their order. */
  certificates: Uint8Array[];
  /** CertificateLists, DER. */
  crls: Uint8Array[];
  /** OCSPResponses among the revocation data (RFC 5940), DER. */
  ocsps: Uint8Array[];
  /** The first 16. */
  signers: SignerInfo[];
  /** Octets of the whole ContentInfo: what follows in a padded slot is not part of it. */
  length: number;
}

/** More certificates than any honest signature carries. */
const MAX_CERTIFICATES = 64;
/** Signers that are read: that there are several is all that is asked of more. */
const MAX_SIGNERS = 16;

/**
 * Reads a ContentInfo with SignedData as others make it, BER included. Throws PkiError `asn1_*`, `cms_malformed`
 * or `cms_unsupported` (another content type, other forms of certificates only).
 */
export function parseSignedData(
  bytes: Uint8Array,
  options: Pick<ReadOptions, 'allowTrailing'> = {},
): SignedData {
  const root = readAsn1(bytes, { ber: true, maxDepth: 24, ...options });
  const info = new Fields(root, 'ContentInfo');
  const type = readOid(info.next('contentType'));
  if (type !== OID.signedData) throw new PkiError('cms_unsupported', `content of type ${type}`);
  const fields = new Fields(inner(info.next('content', context(0)), 'content'), 'SignedData');
  info.end();
  const version = readSmallInteger(fields.next('version'));
  const digests = fields.next('digestAlgorithms', TAG.set).members();
  const content = readContent(fields.next('encapContentInfo'));
  const certificates = fields.optional(context(0));
  const crls = fields.optional(context(1));
  const signers = fields.next('signerInfos', TAG.set).members();
  fields.end();
  return {
    version,
    digestAlgorithms: digests.map((digest) => readAlgorithm(digest).oid),
    ...content,
    certificates: encodedMembers(certificates, MAX_CERTIFICATES),
    crls: encodedMembers(crls, MAX_CERTIFICATES),
    ocsps: ocspMembers(crls),
    signers: signers.slice(0, MAX_SIGNERS).map(readSignerInfo),
    length: root.raw.length,
  };
}

function readContent(value: Asn1): { contentType: string; content?: Uint8Array } {
  const fields = new Fields(value, 'EncapsulatedContentInfo');
  const contentType = readOid(fields.next('eContentType'));
  const content = fields.optional(context(0));
  fields.end();
  if (content === undefined) return { contentType };
  return { contentType, content: readOctets(inner(content, 'eContent')) };
}

/** The plain members (SEQUENCE) of CertificateSet or RevocationInfoChoices; other forms have context tags. */
function encodedMembers(set: Asn1 | undefined, limit: number): Uint8Array[] {
  const members = set?.members().filter((member) => member.tag === TAG.sequence) ?? [];
  if (members.length > limit) throw new PkiError('asn1_limit', 'too many certificates or CRLs');
  return members.map((member) => member.raw);
}

/** OCSP responses are the `[1]` form: OtherRevocationInfoFormat (RFC 5652 §10.2.1, RFC 5940 §2.1). */
function ocspMembers(set: Asn1 | undefined): Uint8Array[] {
  const others = set?.members().filter((member) => member.tag === context(1)) ?? [];
  if (others.length > MAX_CERTIFICATES) throw new PkiError('asn1_limit', 'too much revocation data');
  return others.flatMap((other) => {
    const [format, response] = other.members();
    const known = format?.tag === TAG.oid && readOid(format) === OID.ocspResponseInfo;
    return known && response !== undefined ? [response.raw] : [];
  });
}

function readSignerInfo(value: Asn1): SignerInfo {
  const fields = new Fields(value, 'SignerInfo');
  const version = readSmallInteger(fields.next('version'));
  const sid = readSignerIdentifier(fields.next('sid'));
  const digest = fields.next('digestAlgorithm');
  const signed = fields.optional(context(0));
  const method = fields.next('signatureAlgorithm');
  const signature = readOctets(fields.next('signature'));
  const unsigned = fields.optional(context(1));
  fields.end();
  const digestAlgorithm = supported(() => readDigest(digest));
  const signatureMethod = supported(() => readSignatureMethod(method));
  return {
    version,
    sid,
    digestOid: readAlgorithm(digest).oid,
    ...(digestAlgorithm === undefined ? {} : { digestAlgorithm }),
    ...(signatureMethod === undefined ? {} : { signatureMethod }),
    ...(signed === undefined
      ? {}
      : {
          signedAttributes: { encodings: () => signedEncodings(signed), attributes: readAttributes(signed) },
        }),
    signature,
    unsignedAttributes: unsigned === undefined ? [] : readAttributes(unsigned),
  };
}

function readSignerIdentifier(value: Asn1): SignerIdentifier {
  if (value.tag === context(0, true)) return { kind: 'subjectKeyIdentifier', keyIdentifier: value.content };
  const fields = new Fields(value, 'IssuerAndSerialNumber');
  const issuer = readName(fields.next('issuer'));
  const serial = fields.next('serialNumber', TAG.integer).content;
  fields.end();
  return { kind: 'issuerAndSerial', issuer, serial };
}

function readAttributes(set: Asn1): Attribute[] {
  return set.members().map((member) => {
    const fields = new Fields(member, 'Attribute');
    const type = readOid(fields.next('attrType'));
    const values = expectTag(fields.next('attrValues'), TAG.set, 'attrValues').members();
    fields.end();
    return { type, values: values.map((attributeValue) => attributeValue.raw) };
  });
}

/**
 * The signature covers an explicit SET OF tag in place of [0] IMPLICIT, in DER whatever stands here (RFC 5652
 * §5.4): as it stands for nearly all, else with DER's lengths, else in DER's order too. Lazily, as revocation
 * lists among the attributes would cost many values.
 */
function* signedEncodings(value: Asn1): Generator<Uint8Array> {
  const given = value.raw.slice();
  given[0] = TAG.set;
  yield given;
  yield definite(value, 'given', TAG.set);
  yield definite(value, 'sorted', TAG.set);
}

/** The one value of an attribute; undefined where it is absent, stands twice or has several values. */
export function singleValue(attributes: Attribute[], type: string): Uint8Array | undefined {
  const [attribute, ...more] = attributes.filter((candidate) => candidate.type === type);
  return more.length === 0 && attribute?.values.length === 1 ? attribute.values[0] : undefined;
}

/** The claimed time among the signed attributes (RFC 5652 §11.3); undefined where it is not there once. */
export function signingTime(signer: SignerInfo): number | undefined {
  const value = singleValue(signer.signedAttributes?.attributes ?? [], OID.signingTime);
  return value === undefined ? undefined : readTimeValue(readAsn1(value, { ber: true }));
}
