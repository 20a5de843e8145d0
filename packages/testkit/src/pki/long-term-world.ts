import {
  type CertificateStatus,
  createTimeStampRequest,
  type DigestAlgorithm,
  issueTimeStamp,
  type Material,
  type Missing,
  parseTimeStampToken,
  readTimeStampRequest,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  AUTHORITY_EXTENSIONS,
  RESPONDER_EXTENSIONS,
  signedBy,
  type TestSubject,
  testCrl,
  testOcsp,
  testSubject,
} from './revocation.ts';
import { TEST_NOW } from './test-pki.ts';
import { TEST_TSA_POLICY } from './tsa.ts';

const HOUR = 3600 * 1000;
const ports = nodePorts();

/** Authorities that answer whatever signatures for the long term need, in memory. */
export interface LongTermWorld {
  root: TestSubject;
  issuing: TestSubject;
  signer: TestSubject;
  timeStamping: TestSubject;
  responder: TestSubject;
  /** What their clocks show, milliseconds since 1970; may be set. */
  now: number;
  /** Sources that are away: parts of their URLs. May be changed. */
  away: Set<string>;
  /** What the OCSP responder says of every certificate it is asked for; may be set. */
  status: CertificateStatus;
  /** URLs that were asked, in order. */
  asked: string[];
  /** Answers what a validation lacks. */
  fetch(missing: readonly Missing[]): Promise<Material>;
  /** A TimeStampResp for a TimeStampReq. */
  timeStamp(request: Uint8Array): Promise<Uint8Array>;
  /** The token of a time-stamp over a digest. */
  stamp(digest: Uint8Array, algorithm: DigestAlgorithm): Promise<Uint8Array>;
  /** The answer of one source: what HTTP would bring; undefined where there is none. */
  answer(url: string, body: Uint8Array | undefined): Promise<Uint8Array | undefined>;
}

/** `base` is the address under which the certificates say that their authorities answer; they are in force around `at`. */
export async function longTermWorld(base = 'http://pki.test.invalid', at = TEST_NOW): Promise<LongTermWorld> {
  const validity = { notBefore: at - 400 * 24 * HOUR, notAfter: at + 800 * 24 * HOUR };
  const sources = {
    authorityInfoAccess: { ocsp: [`${base}/ocsp`], caIssuers: [`${base}/issuing.cer`] },
    crlDistributionPoints: [`${base}/issuing.crl`],
  };
  const root = await testSubject('root', 'Long-Term Root', undefined, {
    validity,
    extensions: AUTHORITY_EXTENSIONS,
  });
  const issuing = await testSubject('intermediate', 'Long-Term Authority', root, {
    serial: Uint8Array.of(0x21),
    validity,
    extensions: { ...AUTHORITY_EXTENSIONS, crlDistributionPoints: [`${base}/root.crl`] },
  });
  const signer = await testSubject('p256', 'Long-Term Signer', issuing, {
    serial: Uint8Array.of(0x22),
    validity,
    extensions: { basicConstraints: { ca: false }, keyUsage: ['nonRepudiation'], ...sources },
  });
  const timeStamping = await testSubject('tsa', 'Long-Term Time-Stamps', issuing, {
    serial: Uint8Array.of(0x23),
    validity,
    extensions: {
      basicConstraints: { ca: false },
      keyUsage: ['digitalSignature'],
      extendedKeyUsage: { purposes: ['1.3.6.1.5.5.7.3.8'], critical: true },
      ...sources,
    },
  });
  const responder = await testSubject('p384', 'Long-Term Responder', issuing, {
    serial: Uint8Array.of(0x24),
    validity,
    extensions: RESPONDER_EXTENSIONS,
  });
  const people = { root, issuing, signer, timeStamping, responder };
  const world: LongTermWorld = {
    ...people,
    now: at,
    away: new Set(),
    status: { status: 'good' },
    asked: [],
    fetch: (missing) => fetched(world, missing),
    timeStamp: (request) => timeStamp(world, request),
    stamp: (digest, algorithm) => stamp(world, digest, algorithm),
    answer: (url, body) => answer(world, url, body),
  };
  return world;
}

async function answer(
  world: LongTermWorld,
  url: string,
  body: Uint8Array | undefined,
): Promise<Uint8Array | undefined> {
  world.asked.push(url);
  if ([...world.away].some((part) => url.includes(part))) return undefined;
  const { now, root, issuing, responder } = world;
  const until = { nextUpdate: now + 24 * HOUR };
  if (url.endsWith('/ocsp') && body !== undefined) {
    return testOcsp(responder, issuing, new Uint8Array(), {
      request: body,
      producedAt: now,
      status: () => world.status,
      ...until,
    });
  }
  const lists = { ...until, thisUpdate: now - HOUR };
  if (url.endsWith('/root.crl')) return testCrl(root, lists);
  if (url.endsWith('/issuing.crl')) return testCrl(issuing, lists);
  if (url.endsWith('/issuing.cer')) return issuing.certificate;
  return undefined;
}

async function fetched(world: LongTermWorld, missing: readonly Missing[]): Promise<Material> {
  const found = { certificates: [] as Uint8Array[], ocsps: [] as Uint8Array[], crls: [] as Uint8Array[] };
  const lists = { ocsp: found.ocsps, crl: found.crls, issuer: found.certificates };
  for (const one of missing) {
    const got = await answer(world, one.url, one.kind === 'ocsp' ? one.request : undefined);
    if (got !== undefined) lists[one.kind].push(got);
  }
  return found;
}

let serial = 0;

function timeStamp(world: LongTermWorld, request: Uint8Array): Promise<Uint8Array> {
  serial += 1;
  const { timeStamping, issuing, now } = world;
  const authority = {
    chain: [timeStamping.certificate, issuing.certificate],
    algorithm: timeStamping.algorithm,
    sign: signedBy(timeStamping),
    time: now,
    serial: Uint8Array.of(1, serial >> 8, serial & 0xff),
    policy: TEST_TSA_POLICY,
    accuracySeconds: 1,
  };
  return issueTimeStamp(request, authority, ports);
}

async function stamp(
  world: LongTermWorld,
  digest: Uint8Array,
  algorithm: DigestAlgorithm,
): Promise<Uint8Array> {
  if (world.away.has('tsa')) throw new Error('the time-stamp authority is away');
  const nonce = new Uint8Array(8).fill(9);
  const { der } = createTimeStampRequest({ digest, algorithm, nonce, certReq: true });
  const response = await timeStamp(world, der);
  // TimeStampResp: a status of five octets, then the token.
  const header = (response[1] ?? 0) > 0x80 ? 2 + (response[1] ?? 0) - 0x80 : 2;
  const token = response.subarray(header + 5);
  const { imprint } = parseTimeStampToken(token).info;
  if (!imprint.digest.every((octet, i) => octet === readTimeStampRequest(der).imprint.digest[i]))
    throw new Error('the test authority stamped something else');
  return token;
}
