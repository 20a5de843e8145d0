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

/** A finished signature: the original and `tail` are the signed file. */
export interface SignedDocument {
  tail: Uint8Array;
  level: 'B-B' | 'B-T';
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

/** What a signer needs of a draft: the certificates stay here. */
export function signingItem({
  signedAttributes,
  digest,
  digestAlgorithm,
  signatureAlgorithm,
}: Draft): SigningItem {
  return { signedAttributes, digest, digestAlgorithm, signatureAlgorithm };
}

/**
 * The second phase for one document: verify the value, time-stamp it, assemble the CMS, embed it. With `stamp`
 * the signature is B-T or none. Throws PadesError `signature_invalid`, `time_stamp_failed` or
 * `time_stamp_too_large`, or what embed throws.
 */
export async function finishSignature(
  prepared: Prepared,
  draft: Draft,
  signature: Uint8Array,
  ports: PkiPorts,
  stamp?: Stamp,
): Promise<SignedDocument> {
  await requireValid(draft, signature, ports);
  if (stamp === undefined) return { tail: embed(prepared, assembleCms(draft, signature)), level: 'B-B' };
  const cms = assembleCms(draft, signature, await stamped(signature, stamp));
  if (cms.length * 2 > prepared.slot.length) {
    throw new PadesError('time_stamp_too_large', `a CMS of ${cms.length} octets with its time-stamp`);
  }
  return { tail: embed(prepared, cms), level: 'B-T' };
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
