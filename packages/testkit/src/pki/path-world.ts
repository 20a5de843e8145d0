import { createHash } from 'node:crypto';
import {
  assembleCertificate,
  type CheckOptions,
  type ExtensionTemplate,
  encodeName,
  keyIdentifier,
  type PathFailure,
  type PkiPorts,
  tbsCertificate,
} from '@websign/pki';
import { signWith, type TestKey } from './identity.ts';
import { namedKey } from './path-keys.ts';
import { TEST_NOW } from './test-pki.ts';

const YEAR = 365 * 24 * 3600 * 1000;
const ALGORITHM = 'ecdsa-p256-sha256';
const PORTS: Pick<PkiPorts, 'digest'> = {
  digest: (algorithm, bytes) => createHash(algorithm.replace('-', '')).update(bytes).digest(),
};

/** Somebody with a name and a key: authorities, signers. */
export interface Party {
  /** DER. */
  name: Uint8Array;
  key: TestKey;
}

/** A party under a common name; its key is that name's own, or another's. */
export function party(commonName: string, key: string = commonName): Party {
  return { name: encodeName([{ type: 'commonName', value: commonName }]), key: namedKey(key) };
}

/** What a certificate of the path cases says beside the usual. */
export interface Saying extends ExtensionTemplate {
  validity?: { notBefore: number; notAfter: number };
  serial?: number;
  /** Without the two key identifiers. */
  unidentified?: boolean;
}

/** DER of a certificate; as an authority's where basicConstraints are not told otherwise. */
export function authority(issuer: Party, subject: Party, saying: Saying = {}): Uint8Array {
  return certificate(issuer, subject, {
    basicConstraints: { ca: true },
    keyUsage: ['keyCertSign', 'cRLSign'],
    ...saying,
  });
}

/** An authority with so many authorities below it. */
export function bounded(pathLength: number): Saying {
  return { basicConstraints: { ca: true, pathLength } };
}

/** DER of a signer's certificate. */
export function signer(issuer: Party, subject: Party, saying: Saying = {}): Uint8Array {
  return certificate(issuer, subject, {
    basicConstraints: { ca: false },
    keyUsage: ['nonRepudiation'],
    ...saying,
  });
}

/** DER of a certificate that says only this. */
export function certificate(issuer: Party, subject: Party, saying: Saying): Uint8Array {
  const { validity, serial = 1, unidentified, ...extensions } = saying;
  const identifiers = {
    subjectKeyIdentifier: keyIdentifier(subject.key.spki, PORTS),
    authorityKeyIdentifier: keyIdentifier(issuer.key.spki, PORTS),
  };
  const template = {
    serial: Uint8Array.of(0x11, serial >> 8, serial & 0xff),
    issuer: issuer.name,
    subject: subject.name,
    validity: validity ?? { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW + 5 * YEAR },
    spki: subject.key.spki,
    extensions: unidentified === true ? extensions : { ...identifiers, ...extensions },
  };
  return signed(issuer, tbsCertificate(template, ALGORITHM));
}

/** A TBSCertificate under the issuer's key. */
export function signed(issuer: Party, tbs: Uint8Array): Uint8Array {
  return assembleCertificate(tbs, ALGORITHM, signWith(issuer.key.privateKey, ALGORITHM, tbs));
}

/** The same certificate as one of version 2, which has no extensions; or should have none. */
export function ofVersion2(issuer: Party, der: Uint8Array): Uint8Array {
  const head = Buffer.from('a003020102', 'hex');
  const changed = Buffer.from(der);
  const at = changed.indexOf(head);
  changed[at + head.length - 1] = 1;
  const start = at - (changed[at - 3] === 0x82 ? 4 : changed[at - 2] === 0x81 ? 3 : 2);
  return signed(issuer, changed.subarray(start, start + lengthAt(changed, start)));
}

/** Octets of the DER value that begins at `start`. */
function lengthAt(der: Uint8Array, start: number): number {
  const first = der[start + 1] ?? 0;
  if (first < 0x80) return 2 + first;
  if (first === 0x81) return 3 + (der[start + 2] ?? 0);
  return 4 + (der[start + 2] ?? 0) * 256 + (der[start + 3] ?? 0);
}

/** A party under a name of attributes given by type and value, the last one its commonName. */
export function named(attributes: Parameters<typeof encodeName>[0], key: string): Party {
  return { name: encodeName(attributes), key: namedKey(key) };
}

/** One case of path validation: what is given, and what must come out. */
export interface PathCase {
  title: string;
  endEntity: Uint8Array;
  bag: Uint8Array[];
  anchors: Uint8Array[];
  options?: Omit<CheckOptions, 'at'> & { at?: number };
  expected: 'valid' | PathFailure;
  /** Common name of the certificate that a failure is about. */
  about?: string;
  /** Arguments that ask OpenSSL the same, or why it cannot be asked. */
  openssl?: string[] | { unlike: string };
}

/** What each level of a chain says; a level that is left out says the usual, `sub` is there only where it is told. */
export interface Levels {
  root?: Saying;
  authority?: Saying;
  sub?: Saying;
  signer?: Saying;
  /** Other names than `Root`, `Authority`, `Sub-authority`, `Signer`. */
  names?: Partial<Record<'root' | 'authority' | 'sub' | 'signer', Party>>;
}

/** Root, authority, perhaps one below it, signer. */
export function levels(saying: Levels = {}): Pick<PathCase, 'endEntity' | 'bag' | 'anchors'> {
  const { names = {} } = saying;
  const root = names.root ?? party('Root');
  const middle = names.authority ?? party('Authority');
  const below = names.sub ?? party('Sub-authority');
  const issuer = saying.sub === undefined ? middle : below;
  return {
    endEntity: signer(issuer, names.signer ?? party('Signer'), saying.signer),
    bag: [
      authority(root, middle, saying.authority),
      ...(saying.sub === undefined ? [] : [authority(middle, below, saying.sub)]),
    ],
    anchors: [authority(root, root, saying.root)],
  };
}
