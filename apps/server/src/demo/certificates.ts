import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import {
  buildCertificate,
  type ExtensionTemplate,
  encodeName,
  keyIdentifier,
  parseCertificate,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { serialNumber } from '../serial-number.ts';

/** An authority of the demonstration: P-384, so that each of its signatures is ecdsa-with-SHA384. */
export interface Authority {
  /** DER. */
  certificate: Uint8Array;
  key: KeyObject;
  /** Where the status of what it issues is to be had; none in one that issues nothing. */
  urls?: AuthorityUrls;
}

export interface AuthorityUrls {
  ocsp: string[];
  caIssuers: string[];
  crls: string[];
}

export const AUTHORITY_ALGORITHM = 'ecdsa-p384-sha384';

type Subject = Parameters<typeof encodeName>[0];

/** Said in every authority's name: nothing of this is qualified. */
export const DEMONSTRATION = 'Επίδειξη – όχι εγκεκριμένη (Demonstration)';

const YEAR = 365 * 24 * 3600 * 1000;
/** Before now, for machines whose clocks are behind. */
const SLACK = 24 * 3600 * 1000;
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

export interface Profile {
  subject: Subject;
  years: number;
  /** Instead of `years` from now; epoch milliseconds. */
  validity?: { notBefore: number; notAfter: number };
  extensions: ExtensionTemplate;
}

const authorityName = (commonName: string): Subject => [
  { type: 'country', value: 'GR' },
  { type: 'organization', value: DEMONSTRATION },
  { type: 'commonName', value: commonName },
];

export const ROOT: Profile = {
  subject: authorityName('WebSign Demonstration Root CA – Επίδειξη'),
  years: 20,
  extensions: { basicConstraints: { ca: true }, keyUsage: ['keyCertSign', 'cRLSign'] },
};

export const ISSUING: Profile = {
  subject: authorityName('WebSign Demonstration Issuing CA – Επίδειξη'),
  years: 15,
  extensions: { basicConstraints: { ca: true, pathLength: 0 }, keyUsage: ['keyCertSign', 'cRLSign'] },
};

/** The only and critical extended usage is timeStamping (RFC 3161 §2.3). */
export const TIME_STAMP_AUTHORITY: Profile = {
  subject: authorityName('WebSign Demonstration Time-Stamp Authority – Επίδειξη'),
  years: 10,
  extensions: {
    basicConstraints: { ca: false },
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: { purposes: [TIME_STAMPING], critical: true },
  },
};

/** Carries ocsp-nocheck, as its own status would be asked of itself (RFC 6960 §4.2.2.2.1). */
export const OCSP_RESPONDER: Profile = {
  subject: authorityName('WebSign Demonstration OCSP Responder – Επίδειξη'),
  years: 10,
  extensions: {
    basicConstraints: { ca: false },
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: { purposes: [OCSP_SIGNING], critical: false },
    ocspNoCheck: true,
  },
};

/** For the papers that the service itself makes: evidence sheets. */
export const SEAL: Profile = {
  subject: authorityName('WebSign Demonstration Seal – Επίδειξη'),
  years: 10,
  extensions: { basicConstraints: { ca: false }, keyUsage: ['nonRepudiation'] },
};

export interface Person {
  surname: string;
  givenName: string;
  /** The subject's serialNumber attribute. */
  serialNumber: string;
}

/** A person's subject; the texts are UTF8String, so Greek stays Greek. */
export function personName({ surname, givenName, serialNumber }: Person): Subject {
  return [
    { type: 'country', value: 'GR' },
    { type: 'organization', value: DEMONSTRATION },
    { type: 'surname', value: surname },
    { type: 'givenName', value: givenName },
    { type: 'serialNumber', value: serialNumber },
    { type: 'commonName', value: `${surname} ${givenName}` },
  ];
}

/** For electronic signatures and nothing else: key usage nonRepudiation only. */
export function signerProfile(person: Person): Profile {
  return {
    subject: personName(person),
    years: 3,
    extensions: { basicConstraints: { ca: false }, keyUsage: ['nonRepudiation'] },
  };
}

export function spkiOf(key: KeyObject): Uint8Array {
  return createPublicKey(key).export({ format: 'der', type: 'spki' });
}

/** A certificate over `spki`; without an issuer it is self-signed with `issuerKey`. */
export function certify(
  { subject, years, validity, extensions }: Profile,
  spki: Uint8Array,
  issuerKey: KeyObject,
  issuer: Uint8Array | undefined,
  now: number,
  urls?: AuthorityUrls,
): Promise<Uint8Array> {
  const ports = nodePorts();
  const name = encodeName(subject);
  const template = {
    serial: serialNumber(),
    issuer: issuer === undefined ? name : parseCertificate(issuer).subject.der,
    subject: name,
    validity: validity ?? { notBefore: now - SLACK, notAfter: now + years * YEAR },
    spki,
    extensions: {
      ...extensions,
      subjectKeyIdentifier: keyIdentifier(spki, ports),
      authorityKeyIdentifier: keyIdentifier(spkiOf(issuerKey), ports),
      ...(urls === undefined ? {} : { authorityInfoAccess: urls, crlDistributionPoints: urls.crls }),
    },
  };
  return buildCertificate(template, AUTHORITY_ALGORITHM, (tbs) =>
    sign('sha384', tbs, { key: issuerKey, dsaEncoding: 'der' }),
  );
}
