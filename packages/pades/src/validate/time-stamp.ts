import {
  type Certificate,
  type MessageImprint,
  PkiError,
  type PkiErrorCode,
  type PkiPorts,
  parseTimeStampToken,
  type SignedContent,
  type SignerInfo,
  signatureTimeStamps,
  signedBytes,
  verifyTimeStampToken,
} from '@websign/pki';
import { sameBytes } from '../evidence/contents.ts';

/** A time-stamp in itself: its authority is not judged here. */
export interface TimeStampCheck {
  valid: boolean;
  /** Absent where it is valid. */
  reason?: PkiErrorCode;
  /** Milliseconds since 1970, as the token claims; absent where it cannot be read. */
  genTime?: number;
  /** Subject of the authority's certificate. */
  authority?: string;
}

/** The verdict together with the authority's certificate, where it is there. */
export interface JudgedTimeStamp {
  check: TimeStampCheck;
  certificate?: Certificate;
}

/** Checks a token over `content`: the token in itself, and that its imprint is of these bytes. */
export async function judgeTimeStamp(
  token: Uint8Array,
  content: SignedContent,
  ports: PkiPorts,
): Promise<JudgedTimeStamp> {
  try {
    const parsed = parseTimeStampToken(token);
    const { imprint, genTime } = parsed.info;
    const verdict = await verifyTimeStampToken(parsed, {}, ports);
    const { certificate } = verdict;
    const facts = { genTime, ...(certificate === undefined ? {} : { authority: certificate.subject.text }) };
    const said = certificate === undefined ? {} : { certificate };
    if (!verdict.valid) return { check: { valid: false, reason: verdict.reason, ...facts }, ...said };
    const failure = imprintFailure(imprint, content);
    if (failure !== undefined) return { check: { valid: false, reason: failure, ...facts }, ...said };
    return { check: { valid: true, ...facts }, ...said };
  } catch (error) {
    if (error instanceof PkiError) return { check: { valid: false, reason: error.code } };
    throw error;
  }
}

function imprintFailure(imprint: MessageImprint, content: SignedContent): PkiErrorCode | undefined {
  if (imprint.algorithm === undefined) return 'algorithm_unsupported';
  return sameBytes(imprint.digest, content.digest(imprint.algorithm)) ? undefined : 'timestamp_imprint';
}

/** The first signature time-stamp of a signer, over the signature value (EN 319 122-1 §5.3). */
export async function checkSignatureTimeStamp(
  signer: SignerInfo,
  ports: PkiPorts,
): Promise<TimeStampCheck | undefined> {
  const [token] = signatureTimeStamps(signer);
  if (token === undefined) return undefined;
  return (await judgeTimeStamp(token, signedBytes(signer.signature, ports), ports)).check;
}
