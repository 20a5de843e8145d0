import { type Certificate, PkiError, parseCertificate, sameName } from '@websign/pki';
import { sameBytes } from '../evidence/contents.ts';

/**
 * Whether a certificate that the signature carries is one of the chain in altered form, or the signer's is not among
 * them, as EN 319 142-1 §6.3 asks. Intact copies elsewhere in the file let the signature hold; a validator that takes
 * the certificates from the signature alone finds no chain. What is no certificate of the chain may be anything.
 *
 * @param carried DER of the certificates of SignedData
 * @param chain the signer's first, without the anchor
 */
export function isCarriedAltered(carried: readonly Uint8Array[], chain: readonly Certificate[]): boolean {
  const isCarried = ({ der }: Certificate): boolean => carried.some((one) => sameBytes(one, der));
  const missing = chain.filter((certificate) => !isCarried(certificate));
  if (missing.length === 0) return false;
  if (missing[0] === chain[0]) return true;
  return carried.some((der) => {
    const one = parsed(der);
    return missing.some((intact) => (one === undefined ? endsAs(der, intact) : isOtherOf(one, intact)));
  });
}

function parsed(der: Uint8Array): Certificate | undefined {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

/** The same certificate by its issuer and serial, or by its signature, with other octets. */
function isOtherOf(one: Certificate, intact: Certificate): boolean {
  if (one.serialHex === intact.serialHex && sameName(one.issuer, intact.issuer)) return true;
  return intact.signature.length > 0 && sameBytes(one.signature, intact.signature);
}

/** What cannot be read is the same certificate where it ends with the same signature: nobody makes that one twice. */
function endsAs(der: Uint8Array, { signature }: Certificate): boolean {
  return signature.length > 0 && sameBytes(der.subarray(-signature.length), signature);
}
