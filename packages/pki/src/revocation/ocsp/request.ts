import { Fields, inner } from '../../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../../asn1/reader.ts';
import { context, TAG } from '../../asn1/tags.ts';
import { readSmallInteger } from '../../asn1/values.ts';
import { explicit, octetString, sequence } from '../../asn1/writer.ts';
import { PkiError } from '../../error.ts';
import type { PkiPorts } from '../../face.ts';
import { OID } from '../../oids.ts';
import { extension } from '../../x509/build.ts';
import type { Certificate } from '../../x509/certificate.ts';
import type { Extension } from '../../x509/extensions.ts';
import { readExtensionList } from '../extension-list.ts';
import { type CertId, encodeCertId, readCertId } from './cert-id.ts';

/** Bounds of a request that a responder reads, and how many certificates it may ask for. */
const LIMITS = { maxBytes: 16 * 1024, maxNodes: 1000, maxDepth: 16 };
const MAX_REQUESTS = 32;

/**
 * DER of an OCSPRequest for one certificate (RFC 6960 §4.1.1), unsigned. `nonce`, 1 to 32 octets (RFC 9654 §2.1),
 * is left out by default: answers that were made beforehand cannot repeat it.
 */
export function ocspRequest(
  certificate: Certificate,
  issuer: Certificate,
  ports: Pick<PkiPorts, 'digest'>,
  nonce?: Uint8Array,
): Uint8Array {
  const single = sequence(encodeCertId(certificate, issuer, ports));
  return sequence(
    sequence(
      sequence(single),
      ...(nonce === undefined ? [] : [explicit(2, sequence(nonceExtension(nonce)))]),
    ),
  );
}

/** The Nonce is an OCTET STRING within the extension's own (RFC 6960 §4.4.1). */
export function nonceExtension(nonce: Uint8Array): Uint8Array {
  if (nonce.length < 1 || nonce.length > 128) throw new PkiError('asn1_value', 'a nonce has 1 to 128 octets');
  return extension(OID.ocspNonce, false, octetString(nonce));
}

/** A request as a responder reads it. */
export interface ReceivedOcspRequest {
  ids: CertId[];
  /** The extension's value as it came, to be given back. */
  nonce?: Uint8Array;
  /** A critical extension of the request or one of its parts is not known. */
  unknownCritical: boolean;
}

/** Reads a stranger's OCSPRequest; a signature on it is passed over. Throws PkiError `asn1_*`. */
export function readOcspRequest(der: Uint8Array): ReceivedOcspRequest {
  const outer = new Fields(readAsn1(der, LIMITS), 'OCSPRequest');
  const fields = new Fields(outer.next('tbsRequest'), 'TBSRequest');
  outer.optional(context(0));
  outer.end();
  const version = fields.optional(context(0));
  fields.optional(context(1));
  const list = fields.next('requestList', TAG.sequence).members();
  const extensions = readExtensionList(fields.optional(context(2)));
  fields.end();
  if (version !== undefined && readSmallInteger(inner(version, 'version')) !== 0)
    throw new PkiError('asn1_unexpected', 'an OCSPRequest of another version');
  if (list.length === 0 || list.length > MAX_REQUESTS)
    throw new PkiError('asn1_limit', 'no certificate asked for, or too many');
  const singles = list.map(readRequest);
  const nonce = extensions.find(({ oid }) => oid === OID.ocspNonce);
  const others = [...extensions, ...singles.flatMap((single) => single.extensions)];
  return {
    ids: singles.map(({ id }) => id),
    ...(nonce === undefined ? {} : { nonce: nonce.value }),
    unknownCritical: others.some(({ oid, critical }) => critical && oid !== OID.ocspNonce),
  };
}

function readRequest(value: Asn1): { id: CertId; extensions: Extension[] } {
  const fields = new Fields(value, 'Request');
  const id = readCertId(fields.next('reqCert'));
  const extensions = readExtensionList(fields.optional(context(0)));
  fields.end();
  return { id, extensions };
}
