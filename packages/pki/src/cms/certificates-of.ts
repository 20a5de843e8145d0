import { readAsn1 } from '../asn1/reader.ts';
import { TAG } from '../asn1/tags.ts';
import { PkiError } from '../error.ts';
import { parseSignedData } from './signed-data.ts';

/**
 * Certificates (DER) among the bytes that an authority serves at id-ad-caIssuers: one in DER, or a certs-only CMS
 * (RFC 5280 §4.2.2.1). Throws PkiError `asn1_*` or `cms_*` for anything else.
 */
export function certificatesOf(bytes: Uint8Array): Uint8Array[] {
  const value = readAsn1(bytes, { ber: true, maxBytes: 1024 * 1024 });
  const [first] = value.members();
  if (first?.tag === TAG.oid) return parseSignedData(bytes).certificates;
  if (first?.tag === TAG.sequence) return [value.raw];
  throw new PkiError('asn1_unexpected', 'neither a certificate nor a CMS');
}
