import { Fields } from '../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import {
  expectTag,
  readBoolean,
  readNamedBits,
  readOctets,
  readOid,
  readSmallInteger,
} from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import { OID } from '../oids.ts';
import {
  type NameConstraints,
  type PolicyConstraints,
  type PolicyMapping,
  readNameConstraints,
  readPolicyConstraints,
  readPolicyMappings,
} from './constraints.ts';
import { type GeneralName, readGeneralNames } from './general-name.ts';
import { type DistributionPoint, readDistributionPoints, readUris } from './general-names.ts';

/** Bits of KeyUsage by name, in the order of RFC 5280 §4.2.1.3. */
export const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;
export type KeyUsage = (typeof KEY_USAGES)[number];

export function keyUsageBit(usage: KeyUsage): number {
  return KEY_USAGES.indexOf(usage);
}

/** An extension as it stands. */
export interface Extension {
  oid: string;
  critical: boolean;
  /** Contents of extnValue. */
  value: Uint8Array;
}

/** One statement of QcStatements (RFC 3739 §3.2.6, EN 319 412-5), its information as DER. */
export interface QcStatement {
  oid: string;
  info?: Uint8Array;
}

/** The extensions that are understood; all of them are in `all`, in order. */
export interface Extensions {
  all: Extension[];
  keyUsage?: KeyUsage[];
  /** Key purposes as OIDs. */
  extendedKeyUsage?: { purposes: string[]; critical: boolean };
  basicConstraints?: { ca: boolean; pathLength?: number };
  subjectKeyIdentifier?: Uint8Array;
  authorityKeyIdentifier?: Uint8Array;
  /** URIs of id-ad-ocsp and id-ad-caIssuers. */
  authorityInfoAccess?: { ocsp: string[]; caIssuers: string[] };
  crlDistributionPoints?: DistributionPoint[];
  /** Policy identifiers. */
  certificatePolicies?: string[];
  policyMappings?: PolicyMapping[];
  policyConstraints?: PolicyConstraints;
  /** Certificates that may follow before anyPolicy counts no more (RFC 5280 §4.2.1.14). */
  inhibitAnyPolicy?: number;
  nameConstraints?: NameConstraints;
  subjectAltName?: GeneralName[];
  qcStatements?: QcStatement[];
  /** id-pkix-ocsp-nocheck (RFC 6960 §4.2.2.2.1). */
  ocspNoCheck: boolean;
  /**
   * Critical extensions that are not known here, and those that are malformed and bound what a certificate is for:
   * refused where a path is validated.
   */
  unknownCritical: string[];
  /** Malformed extensions that only tell of something and are not critical: as good as absent. */
  unread: string[];
}

/** Reads the Extensions of a certificate; a repeated extension is refused (RFC 5280 §4.2). */
export function readExtensions(value: Asn1): Extensions {
  const all = expectTag(value, TAG.sequence, 'Extensions').members().map(readExtension);
  if (new Set(all.map((extension) => extension.oid)).size !== all.length) {
    throw new PkiError('certificate_malformed', 'an extension stands twice');
  }
  const known: Extensions = { all, ocspNoCheck: false, unknownCritical: [], unread: [] };
  for (const extension of all) readKnown(known, extension);
  return known;
}

/** Those that help or inform: without one a certificate may do nothing more than with it. */
const TELLING: ReadonlySet<string> = new Set([
  OID.subjectKeyIdentifier,
  OID.authorityKeyIdentifier,
  OID.authorityInfoAccess,
  OID.crlDistributionPoints,
  OID.certificatePolicies,
  OID.subjectAltName,
  OID.qcStatements,
  OID.ocspNoCheck,
]);

/** Reads one extension into `known`. */
function readKnown(known: Extensions, { oid, critical, value }: Extension): void {
  const read = READERS.get(oid);
  if (read === undefined) {
    if (critical) known.unknownCritical.push(oid);
    return;
  }
  try {
    read(known, readAsn1(value), critical);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    const list = !critical && TELLING.has(oid) ? known.unread : known.unknownCritical;
    list.push(oid);
  }
}

/** Reads one Extension (RFC 5280 §4.1.2.9). */
export function readExtension(value: Asn1): Extension {
  const fields = new Fields(value, 'Extension');
  const oid = readOid(fields.next('extnID'));
  const critical = fields.optional(TAG.boolean);
  const content = readOctets(fields.next('extnValue'));
  fields.end();
  return { oid, critical: critical !== undefined && readBoolean(critical), value: content };
}

type ExtensionReader = (known: Extensions, value: Asn1, critical: boolean) => void;

const READERS: ReadonlyMap<string, ExtensionReader> = new Map<string, ExtensionReader>([
  [
    OID.keyUsage,
    (known, value) => {
      known.keyUsage = readNamedBits(value).flatMap((bit) => KEY_USAGES[bit] ?? []);
    },
  ],
  [
    OID.extendedKeyUsage,
    (known, value, critical) => {
      const purposes = expectTag(value, TAG.sequence, 'ExtKeyUsageSyntax').members();
      known.extendedKeyUsage = { purposes: purposes.map((purpose) => readOid(purpose)), critical };
    },
  ],
  [OID.basicConstraints, readBasicConstraints],
  [
    OID.subjectKeyIdentifier,
    (known, value) => {
      known.subjectKeyIdentifier = readOctets(value);
    },
  ],
  [
    OID.authorityKeyIdentifier,
    (known, value) => {
      const keyIdentifier = new Fields(value, 'AuthorityKeyIdentifier').optional(context(0, true));
      if (keyIdentifier !== undefined) known.authorityKeyIdentifier = keyIdentifier.content;
    },
  ],
  [OID.authorityInfoAccess, readAuthorityInfoAccess],
  [
    OID.crlDistributionPoints,
    (known, value) => {
      known.crlDistributionPoints = readDistributionPoints(value);
    },
  ],
  [
    OID.certificatePolicies,
    (known, value) => {
      const policies = expectTag(value, TAG.sequence, 'CertificatePolicies').members();
      known.certificatePolicies = policies.map((policy) =>
        readOid(new Fields(policy, 'PolicyInformation').next('policyIdentifier')),
      );
    },
  ],
  [OID.qcStatements, readQcStatements],
  [
    OID.ocspNoCheck,
    (known) => {
      known.ocspNoCheck = true;
    },
  ],
  [
    OID.subjectAltName,
    (known, value) => {
      known.subjectAltName = readGeneralNames(value, 'SubjectAltName');
    },
  ],
  [
    OID.nameConstraints,
    (known, value) => {
      known.nameConstraints = readNameConstraints(value);
    },
  ],
  [
    OID.policyMappings,
    (known, value) => {
      known.policyMappings = readPolicyMappings(value);
    },
  ],
  [
    OID.policyConstraints,
    (known, value) => {
      known.policyConstraints = readPolicyConstraints(value);
    },
  ],
  [
    OID.inhibitAnyPolicy,
    (known, value) => {
      known.inhibitAnyPolicy = readSmallInteger(value);
    },
  ],
]);

/** Whether extensions of this type are read here: in `unknownCritical` such a one is malformed. */
export function isKnownExtension(oid: string): boolean {
  return READERS.has(oid);
}

function readBasicConstraints(known: Extensions, value: Asn1): void {
  const fields = new Fields(value, 'BasicConstraints');
  const ca = fields.optional(TAG.boolean);
  const pathLength = fields.optional(TAG.integer);
  fields.end();
  known.basicConstraints = {
    ca: ca !== undefined && readBoolean(ca),
    ...(pathLength === undefined ? {} : { pathLength: readSmallInteger(pathLength) }),
  };
}

function readAuthorityInfoAccess(known: Extensions, value: Asn1): void {
  const access: { ocsp: string[]; caIssuers: string[] } = { ocsp: [], caIssuers: [] };
  for (const member of expectTag(value, TAG.sequence, 'AuthorityInfoAccessSyntax').members()) {
    const fields = new Fields(member, 'AccessDescription');
    const method = readOid(fields.next('accessMethod'));
    const uris = readUris([fields.next('accessLocation')]);
    if (method === OID.ocsp) access.ocsp.push(...uris);
    if (method === OID.caIssuers) access.caIssuers.push(...uris);
  }
  known.authorityInfoAccess = access;
}

function readQcStatements(known: Extensions, value: Asn1): void {
  known.qcStatements = expectTag(value, TAG.sequence, 'QCStatements')
    .members()
    .map((member) => {
      const fields = new Fields(member, 'QCStatement');
      const oid = readOid(fields.next('statementId'));
      const [info] = fields.rest();
      return info === undefined ? { oid } : { oid, info: info.raw };
    });
}
