import { equalBytes } from '../asn1/bytes.ts';
import { readAsn1 } from '../asn1/reader.ts';
import { TAG } from '../asn1/tags.ts';
import { PkiError } from '../error.ts';
import type { PkiPorts } from '../face.ts';
import type { Certificate } from '../x509/certificate.ts';
import {
  readAlgorithm,
  readSignatureMethod,
  type SignatureMethod,
  supported,
  verifyAlgorithm,
} from '../x509/identifiers.ts';
import type { PublicKey } from '../x509/public-key.ts';

/** A signed structure: the bytes, the AlgorithmIdentifier (DER) and the value over them. */
export interface Signed {
  tbs: Uint8Array;
  signatureAlgorithm: Uint8Array;
  signature: Uint8Array;
}

export type SignatureOutcome = 'holds' | 'signature' | 'algorithm_unsupported';

/** Whether the key of `signer` made the signature. */
export async function signatureOutcome(
  signed: Signed,
  signer: Pick<Certificate, 'spki' | 'publicKey'>,
  ports: PkiPorts,
): Promise<SignatureOutcome> {
  const identifier = readAsn1(signed.signatureAlgorithm);
  const method = supported(() => readSignatureMethod(identifier));
  if (method === undefined) return 'algorithm_unsupported';
  // Where it is not signed along, an identifier with parameters that mean nothing is none of the signer's.
  const { parameters } = readAlgorithm(identifier);
  const plain = parameters === undefined || parameters.tag === TAG.null;
  if (!plain && method.kind !== 'pss') return 'algorithm_unsupported';
  if (!ofOneFamily(method.kind, signer.publicKey.kind)) return 'signature';
  try {
    // EdDSA and ML-DSA name no digest of their own; any value passes through unused.
    const algorithm = verifyAlgorithm(method, method.digest ?? 'SHA-512', signer.publicKey);
    return (await ports.verify(algorithm, signer.spki, signed.tbs, signed.signature)) ? 'holds' : 'signature';
  } catch (error) {
    if (error instanceof PkiError && error.code === 'algorithm_unsupported') return 'algorithm_unsupported';
    throw error;
  }
}

/** Whether such a key makes such signatures; of a key that is not known nothing is said. */
function ofOneFamily(method: SignatureMethod['kind'], key: PublicKey['kind']): boolean {
  if (key === 'rsa' || key === 'rsa-pss') return method === 'pkcs1' || method === 'pss';
  if (key === 'ec') return method === 'ecdsa';
  return key === 'other' || method === key;
}

/** The method of a signature that holds. Throws PkiError `algorithm_unsupported`. */
export function methodOf({ signatureAlgorithm }: Pick<Signed, 'signatureAlgorithm'>): SignatureMethod {
  return readSignatureMethod(readAsn1(signatureAlgorithm));
}

/** Remembers the outcomes of one signed structure, as many certificates ask for the same. */
export class SignatureChecks {
  readonly #signed: Signed;
  readonly #known: { spki: Uint8Array; outcome: SignatureOutcome }[] = [];

  constructor(signed: Signed) {
    this.#signed = signed;
  }

  async by(signer: Certificate, ports: PkiPorts): Promise<SignatureOutcome> {
    const known = this.#known.find(({ spki }) => equalBytes(spki, signer.spki));
    if (known !== undefined) return known.outcome;
    const outcome = await signatureOutcome(this.#signed, signer, ports);
    this.#known.push({ spki: signer.spki, outcome });
    return outcome;
  }
}
