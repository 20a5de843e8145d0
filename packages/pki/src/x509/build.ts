import { context } from '../asn1/tags.ts';
import { certificateTime } from '../asn1/time.ts';
import {
  bitString,
  boolean,
  explicit,
  ia5String,
  implicit,
  integer,
  namedBits,
  nullValue,
  octetString,
  oid,
  sequence,
  tlv,
  unsignedInteger,
} from '../asn1/writer.ts';
import { PkiError } from '../error.ts';
import type { PkiPorts, SignatureAlgorithm } from '../face.ts';
import { OID } from '../oids.ts';
import { signatureIdentifier } from './algorithms.ts';
import {
  encodeNameConstraints,
  encodePolicyConstraints,
  encodePolicyMappings,
  type NameConstraintsTemplate,
  type PolicyConstraints,
  type PolicyMapping,
} from './constraints.ts';
import { type KeyUsage, keyUsageBit, type QcStatement } from './extensions.ts';
import { encodeGeneralName, type GeneralNameTemplate } from './general-name.ts';
import { keyBits } from './key-bits.ts';

/** The extensions of a certificate to be made; each absent one is left out. */
export interface ExtensionTemplate {
  /** Critical. */
  keyUsage?: KeyUsage[];
  /** Key purposes as OIDs. */
  extendedKeyUsage?: { purposes: string[]; critical: boolean };
  /** Critical. */
  basicConstraints?: { ca: boolean; pathLength?: number };
  subjectKeyIdentifier?: Uint8Array;
  authorityKeyIdentifier?: Uint8Array;
  authorityInfoAccess?: { ocsp: string[]; caIssuers: string[] };
  /** One URI a distribution point. */
  crlDistributionPoints?: string[];
  /** Policy OIDs. */
  certificatePolicies?: string[];
  subjectAltName?: GeneralNameTemplate[];
  /** Critical, as are the constraints on policies. */
  nameConstraints?: NameConstraintsTemplate;
  policyMappings?: PolicyMapping[];
  policyConstraints?: PolicyConstraints;
  inhibitAnyPolicy?: number;
  qcStatements?: QcStatement[];
  ocspNoCheck?: boolean;
  /** Anything else, ready in DER. */
  others?: { oid: string; critical: boolean; value: Uint8Array }[];
}

export interface CertificateTemplate {
  /** 1 to 20 octets, unsigned, not zero (RFC 5280 §4.1.2.2). */
  serial: Uint8Array;
  /** DER Names: {@link encodeName}, or `name.der` of the issuer's certificate. */
  issuer: Uint8Array;
  subject: Uint8Array;
  /** Milliseconds since 1970; cut to whole seconds. */
  validity: { notBefore: number; notAfter: number };
  /** DER of SubjectPublicKeyInfo. */
  spki: Uint8Array;
  extensions: ExtensionTemplate;
}

/** DER of a version 3 TBSCertificate: the bytes that the authority signs. */
export function tbsCertificate(template: CertificateTemplate, algorithm: SignatureAlgorithm): Uint8Array {
  const { serial, validity } = template;
  if (serial.length === 0 || serial.length > 20 || serial.every((octet) => octet === 0)) {
    throw new PkiError('asn1_value', 'a serial number has 1 to 20 octets and is not zero');
  }
  return sequence(
    explicit(0, integer(2)),
    unsignedInteger(serial),
    signatureIdentifier(algorithm),
    template.issuer,
    sequence(certificateTime(validity.notBefore), certificateTime(validity.notAfter)),
    template.subject,
    template.spki,
    explicit(3, sequence(...encodeExtensions(template.extensions))),
  );
}

/** The certificate of a TBSCertificate and the authority's signature value over it. */
export function assembleCertificate(
  tbs: Uint8Array,
  algorithm: SignatureAlgorithm,
  signature: Uint8Array,
): Uint8Array {
  return sequence(tbs, signatureIdentifier(algorithm), bitString(signature));
}

/** Both phases with a signer at hand: `sign` gets the TBSCertificate and gives the value (ECDSA as DER). */
export async function buildCertificate(
  template: CertificateTemplate,
  algorithm: SignatureAlgorithm,
  sign: (tbs: Uint8Array) => Uint8Array | Promise<Uint8Array>,
): Promise<Uint8Array> {
  const tbs = tbsCertificate(template, algorithm);
  return assembleCertificate(tbs, algorithm, await sign(tbs));
}

/** A key identifier: the leftmost 160 bits of SHA-256 over the key bits (RFC 7093 §2, method 1). */
export function keyIdentifier(spki: Uint8Array, ports: Pick<PkiPorts, 'digest'>): Uint8Array {
  return ports.digest('SHA-256', keyBits(spki)).slice(0, 20);
}

/** DER of one Extension (RFC 5280 §4.1.2.9). */
export function extension(type: string, critical: boolean, value: Uint8Array): Uint8Array {
  return sequence(oid(type), ...(critical ? [boolean(true)] : []), octetString(value));
}

/** `[6] IA5String` of GeneralName. */
function uriName(uri: string): Uint8Array {
  return implicit(6, ia5String(uri));
}

function encodeExtensions(template: ExtensionTemplate): Uint8Array[] {
  const { keyUsage, extendedKeyUsage, basicConstraints, crlDistributionPoints, certificatePolicies } =
    template;
  const made: Uint8Array[] = [];
  const add = (type: string, critical: boolean, value: Uint8Array) =>
    made.push(extension(type, critical, value));
  if (basicConstraints !== undefined)
    add(OID.basicConstraints, true, encodeBasicConstraints(basicConstraints));
  if (keyUsage !== undefined) add(OID.keyUsage, true, namedBits(keyUsage.map(keyUsageBit)));
  if (extendedKeyUsage !== undefined) {
    const purposes = extendedKeyUsage.purposes.map((purpose) => oid(purpose));
    add(OID.extendedKeyUsage, extendedKeyUsage.critical, sequence(...purposes));
  }
  if (template.subjectKeyIdentifier)
    add(OID.subjectKeyIdentifier, false, octetString(template.subjectKeyIdentifier));
  if (template.authorityKeyIdentifier) {
    const keyId = tlv(context(0, true), template.authorityKeyIdentifier);
    add(OID.authorityKeyIdentifier, false, sequence(keyId));
  }
  if (template.authorityInfoAccess)
    add(OID.authorityInfoAccess, false, encodeAccess(template.authorityInfoAccess));
  if (crlDistributionPoints !== undefined) {
    const points = crlDistributionPoints.map((uri) => sequence(explicit(0, explicit(0, uriName(uri)))));
    add(OID.crlDistributionPoints, false, sequence(...points));
  }
  if (certificatePolicies !== undefined) {
    add(
      OID.certificatePolicies,
      false,
      sequence(...certificatePolicies.map((policy) => sequence(oid(policy)))),
    );
  }
  made.push(...encodeConstraints(template));
  if (template.ocspNoCheck === true) add(OID.ocspNoCheck, false, nullValue());
  for (const other of template.others ?? []) add(other.oid, other.critical, other.value);
  return made;
}

function encodeConstraints(template: ExtensionTemplate): Uint8Array[] {
  const {
    subjectAltName,
    nameConstraints,
    policyMappings,
    policyConstraints,
    inhibitAnyPolicy,
    qcStatements,
  } = template;
  const made: Uint8Array[] = [];
  const add = <T>(
    type: string,
    critical: boolean,
    value: T | undefined,
    encode: (value: T) => Uint8Array,
  ) => {
    if (value !== undefined) made.push(extension(type, critical, encode(value)));
  };
  add(OID.subjectAltName, false, subjectAltName, (names) => sequence(...names.map(encodeGeneralName)));
  add(OID.nameConstraints, true, nameConstraints, encodeNameConstraints);
  add(OID.policyMappings, true, policyMappings, encodePolicyMappings);
  add(OID.policyConstraints, true, policyConstraints, encodePolicyConstraints);
  add(OID.inhibitAnyPolicy, true, inhibitAnyPolicy, integer);
  add(OID.qcStatements, false, qcStatements, (statements) =>
    sequence(
      ...statements.map(({ oid: id, info }) => sequence(oid(id), ...(info === undefined ? [] : [info]))),
    ),
  );
  return made;
}

function encodeBasicConstraints({ ca, pathLength }: { ca: boolean; pathLength?: number }): Uint8Array {
  return sequence(
    ...(ca ? [boolean(true)] : []), // DEFAULT FALSE is left out
    ...(pathLength === undefined ? [] : [integer(pathLength)]),
  );
}

function encodeAccess(access: { ocsp: string[]; caIssuers: string[] }): Uint8Array {
  const describe = (method: string) => (uri: string) => sequence(oid(method), uriName(uri));
  return sequence(...access.ocsp.map(describe(OID.ocsp)), ...access.caIssuers.map(describe(OID.caIssuers)));
}
