import { type Certificate, PkiError, parseCertificate, sameName } from '@websign/pki';
import { sameBytes } from '../evidence/contents.ts';

/**
 * Whether a certificate that the signature carries is one of the chain in altered form or cannot be read, or the
 * signer's is not among them, as EN 319 142-1 §6.3 asks. Intact copies elsewhere in the file let the signature hold; a
 * validator that takes the certificates from the signature alone finds no chain, and some refuse a signature of whose
 * certificates they cannot read one. One that can be read and is none of the chain may be anything.
 *
 * @param carried DER of the certificates of SignedData
 * @param chain the signer's first, without the anchor
 */
export function isCarriedAltered(carried: readonly Uint8Array[], chain: readonly Certificate[]): boolean {
  const isCarried = ({ der }: Certificate): boolean => carried.some((one) => sameBytes(one, der));
  const missing = chain.filter((certificate) => !isCarried(certificate));
  if (missing.length > 0 && missing[0] === chain[0]) return true;
  return carried.some((der) => {
    const one = parsed(der);
    return one === undefined || missing.some((intact) => isOtherOf(one, intact));
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
