import {
  assembleCms,
  type Certificate,
  digestOf,
  draftCms,
  PkiError,
  parseSignedData,
  readable,
  type SignedData,
  type SignerInfo,
  type TrustAnchor,
  validatePath,
  verifySigner,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import type { Identity } from '../../identity.ts';

const ports = nodePorts();

/** A running digest of the kind that a seal's signature is over. */
export const digestFor = ({ algorithm }: Identity) => ports.digest(digestOf(algorithm));

/** A detached CMS in DER (RFC 5652) over a file of that digest: `openssl cms -verify` reads it. */
export function sealOver(seal: Identity, digest: Uint8Array): Uint8Array {
  const { chain, algorithm } = seal;
  const draft = draftCms({ digest, digestAlgorithm: digestOf(algorithm), chain, algorithm }, ports);
  return assembleCms(draft, seal.sign(draft.signedAttributes));
}

/** A detached CMS before the file that it is over was read. */
export interface ReadSeal {
  data: SignedData;
  signer: SignerInfo;
  /** Takes the file, piece by piece. */
  digest: ReturnType<typeof digestFor>;
}

/** Undefined for what is no detached CMS of one signer whose digest is known. */
export function readSeal(cms: Uint8Array): ReadSeal | undefined {
  try {
    const data = parseSignedData(cms);
    const [signer, ...more] = data.signers;
    const algorithm = signer?.digestAlgorithm;
    if (signer === undefined || more.length > 0 || data.content !== undefined) return undefined;
    if (signer.signedAttributes === undefined || algorithm === undefined || algorithm === 'SHA-1')
      return undefined;
    return { data, signer, digest: ports.digest(algorithm) };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return undefined;
  }
}

export type SealVerdict =
  | { intact: false }
  /** `trusted`: it chains to one of the anchors, and was valid at that time. */
  | { intact: true; trusted: boolean; certificate: Certificate };

/** What a seal says once the whole file went through its digest; `at`: epoch milliseconds. */
export async function judgeSeal(
  { data, signer, digest }: ReadSeal,
  anchors: readonly TrustAnchor[],
  at: number,
): Promise<SealVerdict> {
  const value = digest.digest();
  const content = {
    digest: () => value,
    bytes: () => {
      throw new PkiError('cms_unsupported', 'a seal without signed attributes');
    },
  };
  const verdict = await verifySigner(data, signer, content, ports, { requireSigningCertificate: true });
  if (verdict.integrity !== 'intact') return { intact: false };
  const { certificate } = verdict;
  const intermediates = readable(data.certificates);
  const path = await validatePath({ certificate, intermediates, anchors, at, signer: true }, ports);
  return { intact: true, trusted: path.valid, certificate };
}
