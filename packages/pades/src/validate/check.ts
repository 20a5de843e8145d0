import type { SignatureFacts, SignatureField } from '@websign/pdf';
import {
  type Certificate,
  nameValue,
  PkiError,
  type PkiPorts,
  parseSignedData,
  type SignedData,
  type SignerVerdict,
  signedBytes,
  verifySigner,
} from '@websign/pki';
import { contentsBytes, SignedRange, sameBytes } from '../evidence/contents.ts';
import { checkSignatureTimeStamp, judgeTimeStamp, type TimeStampCheck } from './time-stamp.ts';

/** Why a signature is broken, or cannot be judged. */
export type CheckReason =
  /** /ByteRange or /Contents is not what it must be; `problems` of the PDF's facts say what. */
  | 'byte_range'
  | 'contents_padding'
  /** The CMS or the token inside cannot be read. */
  | 'malformed'
  /** Not exactly one signer. */
  | 'signer_count'
  /** A detached signature that brings content of its own. */
  | 'encapsulated_content'
  | 'content_digest'
  | 'signature_value'
  | 'certificate_missing'
  | 'certificate_binding'
  | 'attributes'
  | 'algorithm_unsupported'
  /** A /SubFilter that is not read here: reported, never taken for unsigned. */
  | 'sub_filter'
  /** A document time-stamp that does not hold; more in `timeStamp`. */
  | 'time_stamp'
  /** More signatures or signed bytes than one document may cost. */
  | 'limit';

/** The integrity of one signature: plain data, a verdict on its mathematics and not on its certificate. */
export interface SignatureCheck {
  /** Fully qualified name of the field. */
  field: string;
  kind: 'signature' | 'document_time_stamp';
  subFilter?: string;
  integrity: 'intact' | 'broken' | 'unsupported';
  reason?: CheckReason;
  covers: SignatureFacts['covers'];
  /** Common name of the signer, else the whole subject. */
  signerName?: string;
  /** DER of the signer's certificate. */
  certificate?: Uint8Array;
  /** /M as written. */
  claimedTime?: string;
  /** The document time-stamp itself, or the signature's time-stamp. */
  timeStamp?: TimeStampCheck;
}

/** Signatures in one document whose integrity is computed. */
const MAX_SIGNATURES = 200;
/** Octets digested in one document, over all its signatures. */
const MAX_SIGNED_BYTES = 2 * 1024 ** 3;

/**
 * Checks every filled signature field: digest over the byte range, CMS signature value, ESS binding. `fields`
 * are the facts that the PDF reader gives for these very bytes. Never throws for what a document holds.
 */
export async function checkSignatures(
  bytes: Uint8Array,
  fields: readonly SignatureField[],
  ports: PkiPorts,
): Promise<SignatureCheck[]> {
  const checks: SignatureCheck[] = [];
  let signedBytes = 0;
  for (const { name, signature } of fields) {
    if (signature === undefined) continue;
    signedBytes += signature.byteRange === undefined ? 0 : signature.byteRange[1] + signature.byteRange[3];
    const past = checks.length >= MAX_SIGNATURES || signedBytes > MAX_SIGNED_BYTES;
    const judgement = past ? unsupported('limit') : await judge(bytes, signature, ports);
    checks.push({ ...describe(name, signature), ...judgement });
  }
  return checks;
}

function describe(field: string, signature: SignatureFacts): Omit<SignatureCheck, 'integrity'> {
  const { subFilter, claimedTime, covers } = signature;
  return {
    field,
    kind: subFilter === 'ETSI.RFC3161' ? 'document_time_stamp' : 'signature',
    covers,
    ...(subFilter === undefined ? {} : { subFilter }),
    ...(claimedTime === undefined ? {} : { claimedTime }),
  };
}

type Judgement = Pick<SignatureCheck, 'integrity' | 'reason' | 'signerName' | 'certificate' | 'timeStamp'>;

const broken = (reason: CheckReason): Judgement => ({ integrity: 'broken', reason });
const unsupported = (reason: CheckReason): Judgement => ({ integrity: 'unsupported', reason });

async function judge(bytes: Uint8Array, signature: SignatureFacts, ports: PkiPorts): Promise<Judgement> {
  const { subFilter, byteRange, contents, problems } = signature;
  // The shape comes first: a signature that covers nothing is broken in every format.
  if (problems.length > 0 || byteRange === undefined || contents === undefined) return broken('byte_range');
  if (subFilter === undefined || !SUB_FILTERS.has(subFilter)) return unsupported('sub_filter');
  const range = new SignedRange(bytes, byteRange, ports);
  try {
    const cms = contentsBytes(bytes.subarray(contents.start, contents.end));
    if (cms === undefined) return broken('byte_range');
    const data = parseSignedData(cms, { allowTrailing: true });
    if (cms.subarray(data.length).some((octet) => octet !== 0)) return broken('contents_padding');
    return subFilter === 'ETSI.RFC3161'
      ? await judgeDocumentTimeStamp(cms.subarray(0, data.length), range, ports)
      : await judgeSigner(data, subFilter, range, ports);
  } catch (error) {
    if (error instanceof PkiError) return broken('malformed');
    throw error;
  }
}

const SUB_FILTERS: ReadonlySet<string> = new Set([
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
  'ETSI.CAdES.detached',
  'ETSI.RFC3161',
]);

async function judgeDocumentTimeStamp(
  token: Uint8Array,
  range: SignedRange,
  ports: PkiPorts,
): Promise<Judgement> {
  const { check, certificate } = await judgeTimeStamp(token, range, ports);
  const said = { timeStamp: check, ...identity(certificate) };
  if (check.valid) return { integrity: 'intact', ...said };
  const open = check.reason === 'algorithm_unsupported';
  return { ...(open ? unsupported('algorithm_unsupported') : broken('time_stamp')), ...said };
}

async function judgeSigner(
  data: SignedData,
  subFilter: string,
  range: SignedRange,
  ports: PkiPorts,
): Promise<Judgement> {
  const [signer, ...more] = data.signers;
  if (signer === undefined || more.length > 0) return broken('signer_count');
  const hashed = subFilter === 'adbe.pkcs7.sha1';
  if (!hashed && data.content !== undefined) return broken('encapsulated_content');
  // ISO 32000-1 §12.8.3.3.1: adbe.pkcs7.sha1 signs the SHA-1 digest of the byte range as content.
  if (hashed && !sameBytes(data.content, range.digest('SHA-1'))) return broken('content_digest');
  const content = hashed ? signedBytes(range.digest('SHA-1'), ports) : range;
  const options = { requireSigningCertificate: subFilter === 'ETSI.CAdES.detached' };
  const verdict = await verifySigner(data, signer, content, ports, options);
  const timeStamp = await checkSignatureTimeStamp(signer, ports);
  return { ...judgementOf(verdict), ...(timeStamp === undefined ? {} : { timeStamp }) };
}

function judgementOf(verdict: SignerVerdict): Judgement {
  const said = identity(verdict.certificate);
  if (verdict.integrity === 'intact') return { integrity: 'intact', ...said };
  return { integrity: verdict.integrity, reason: verdict.reason, ...said };
}

function identity(certificate: Certificate | undefined): Pick<SignatureCheck, 'signerName' | 'certificate'> {
  if (certificate === undefined) return {};
  const { subject, der } = certificate;
  return { signerName: nameValue(subject, 'commonName') ?? subject.text, certificate: der };
}
