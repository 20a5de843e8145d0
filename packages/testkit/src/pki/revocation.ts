import {
  buildCertificate,
  type CertificateTemplate,
  type CrlTemplate,
  type ExtensionTemplate,
  encodeName,
  issueCrl,
  issueOcspResponse,
  keyIdentifier,
  type OcspResponder,
  ocspRequest,
  parseCertificate,
  type SignatureAlgorithm,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { signWith, testKey } from './identity.ts';
import type { TestKeyName } from './keys.ts';
import { TEST_NOW } from './test-pki.ts';

const DAY = 24 * 3600 * 1000;
const ports = nodePorts();

/** A certificate with its key, of any issuer. */
export interface TestSubject {
  /** DER. */
  certificate: Uint8Array;
  key: TestKeyName;
  algorithm: SignatureAlgorithm;
}

const ALGORITHMS: Readonly<Record<TestKeyName, SignatureAlgorithm>> = {
  root: 'rsa-pkcs1-sha256',
  intermediate: 'rsa-pkcs1-sha256',
  p256: 'ecdsa-p256-sha256',
  p384: 'ecdsa-p384-sha384',
  rsa2048: 'rsa-pkcs1-sha256',
  rsa3072: 'rsa-pss-sha256',
  rsa4096: 'rsa-pss-sha512',
  tsa: 'ecdsa-p256-sha256',
  stranger: 'ecdsa-p256-sha256',
};

/** A certificate for a fixed key; without an issuer it is self-signed. */
export async function testSubject(
  key: TestKeyName,
  commonName: string,
  issuer?: TestSubject,
  change: {
    serial?: Uint8Array;
    validity?: CertificateTemplate['validity'];
    extensions?: ExtensionTemplate;
  } = {},
): Promise<TestSubject> {
  const name = encodeName([
    { type: 'country', value: 'GR' },
    { type: 'commonName', value: commonName },
  ]);
  const { spki } = testKey(key);
  const by = issuer ?? { key, algorithm: ALGORITHMS[key] };
  const issuerKey = testKey(by.key);
  const certificate = await buildCertificate(
    {
      serial: change.serial ?? Uint8Array.of(0x5a, 1),
      issuer: issuer === undefined ? name : parseCertificate(issuer.certificate).subject.der,
      subject: name,
      validity: change.validity ?? { notBefore: TEST_NOW - 400 * DAY, notAfter: TEST_NOW + 800 * DAY },
      spki,
      extensions: {
        ...change.extensions,
        subjectKeyIdentifier: keyIdentifier(spki, ports),
        authorityKeyIdentifier: keyIdentifier(issuerKey.spki, ports),
      },
    },
    by.algorithm,
    (tbs) => signWith(issuerKey.privateKey, by.algorithm, tbs),
  );
  return { certificate, key, algorithm: ALGORITHMS[key] };
}

export const AUTHORITY_EXTENSIONS: ExtensionTemplate = {
  basicConstraints: { ca: true },
  keyUsage: ['keyCertSign', 'cRLSign'],
};

export const RESPONDER_EXTENSIONS: ExtensionTemplate = {
  basicConstraints: { ca: false },
  keyUsage: ['digitalSignature'],
  extendedKeyUsage: { purposes: ['1.3.6.1.5.5.7.3.9'], critical: false },
  ocspNoCheck: true,
};

export const signedBy =
  ({ key, algorithm }: TestSubject) =>
  (message: Uint8Array): Uint8Array =>
    signWith(testKey(key).privateKey, algorithm, message);

/** An OCSPResponse about `of`; `issuer` is whose certificates the responder claims to tell of. */
export function testOcsp(
  responder: TestSubject,
  issuer: TestSubject,
  of: Uint8Array,
  change: Partial<OcspResponder> & { request?: Uint8Array } = {},
): Promise<Uint8Array> {
  const { request, ...others } = change;
  const asked = request ?? ocspRequest(parseCertificate(of), parseCertificate(issuer.certificate), ports);
  return issueOcspResponse(
    asked,
    {
      issuer: issuer.certificate,
      chain: [responder.certificate],
      algorithm: responder.algorithm,
      sign: signedBy(responder),
      status: () => ({ status: 'good' }),
      producedAt: TEST_NOW,
      nextUpdate: TEST_NOW + 7 * DAY,
      ...others,
    },
    ports,
  );
}

/** A CertificateList of `issuer`, empty unless it is told otherwise. */
export function testCrl(issuer: TestSubject, change: Partial<CrlTemplate> = {}): Promise<Uint8Array> {
  const template = {
    issuer: issuer.certificate,
    number: 7,
    thisUpdate: TEST_NOW,
    nextUpdate: TEST_NOW + 7 * DAY,
    entries: [],
    ...change,
  };
  return issueCrl(template, issuer.algorithm, signedBy(issuer), ports);
}
