import { embed, type Prepared } from '@websign/pdf';
import {
  assembleCms,
  type Draft,
  draftCms,
  type PkiPorts,
  parseCertificate,
  type SignatureAlgorithm,
  type SigningItem,
} from '@websign/pki';
import { PadesError } from '../error.ts';

/** Who signs, and with what. */
export interface SigningIdentity {
  /** Signer's certificate first, then its chain; DER. */
  chain: Uint8Array[];
  algorithm: SignatureAlgorithm;
}

/**
 * Gives the token of a time-stamp over a signature value, checked in full (checkTimeStampResponse), where the
 * caller trusts strangers' bytes to be read; rejects where none is to be had.
 */
export type Stamp = (signature: Uint8Array) => Promise<Uint8Array>;

/** How a signature becomes B-T. */
export interface TimeStampOption {
  stamp: Stamp;
  /**
   * What happens where no valid time-stamp is to be had after the one-time code was used: `fail` gives up the
   * document, `baseline` leaves it B-B and says so.
   */
  otherwise: 'fail' | 'baseline';
}

/** A finished signature: the original and `tail` are the signed file. */
export interface SignedDocument {
  tail: Uint8Array;
  level: 'B-B' | 'B-T';
  /** Why a document that was to be B-T is B-B. */
  timeStampError?: PadesError;
}

/** The first phase for one document: what the signer is to sign, as plain data. */
export function draftSignature(
  prepared: Pick<Prepared, 'digest' | 'digestAlgorithm'>,
  identity: SigningIdentity,
  ports: Pick<PkiPorts, 'digest'>,
): Draft {
  const { digest, digestAlgorithm } = prepared;
  return draftCms({ digest, digestAlgorithm, ...identity }, ports);
}

/** What a signer needs of a draft. */
export function signingItem({
  signedAttributes,
  digest,
  digestAlgorithm,
  signatureAlgorithm,
}: Draft): SigningItem {
  return { signedAttributes, digest, digestAlgorithm, signatureAlgorithm };
}

/**
 * The second phase for one document: verify the value, time-stamp it, assemble the CMS, embed it. Throws
 * PadesError `signature_invalid`, `time_stamp_failed` or `time_stamp_too_large`, or what embed throws.
 */
export async function finishSignature(
  prepared: Prepared,
  draft: Draft,
  signature: Uint8Array,
  ports: PkiPorts,
  option?: TimeStampOption,
): Promise<SignedDocument> {
  await requireValid(draft, signature, ports);
  const baseline = (): SignedDocument => ({
    tail: embed(prepared, assembleCms(draft, signature)),
    level: 'B-B',
  });
  if (option === undefined) return baseline();
  try {
    const cms = assembleCms(draft, signature, await stamped(signature, option.stamp));
    if (cms.length * 2 > prepared.slot.length) {
      throw new PadesError('time_stamp_too_large', `a CMS of ${cms.length} octets with its time-stamp`);
    }
    return { tail: embed(prepared, cms), level: 'B-T' };
  } catch (error) {
    if (!(error instanceof PadesError) || option.otherwise === 'fail') throw error;
    return { ...baseline(), timeStampError: error };
  }
}

async function stamped(signature: Uint8Array, stamp: Stamp): Promise<Uint8Array> {
  try {
    return await stamp(signature);
  } catch (cause) {
    throw new PadesError('time_stamp_failed', 'no valid time-stamp is to be had', { cause });
  }
}

/** A value is verified before it is embedded: a provider's mistake must not reach a document. */
async function requireValid(draft: Draft, signature: Uint8Array, ports: PkiPorts): Promise<void> {
  const [signer] = draft.chain;
  if (signer === undefined) throw new PadesError('signature_invalid', "the signer's certificate is missing");
  const { spki } = parseCertificate(signer);
  if (await ports.verify(draft.signatureAlgorithm, spki, draft.signedAttributes, signature)) return;
  throw new PadesError(
    'signature_invalid',
    "the signer's value does not verify with the signer's certificate",
  );
}

/** The outcome of one of several documents; the others do not depend on it. */
export type SigningOutcome =
  | ({ status: 'signed' } & SignedDocument)
  /** `error` is a PadesError, PkiError or PdfError. */
  | { status: 'failed'; error: unknown };

/**
 * Signs many prepared documents with one activation: draft all, ask the signer once, finish each. What the
 * signer throws (a wrong one-time code) is thrown; after it, each document has an outcome of its own.
 */
export async function signDocuments(
  documents: readonly Prepared[],
  identity: SigningIdentity,
  sign: (items: SigningItem[]) => Promise<Uint8Array[]>,
  ports: PkiPorts,
  option?: TimeStampOption,
): Promise<SigningOutcome[]> {
  const drafts = documents.map((prepared) => draftSignature(prepared, identity, ports));
  const signatures = await sign(drafts.map(signingItem));
  if (signatures.length !== drafts.length) {
    throw new PadesError('signature_count', `${signatures.length} values for ${drafts.length} documents`);
  }
  const outcomes: SigningOutcome[] = [];
  for (const [i, prepared] of documents.entries()) {
    const [draft, signature] = [drafts[i], signatures[i]];
    if (draft === undefined || signature === undefined) continue;
    outcomes.push(await outcomeOf(finishSignature(prepared, draft, signature, ports, option)));
  }
  return outcomes;
}

async function outcomeOf(finished: Promise<SignedDocument>): Promise<SigningOutcome> {
  try {
    return { status: 'signed', ...(await finished) };
  } catch (error) {
    return { status: 'failed', error };
  }
}
