import { createHash } from 'node:crypto';
import {
  assembleCertificate,
  type CertificateTemplate,
  type ExtensionTemplate,
  encodeName,
  keyIdentifier,
  type PkiPorts,
  type SignatureAlgorithm,
  tbsCertificate,
} from '@websign/pki';
import { signWith, type TestIdentity, type TestKey, testKey } from './identity.ts';
import type { TestKeyName } from './keys.ts';

/** The instant at which every test stands: 2026-11-21T12:00:00Z. */
export const TEST_NOW = Date.UTC(2026, 10, 21, 12);

const YEAR = 365 * 24 * 3600 * 1000;

/** Algorithms that each signer's key makes, the first one its usual. */
export const SIGNER_ALGORITHMS = {
  p256: ['ecdsa-p256-sha256'],
  p384: ['ecdsa-p384-sha384'],
  rsa2048: ['rsa-pkcs1-sha256', 'rsa-pkcs1-sha384', 'rsa-pkcs1-sha512'],
  rsa3072: ['rsa-pss-sha256', 'rsa-pss-sha384', 'rsa-pss-sha512', 'rsa-pkcs1-sha256'],
  rsa4096: ['rsa-pss-sha512', 'rsa-pkcs1-sha512'],
} as const satisfies Record<string, readonly SignatureAlgorithm[]>;

export type TestSignerName = keyof typeof SIGNER_ALGORITHMS;

/** A whole PKI as data: root, intermediate authority, signers, time-stamp authority. */
export interface TestPki {
  root: TestIdentity;
  intermediate: TestIdentity;
  signers: Record<TestSignerName, TestIdentity>;
  tsa: TestIdentity;
  /** A self-signed certificate that nobody trusts. */
  stranger: TestIdentity;
  /** Makes one more certificate of the intermediate authority, for a fixed key. */
  issue(key: TestKeyName, change: Partial<Subject>): TestIdentity;
}

/** What a certificate of the test PKI says; serials and dates are fixed. */
export interface Subject {
  name: { surname?: string; givenName?: string; commonName: string; serialNumber?: string };
  serial: number;
  validity: { notBefore: number; notAfter: number };
  extensions: ExtensionTemplate;
}

const PORTS: Pick<PkiPorts, 'digest'> = {
  digest: (algorithm, bytes) => createHash(algorithm.replace('-', '')).update(bytes).digest(),
};

const SIGNER_EXTENSIONS: ExtensionTemplate = {
  basicConstraints: { ca: false },
  keyUsage: ['nonRepudiation'],
  certificatePolicies: ['2.16.300.0.110001.1.7.1'],
  crlDistributionPoints: ['http://crl.test.invalid/intermediate.crl'],
  authorityInfoAccess: {
    ocsp: ['http://ocsp.test.invalid/'],
    caIssuers: ['http://ca.test.invalid/intermediate.cer'],
  },
};

const PEOPLE: Record<TestSignerName, Subject['name']> = {
  p256: {
    surname: 'Παπαδοπούλου',
    givenName: 'Ελένη',
    commonName: 'Ελένη Παπαδοπούλου',
    serialNumber: 'ELRS-0000000256',
  },
  p384: {
    surname: 'Οικονόμου',
    givenName: 'Γεώργιος',
    commonName: 'Γεώργιος Οικονόμου',
    serialNumber: 'ELRS-0000000384',
  },
  rsa2048: {
    surname: 'Δημητρίου',
    givenName: 'Μαρία',
    commonName: 'Μαρία Δημητρίου',
    serialNumber: 'ELRS-0000002048',
  },
  rsa3072: {
    surname: 'Ιωάννου',
    givenName: 'Νικόλαος',
    commonName: 'Νικόλαος Ιωάννου',
    serialNumber: 'ELRS-0000003072',
  },
  rsa4096: {
    surname: 'Άννινος',
    givenName: 'Ιουλία',
    commonName: 'Ιουλία Άννινος',
    serialNumber: 'ELRS-0000004096',
  },
};

function encodeSubject(name: Subject['name']): Uint8Array {
  return encodeName([
    { type: 'country', value: 'GR' },
    { type: 'organization', value: 'WebSign Test' },
    ...(['surname', 'givenName', 'serialNumber', 'commonName'] as const).flatMap((type) => {
      const value = name[type];
      return value === undefined ? [] : [{ type, value }];
    }),
  ]);
}

interface Issuer {
  key: TestKey;
  algorithm: SignatureAlgorithm;
  name: Uint8Array;
  chain: Uint8Array[];
}

function certify(issuer: Issuer, key: TestKey, subject: Subject): TestIdentity {
  const template: CertificateTemplate = {
    serial: Uint8Array.of(0x5a, subject.serial >> 8, subject.serial & 0xff),
    issuer: issuer.name,
    subject: encodeSubject(subject.name),
    validity: subject.validity,
    spki: key.spki,
    extensions: {
      ...subject.extensions,
      subjectKeyIdentifier: keyIdentifier(key.spki, PORTS),
      authorityKeyIdentifier: keyIdentifier(issuer.key.spki, PORTS),
    },
  };
  const tbs = tbsCertificate(template, issuer.algorithm);
  const signature = signWith(issuer.key.privateKey, issuer.algorithm, tbs);
  const certificate = assembleCertificate(tbs, issuer.algorithm, signature);
  return {
    certificate,
    chain: [certificate, ...issuer.chain],
    privateKey: key.privateKey,
    pkcs8: key.pkcs8,
    sign: (algorithm, message) => signWith(key.privateKey, algorithm, message),
    issueBelow: (keyName, commonName) => {
      const name = encodeSubject(subject.name);
      const below = {
        key,
        algorithm: 'ecdsa-p256-sha256' as const,
        name,
        chain: [certificate, ...issuer.chain],
      };
      const extensions = { basicConstraints: { ca: false } };
      return certify(below, testKey(keyName), {
        name: { commonName },
        serial: 77,
        validity: LEAF_VALIDITY,
        extensions,
      });
    },
  };
}

const AUTHORITY_VALIDITY = { notBefore: TEST_NOW - 5 * YEAR, notAfter: TEST_NOW + 15 * YEAR };
const LEAF_VALIDITY = { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW + 2 * YEAR };

function selfSigned(
  keyName: TestKeyName,
  commonName: string,
  algorithm: SignatureAlgorithm,
): [TestIdentity, Issuer] {
  const key = testKey(keyName);
  const name = encodeSubject({ commonName });
  const identity = certify({ key, algorithm, name, chain: [] }, key, {
    name: { commonName },
    serial: 1,
    validity: AUTHORITY_VALIDITY,
    extensions: { basicConstraints: { ca: true }, keyUsage: ['keyCertSign', 'cRLSign'] },
  });
  return [identity, { key, algorithm, name, chain: [] }];
}

/** Builds the test PKI; about 20 ms, the same bytes on every run but for ECDSA values. */
export function makeTestPki(): TestPki {
  const [root, rootIssuer] = selfSigned('root', 'Test Root', 'rsa-pkcs1-sha256');
  const intermediateKey = testKey('intermediate');
  const intermediateName = { commonName: 'Test Issuing Authority' };
  const intermediate = certify(rootIssuer, intermediateKey, {
    name: intermediateName,
    serial: 2,
    validity: AUTHORITY_VALIDITY,
    extensions: { basicConstraints: { ca: true, pathLength: 0 }, keyUsage: ['keyCertSign', 'cRLSign'] },
  });
  const issuer: Issuer = {
    key: intermediateKey,
    algorithm: 'rsa-pkcs1-sha256',
    name: encodeSubject(intermediateName),
    chain: [intermediate.certificate],
  };
  const issue: TestPki['issue'] = (key, change) =>
    certify(issuer, testKey(key), {
      name: { commonName: `Test ${key}` },
      serial: 99,
      validity: LEAF_VALIDITY,
      extensions: SIGNER_EXTENSIONS,
      ...change,
    });
  const signer = (name: TestSignerName, serial: number) => issue(name, { name: PEOPLE[name], serial });
  return {
    root,
    intermediate,
    signers: {
      p256: signer('p256', 10),
      p384: signer('p384', 11),
      rsa2048: signer('rsa2048', 12),
      rsa3072: signer('rsa3072', 13),
      rsa4096: signer('rsa4096', 14),
    },
    tsa: issue('tsa', {
      name: { commonName: 'Test Time-Stamp Authority' },
      serial: 20,
      extensions: {
        basicConstraints: { ca: false },
        keyUsage: ['digitalSignature'],
        extendedKeyUsage: { purposes: ['1.3.6.1.5.5.7.3.8'], critical: true },
      },
    }),
    stranger: selfSigned('stranger', 'Test Stranger', 'ecdsa-p256-sha256')[0],
    issue,
  };
}
