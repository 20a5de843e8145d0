import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  draftSignature,
  evidence,
  finishSignature,
  gather,
  PadesError,
  prepareAddition,
  type RaiseCalls,
  raise,
  renewing,
  type Stamp,
  validate,
} from '@websign/pades';
import { openPdf, prepareSignature, writeReport } from '@websign/pdf';
import {
  checkTimeStampResponse,
  createTimeStampRequest,
  estimateCmsBytes,
  type Material,
  type Missing,
  parseCertificate,
} from '@websign/pki';
import { boldFont, nodePorts, signatureFont } from '@websign/ports';
import type { DemonstrationServices } from '../http/demo-routes.ts';
import { type Identity, identityOf } from '../identity.ts';
import type { Logger } from '../logging.ts';
import { fullName, worded } from '../services/sign/wish.ts';
import { zonedTime } from '../services/sign/zoned-time.ts';
import type { Authorities } from './authorities.ts';
import { certify, signerProfile, spkiOf } from './certificates.ts';
import { createFile, readIfThere } from './files.ts';
import type { Register } from './revocations.ts';
import { revokedAt, SAMPLES, type Sample, validityOf } from './sample-texts.ts';

const ports = nodePorts();
const ZONE = 'Europe/Athens';
const DAY = 24 * 60 * 60_000;

interface Making {
  authorities: Authorities;
  register: Register;
  services: Pick<DemonstrationServices, 'answerTimeStamp' | 'local'>;
  clock: () => number;
  log: Logger;
}

/** Bytes of a sample; undefined where there is none of that name. */
export function readSample(folder: string, name: string): Uint8Array | undefined {
  if (!SAMPLES.some((sample) => sample.name === name)) return undefined;
  return readIfThere(join(folder, 'samples', `${name}.pdf`));
}

/** Makes the samples that are not there yet. Their signers have no accounts, and their keys are kept nowhere. */
export async function ensureSamples(folder: string, making: Making): Promise<void> {
  mkdirSync(join(folder, 'samples'), { recursive: true, mode: 0o700 });
  for (const sample of SAMPLES) {
    const path = join(folder, 'samples', `${sample.name}.pdf`);
    if (readIfThere(path) === undefined) createFile(path, await make(sample, making));
  }
}

async function make(sample: Sample, making: Making): Promise<Uint8Array> {
  const now = making.clock();
  const identity = await enrol(sample, making, now);
  const original = await writeDocument(sample, now);
  const { tail } = await signed(original, sample, identity, making);
  const document = Buffer.concat([original, tail]);
  if (sample.tampered === true) return tampered(document);
  return sample.longTerm === true ? withValidationData(document, making) : document;
}

/** A key of its own; a certificate that was revoked is in the register before it signs. */
async function enrol(sample: Sample, { authorities, register }: Making, now: number): Promise<Identity> {
  const { issuing } = authorities;
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const profile = { ...signerProfile(sample.signer), validity: validityOf(sample, now) };
  const certificate = await certify(
    profile,
    spkiOf(key),
    issuing.key,
    issuing.certificate,
    now,
    issuing.urls,
  );
  const identity = identityOf(sample.name, key, [certificate, issuing.certificate]);
  if (sample.revoked !== undefined) {
    const { daysAgo, reason } = sample.revoked;
    const { serialHex } = identity.certificate;
    register.add([{ serialHex, revokedAt: revokedAt(daysAgo, now), reason }]);
  }
  return identity;
}

function writeDocument({ title, text }: Sample, now: number): Promise<Uint8Array> {
  const about = 'Το έγγραφο είναι δείγμα της επίδειξης του WebSign και δεν έχει καμία ισχύ.';
  return writeReport(
    {
      title,
      language: 'el',
      producer: 'WebSign',
      created: zonedTime(now, ZONE),
      sections: [
        {
          language: 'el',
          blocks: [
            { type: 'title', text: title },
            { type: 'text', text },
            { type: 'text', text: about },
          ],
          footer: 'Δείγμα – {page} / {pages}',
        },
      ],
    },
    { regular: signatureFont(), bold: boldFont() },
    ports,
  );
}

const PLACEMENT = { page: 1, x: 56, y: 520, width: 230, height: 72 };

async function signed(original: Uint8Array, sample: Sample, identity: Identity, making: Making) {
  const { surname, givenName } = sample.signer;
  const { visible, ...words } = worded({
    locale: 'el',
    name: fullName({ surname, name: givenName }),
    reason: '',
    title: '',
    time: zonedTime(making.clock(), ZONE),
    placement: PLACEMENT,
  });
  const prepared = await prepareSignature(openPdf(original, ports), {
    ...words,
    ...(visible === undefined ? {} : { visible: { ...visible, font: signatureFont() } }),
    digestAlgorithm: 'SHA-256',
    contentsBytes: estimateCmsBytes(identity.chain),
  });
  const draft = draftSignature(prepared, identity, ports);
  return finishSignature(prepared, draft, identity.sign(draft.signedAttributes), ports, stampBy(making));
}

const stampBy =
  (making: Making): Stamp =>
  (signature) =>
    timeStamp(ports.digest('SHA-256', signature), making);

async function timeStamp(digest: Uint8Array, { authorities, services, clock }: Making): Promise<Uint8Array> {
  const request = createTimeStampRequest({
    digest,
    algorithm: 'SHA-256',
    nonce: randomBytes(16),
    certReq: true,
  });
  const trust = { anchors: [parseCertificate(authorities.root.certificate)], at: clock() };
  const answer = await services.answerTimeStamp(request.der);
  return (await checkTimeStampResponse(answer, request, trust, ports)).token;
}

/** The height of the page, in the bytes that are signed, becomes another. */
function tampered(document: Buffer): Uint8Array {
  const at = document.indexOf('841.89');
  if (at < 0) throw new Error('a sample of another page size');
  document.write('841.88', at, 'latin1');
  return document;
}

/** Raised to B-LT; a sample that is not is still a sample. */
async function withValidationData(document: Buffer, making: Making): Promise<Uint8Array> {
  try {
    const { tail } = await raise(new Uint8Array(), { level: 'B-LT' }, raiseCalls(document, making));
    return Buffer.concat([document, tail]);
  } catch (err) {
    if (!(err instanceof PadesError)) throw err;
    making.log.warn({ err }, 'a sample of the demonstration has no validation data');
    return document;
  }
}

/** Our own bytes, judged by our own authorities: in this process, and without the network. */
function raiseCalls(document: Buffer, making: Making): RaiseCalls {
  const { authorities, services, clock } = making;
  const whole = (tail: Uint8Array) => Buffer.concat([document, tail]);
  const anchors = [{ certificate: authorities.root.certificate, source: 'operator' as const, services: [] }];
  return {
    evidence: (tail) => evidence(whole(tail), openPdf(whole(tail), ports), ports),
    prepare: async (tail, wish) => prepareAddition(openPdf(whole(tail), ports), wish),
    stamp: (digest) => timeStamp(digest, making),
    validate: async (given) => {
      const judge = renewing((material, newerThan) => {
        const since = newerThan === undefined ? {} : { newerThan };
        return validate(given, material, { anchors, at: clock(), freshnessMs: DAY, ...since }, ports);
      });
      const fetch = (missing: readonly Missing[]) => fetchLocally(missing, services);
      return (await gather({ rounds: 6, validate: judge, fetch })).validation;
    },
  };
}

async function fetchLocally(
  missing: readonly Missing[],
  { local }: Pick<DemonstrationServices, 'local'>,
): Promise<Material> {
  const found = await Promise.all(missing.map(async (each) => ({ kind: each.kind, der: await local(each) })));
  const of = (kind: Missing['kind']) =>
    found.flatMap((one) => (one.kind === kind && one.der !== undefined ? [one.der] : []));
  return { certificates: of('issuer'), ocsps: of('ocsp'), crls: of('crl') };
}
