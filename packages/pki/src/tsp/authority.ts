import { generalizedTime } from '../asn1/time.ts';
import {
  explicit,
  integer,
  namedBits,
  octetString,
  oid,
  sequence,
  unsignedInteger,
  utf8String,
} from '../asn1/writer.ts';
import { assembleSignedData } from '../cms/assemble.ts';
import { signedAttributes, signingCertificateV2 } from '../cms/attributes.ts';
import { PkiError } from '../error.ts';
import type { Draft, PkiPorts, SignatureAlgorithm } from '../face.ts';
import { OID } from '../oids.ts';
import { DIGEST_LENGTH, digestOf, isOwnDigest } from '../x509/algorithms.ts';
import { type ReceivedRequest, readTimeStampRequest } from './request.ts';

/** What an authority stamps with; time and serial are of this one token. */
export interface TimeStampAuthority {
  /** The authority's certificate first, then its chain; DER. */
  chain: Uint8Array[];
  algorithm: SignatureAlgorithm;
  /** The value over a message; ECDSA as DER. */
  sign(message: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Milliseconds since 1970. */
  time: number;
  /** Unique for each token of the authority; 1 to 20 octets, unsigned. */
  serial: Uint8Array;
  /** The policy OID under which it stamps. */
  policy: string;
  /** Whole seconds by which `time` may be wrong, either way. */
  accuracySeconds?: number;
}

/** Bits of PKIFailureInfo (RFC 3161 §2.4.2). */
const FAIL_INFO = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
  addInfoNotAvailable: 17,
  systemFailure: 25,
} as const;
export type TimeStampFailInfo = keyof typeof FAIL_INFO;

/**
 * Answers a TimeStampReq with a TimeStampResp (RFC 3161 §2.4). A bad request gets a rejection that says why;
 * only what goes wrong in the authority itself (its key, its configuration) throws.
 */
export async function issueTimeStamp(
  request: Uint8Array,
  authority: TimeStampAuthority,
  ports: Pick<PkiPorts, 'digest'>,
): Promise<Uint8Array> {
  const received = readRequest(request);
  if (received === undefined) return rejectTimeStamp('badDataFormat', 'not a TimeStampReq');
  const refusal = refusalOf(received, authority.policy);
  if (refusal !== undefined) return rejectTimeStamp(refusal, 'the request is not accepted');
  const token = await stamp(received, authority, ports);
  return sequence(sequence(integer(0)), token);
}

/** A TimeStampResp with status rejection (2). */
export function rejectTimeStamp(failInfo: TimeStampFailInfo, text: string): Uint8Array {
  return sequence(sequence(integer(2), sequence(utf8String(text)), namedBits([FAIL_INFO[failInfo]])));
}

function readRequest(der: Uint8Array): ReceivedRequest | undefined {
  try {
    return readTimeStampRequest(der);
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

function refusalOf(request: ReceivedRequest, policy: string): TimeStampFailInfo | undefined {
  const { algorithm, digest } = request.imprint;
  if (request.version !== 1) return 'badRequest';
  if (!isOwnDigest(algorithm)) return 'badAlg';
  if (digest.length !== DIGEST_LENGTH[algorithm]) return 'badDataFormat';
  if (request.policy !== undefined && request.policy !== policy) return 'unacceptedPolicy';
  return request.hasExtensions ? 'unacceptedExtension' : undefined;
}

async function stamp(
  request: ReceivedRequest,
  authority: TimeStampAuthority,
  ports: Pick<PkiPorts, 'digest'>,
): Promise<Uint8Array> {
  const { chain, algorithm } = authority;
  const [certificate] = chain;
  if (certificate === undefined) throw new PkiError('chain_empty', "the authority's certificate is missing");
  const info = encodeInfo(request, authority);
  const digestAlgorithm = digestOf(algorithm);
  const binding = signingCertificateV2(certificate, digestAlgorithm, ports);
  const attributes = signedAttributes(OID.tstInfo, ports.digest(digestAlgorithm, info), binding);
  const digest = ports.digest(digestAlgorithm, attributes);
  const draft: Draft = {
    signedAttributes: attributes,
    digest,
    digestAlgorithm,
    signatureAlgorithm: algorithm,
    chain,
  };
  return assembleSignedData(draft, await authority.sign(attributes), {
    content: sequence(oid(OID.tstInfo), explicit(0, octetString(info))),
    unsignedAttributes: [],
    version: 3,
    // RFC 3161 §2.4.1: without certReq the certificates are not in the answer.
    certificates: request.certReq ? chain : [],
  });
}

function encodeInfo(request: ReceivedRequest, authority: TimeStampAuthority): Uint8Array {
  const { accuracySeconds } = authority;
  return sequence(
    integer(1),
    oid(authority.policy),
    request.imprint.der,
    unsignedInteger(authority.serial),
    generalizedTime(authority.time),
    ...(accuracySeconds === undefined ? [] : [sequence(integer(accuracySeconds))]),
    ...(request.nonce === undefined ? [] : [request.nonce]),
  );
}
