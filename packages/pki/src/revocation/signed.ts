import { equalBytes } from '../asn1/bytes.ts';
import { readAsn1 } from '../asn1/reader.ts';
import { TAG } from '../asn1/tags.ts';
import type { PkiPorts } from '../face.ts';
import type { Certificate } from '../x509/certificate.ts';
import { readAlgorithm, readSignatureMethod, type SignatureMethod, supported } from '../x509/identifiers.ts';
import { type SignatureOutcome, valueOutcome, verification } from '../x509/verification.ts';

/** A signed structure: the bytes, the AlgorithmIdentifier (DER) and the value over them. */
export interface Signed {
  tbs: Uint8Array;
  signatureAlgorithm: Uint8Array;
  signature: Uint8Array;
}

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
  const found = verification(method, undefined, signer.publicKey);
  if (found.algorithm === undefined) return found.outcome;
  const { tbs, signature } = signed;
  return valueOutcome(found.algorithm, signer.spki, { message: tbs, value: signature }, ports);
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
