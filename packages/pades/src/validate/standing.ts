import {
  type Material,
  type Missing,
  type PkiPorts,
  parseCertificate,
  parseSignedData,
  parseTimeStampToken,
  verifyTimeStampToken,
} from '@websign/pki';
import type { Evidence } from '../evidence/face.ts';
import { type ChainJudgement, type Issue, judgeChain, useChain } from './chain.ts';
import type { Grounds } from './face.ts';
import { Inquiry } from './inquiry.ts';
import type { ValidationReason } from './reasons.ts';

/** Whose standing is asked for before anything is signed; DER. */
export interface StandingInput {
  /** The signer's certificate first, then its issuers. */
  chain: readonly Uint8Array[];
  /** Time-stamp tokens of the authorities that will be asked. */
  tokens: readonly Uint8Array[];
}

/** How the certificates stand at the moment of asking. */
export interface Standing {
  /**
   * `revoked`: one of them is, or is on hold; `unknown`: their status is not to be had; `invalid`: no chain to an
   * anchor, or one that RFC 5280 refuses.
   */
  status: 'good' | 'revoked' | 'unknown' | 'invalid';
  reason?: ValidationReason;
  missing: Missing[];
  /** As in Validation. */
  names: string[];
  /** What a signature made now would embed to be B-LT. */
  used: Material;
}

/**
 * Judges certificates before they are used: a signer whose certificate is revoked is told before a code is spent, and
 * a signature after which nothing may be appended (P=1) takes its validation data along. Pure; throws PkiError for
 * what cannot be read.
 */
export async function standingOf(
  { chain, tokens }: StandingInput,
  material: Material,
  grounds: Grounds,
  ports: PkiPorts,
): Promise<Standing> {
  const inquiry = new Inquiry(bag([...chain, ...tokens.flatMap(insideToken)]), material, grounds, ports);
  const judged: ChainJudgement[] = [];
  for (const der of chain.slice(0, 1)) {
    judged.push(await judgeChain(parseCertificate(der), 'signature', inquiry));
  }
  for (const token of tokens) {
    const { certificate } = await verifyTimeStampToken(parseTimeStampToken(token), {}, ports);
    if (certificate !== undefined) judged.push(await judgeChain(certificate, 'time-stamp', inquiry));
  }
  for (const one of judged) useChain(one, inquiry);
  const [issue] = judged.flatMap(({ issues }) => issues);
  return {
    ...(issue === undefined ? { status: 'good' } : { status: statusOf(issue), reason: issue.reason }),
    missing: inquiry.missing,
    names: inquiry.pool.names(),
    used: inquiry.used,
  };
}

const insideToken = (token: Uint8Array): readonly Uint8Array[] => parseSignedData(token).certificates;

/** Certificates as if a document held them. */
const bag = (certificates: readonly Uint8Array[]): Evidence => ({
  ...{ size: 0, sha256: '', revisions: [], signatures: [], leftOut: 0, names: [] },
  store: { certificates: certificates.map((der) => ({ der, end: 0 })), ocsps: [], crls: [] },
});

function statusOf({ subIndication, since }: Issue): Standing['status'] {
  if (subIndication === 'REVOKED_NO_POE' || subIndication === 'REVOKED_CA_NO_POE') return 'revoked';
  if (subIndication === 'TRY_LATER') return since === undefined ? 'unknown' : 'revoked';
  return 'invalid';
}
