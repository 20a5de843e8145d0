import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { draftSignature, type Evidence, finishSignature } from '@websign/pades';
import type { Prepared } from '@websign/pdf';
import {
  buildCertificate,
  createTimeStampRequest,
  type ExtensionTemplate,
  encodeName,
  estimateCmsBytes,
  issueCrl,
  issueOcspResponse,
  issueTimeStamp,
  keyIdentifier,
  type Material,
  ocspRequest,
  operatorAnchor,
  parseCertificate,
  type TimeStampAuthority,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { serialNumber } from '../serial-number.ts';
import type { SignatureWish } from './engine.ts';
import type { Job } from './job.ts';
import { samplePdf } from './sample.ts';

const ALGORITHM = 'ecdsa-p256-sha256' as const;
const POLICY = '2.999.1';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const DAY_MS = 24 * 60 * 60 * 1000;
const NOTHING_FETCHED: Material = { certificates: [], ocsps: [], crls: [] };
const OCSP = { authorityInfoAccess: { ocsp: ['http://ocsp.sample.invalid/'], caIssuers: [] } };
const AUTHORITY: ExtensionTemplate = { basicConstraints: { ca: true }, keyUsage: ['keyCertSign', 'cRLSign'] };
const PLACEMENT = { page: 1, x: 300, y: 400, width: 200, height: 60 };

type SigningJobs = Readonly<
  Record<'standing' | 'prepare' | 'checkTimeStamp' | 'evidence' | 'validate' | 'prepareAddition', Job>
>;

/** Does for a small document what children do to sign it, with keys that nobody else ever sees. Rejects where a job does. */
export async function signSample(jobs: SigningJobs): Promise<void> {
  const ports = nodePorts();
  const at = Date.now();
  const root = await certify('Sample Root', AUTHORITY);
  const ca = await certify(
    'Sample Authority',
    { ...AUTHORITY, crlDistributionPoints: ['http://crl.sample.invalid/'] },
    root,
  );
  const signer = await certify('Sample', { ...OCSP, keyUsage: ['nonRepudiation'] }, ca);
  const authority = await certify(
    'Sample Time-Stamp Authority',
    {
      ...OCSP,
      keyUsage: ['digitalSignature'],
      extendedKeyUsage: { purposes: [TIME_STAMPING], critical: true },
    },
    ca,
  );
  const anchors = [operatorAnchor(root.certificate, ports).anchor];
  const grounds = { anchors, at, freshnessMs: DAY_MS };
  const stamp = async (value: Uint8Array) => {
    const digest = ports.digest('SHA-256', value);
    const nonce = randomBytes(16);
    const request = createTimeStampRequest({ digest, algorithm: 'SHA-256', nonce, certReq: true });
    const by: TimeStampAuthority = {
      chain: [authority.certificate, ca.certificate],
      algorithm: ALGORITHM,
      sign: valueBy(authority),
      time: at,
      serial: serialNumber(),
      policy: POLICY,
    };
    const response = await issueTimeStamp(request.der, by, ports);
    const check = { response, request, anchors: anchors.map(({ certificate }) => certificate), at };
    return ((await jobs.checkTimeStamp(check)) as { token: Uint8Array }).token;
  };

  const chain = [signer.certificate, ca.certificate];
  const material = {
    certificates: [],
    ocsps: [await goodStatus(signer, ca, at), await goodStatus(authority, ca, at)],
    crls: [await emptyList(root, at)],
  };
  for (const fetched of [NOTHING_FETCHED, material])
    await jobs.standing({ chain, tokens: [], material: fetched, grounds });
  const document = samplePdf();
  const wish = {
    time: { epochMs: at, offsetMinutes: 0 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: estimateCmsBytes(chain),
    visible: { placement: PLACEMENT, text: { name: 'Ελένη Sample', lines: [] } },
  } satisfies SignatureWish;
  const prepared = (await jobs.prepare({ document, wish })) as Prepared;
  const draft = draftSignature(prepared, { chain, algorithm: ALGORITHM }, ports);
  const value = valueBy(signer)(draft.signedAttributes);
  const { tail } = await finishSignature(prepared, draft, value, ports, stamp);

  const signed = { document: Buffer.concat([document, tail]) };
  const evidence = (await jobs.evidence(signed)) as Evidence;
  for (const fetched of [NOTHING_FETCHED, material])
    await jobs.validate({ evidence, material: fetched, grounds });
  await jobs.prepareAddition({ ...signed, wish: { material } });
}

interface Issued {
  key: KeyObject;
  /** DER. */
  certificate: Uint8Array;
}

const valueBy =
  ({ key }: Pick<Issued, 'key'>) =>
  (message: Uint8Array) =>
    sign('sha256', message, { key, dsaEncoding: 'der' });

/** A certificate for a new key; without an issuer it is its own. */
async function certify(commonName: string, extensions: ExtensionTemplate, issuer?: Issued): Promise<Issued> {
  const ports = nodePorts();
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const subject = encodeName([{ type: 'commonName', value: commonName }]);
  const now = Date.now();
  const template = {
    serial: serialNumber(),
    issuer: issuer === undefined ? subject : parseCertificate(issuer.certificate).subject.der,
    subject,
    validity: { notBefore: now - DAY_MS, notAfter: now + DAY_MS },
    spki,
    extensions: { ...extensions, subjectKeyIdentifier: keyIdentifier(spki, ports) },
  };
  return { key, certificate: await buildCertificate(template, ALGORITHM, valueBy(issuer ?? { key })) };
}

/** An OCSP response of `issuer` that its certificate is good. */
function goodStatus({ certificate }: Issued, issuer: Issued, at: number): Promise<Uint8Array> {
  const ports = nodePorts();
  const responder = {
    issuer: issuer.certificate,
    chain: [issuer.certificate],
    algorithm: ALGORITHM,
    sign: valueBy(issuer),
    status: () => ({ status: 'good' as const }),
    producedAt: at,
  };
  const request = ocspRequest(parseCertificate(certificate), parseCertificate(issuer.certificate), ports);
  return issueOcspResponse(request, responder, ports);
}

/** A CRL of `issuer` that names nothing. */
const emptyList = (issuer: Issued, at: number): Promise<Uint8Array> =>
  issueCrl(
    { issuer: issuer.certificate, number: 1, thisUpdate: at, nextUpdate: at + DAY_MS, entries: [] },
    ALGORITHM,
    valueBy(issuer),
    nodePorts(),
  );
