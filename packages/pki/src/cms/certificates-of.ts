import { readAsn1 } from '../asn1/reader.ts';
import { TAG } from '../asn1/tags.ts';
import { fromLatin1 } from '../asn1/text.ts';
import { PkiError } from '../error.ts';
import { parseSignedData } from './signed-data.ts';

// It exists in every host, but not in the plain ECMAScript typings.
declare const atob: (base64: string) => string;

const MAX_BYTES = 1024 * 1024;
const MAX_BLOCKS = 64;

/**
 * Certificates (DER) among the bytes that an authority serves at id-ad-caIssuers: one in DER, or a certs-only CMS
 * (RFC 5280 §4.2.2.1); either also in PEM, as some serve it. Throws PkiError `asn1_*` or `cms_*` for anything else.
 */
export function certificatesOf(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length > MAX_BYTES) throw new PkiError('asn1_limit', `more than ${MAX_BYTES} octets`);
  const isText = fromLatin1(bytes.subarray(0, 11)) === '-----BEGIN ';
  return isText ? pemBlocks(fromLatin1(bytes)).flatMap(certificatesIn) : certificatesIn(bytes);
}

function certificatesIn(der: Uint8Array): Uint8Array[] {
  const value = readAsn1(der, { ber: true });
  const [first] = value.members();
  if (first?.tag === TAG.oid) return parseSignedData(der).certificates;
  if (first?.tag === TAG.sequence) return [value.raw];
  throw new PkiError('asn1_unexpected', 'neither a certificate nor a CMS');
}

/** Contents of the blocks of a PEM file (RFC 7468). */
function pemBlocks(text: string): Uint8Array[] {
  const blocks = [...text.matchAll(/-----BEGIN (?:CERTIFICATE|PKCS7|CMS)-----([A-Za-z0-9+/=\s]*)-----END /g)];
  if (blocks.length === 0 || blocks.length > MAX_BLOCKS)
    throw new PkiError('asn1_malformed', 'no certificates in PEM, or too many');
  return blocks.map(([, base64 = '']) => {
    try {
      return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    } catch (cause) {
      throw new PkiError('asn1_malformed', 'not base64', { cause });
    }
  });
}
