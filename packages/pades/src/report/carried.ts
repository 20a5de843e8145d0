import { type Certificate, readable, sameName } from '@websign/pki';
import { sameBytes } from '../evidence/contents.ts';
import type { Pool } from '../validate/pool.ts';

/** The certificates by which a signature or a time-stamp was judged. */
interface JudgedChain {
  /** The signer's first. */
  certificates: readonly Certificate[];
  /** Where it is known: authorities renew theirs under one serial number. */
  anchor?: Certificate | undefined;
}

/**
 * Whether the signer's certificate is not among those that a signature carries, as EN 319 142-1 §6.3 asks. A time-stamp
 * may leave its authority's out (RFC 3161 §2.4.1).
 *
 * @param carried DER of the certificates of SignedData
 */
export const isSignerLeftOut = (
  carried: readonly Uint8Array[],
  { certificates: [signer] }: JudgedChain,
): boolean => signer !== undefined && !isAmong(carried, signer);

const isAmong = (carried: readonly Uint8Array[], { der }: Certificate): boolean =>
  carried.some((one) => sameBytes(one, der));

/**
 * Whether one of the certificates that a signature or a time-stamp carries cannot be read, or one of its chain stands in
 * the document in altered form. Intact copies let the signature hold here; a validator that takes another copy finds no
 * chain, and some refuse a signature of whose certificates they cannot read one. A certificate that can be read and is
 * none of the chain may be anything.
 *
 * @param carried DER of the certificates of SignedData
 * @param pool all certificates that the document brings, and what was fetched
 */
export function isCarriedAltered(
  carried: readonly Uint8Array[],
  { certificates, anchor }: JudgedChain,
  pool: Pick<Pool, 'certificates' | 'unread' | 'find'>,
): boolean {
  const missing = certificates.filter((certificate) => !isAmong(carried, certificate));
  const isEmbedded = ({ der }: Certificate): boolean => pool.find('certificates', der)?.origin === 'embedded';
  return (
    carried.some((der) => {
      const [one] = readable([der]);
      return one === undefined || missing.some((intact) => isInstead(one, intact));
    }) ||
    [...certificates, ...(anchor === undefined ? [] : [anchor])].some(
      (intact) =>
        pool.certificates.some((one) => isDamaged(one, intact) && isEmbedded(one)) ||
        pool.unread.some((der) => endsAs(der, intact)),
    )
  );
}

/** Whether the signature carries a certificate in another's place: it says to be the same one. */
const isInstead = (one: Certificate, intact: Certificate): boolean =>
  (one.serialHex === intact.serialHex && sameName(one.issuer, intact.issuer)) || isDamaged(one, intact);

/**
 * Whether it is the same certificate but for some octets, of what is signed or of the signature. Authorities have given
 * two certificates one serial number, and have signed the same one twice: their signatures have nothing in common.
 */
function isDamaged(one: Certificate, intact: Certificate): boolean {
  if (intact.signature.length === 0 || sameBytes(one.der, intact.der)) return false;
  const differing = intact.signature.filter((octet, at) => one.signature[at] !== octet).length;
  return differing === 0 || (differing < intact.signature.length / 2 && sameBytes(one.tbs, intact.tbs));
}

/** What cannot be read is the same certificate where it ends with the same signature: nobody makes that one twice. */
function endsAs(der: Uint8Array, { signature }: Certificate): boolean {
  return signature.length > 0 && sameBytes(der.subarray(-signature.length), signature);
}
