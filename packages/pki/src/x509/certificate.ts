import { toHex } from '../asn1/bytes.ts';
import { Fields, inner } from '../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { expectTag, integerOctets, readSmallInteger, readTimeValue } from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import { type Extensions, readExtensions } from './extensions.ts';
import { readSignatureMethod, type SignatureMethod, supported } from './identifiers.ts';
import { type Name, readName } from './name.ts';
import { type PublicKey, readPublicKey } from './public-key.ts';

/** Facts of one X.509 certificate (RFC 5280 §4.1); every byte array is a view of `der`. */
export interface Certificate {
  der: Uint8Array;
  /** 1, 2 or 3. */
  version: number;
  /** Contents of the serial's INTEGER. */
  serial: Uint8Array;
  /** Lower-case hexadecimal of `serial`, without the sign octet. */
  serialHex: string;
  issuer: Name;
  subject: Name;
  /** Milliseconds since 1970, both inclusive. */
  validity: { notBefore: number; notAfter: number };
  /** DER of SubjectPublicKeyInfo. */
  spki: Uint8Array;
  publicKey: PublicKey;
  extensions: Extensions;
  /** DER of TBSCertificate: the bytes that are signed. */
  tbs: Uint8Array;
  /** DER of the signature's AlgorithmIdentifier; the outer and the inner one are equal. */
  signatureAlgorithm: Uint8Array;
  /** Absent where the algorithm is not supported. */
  signatureMethod?: SignatureMethod;
  /** Empty where the value is not of whole octets: no signature is, so it verifies with no key. */
  signature: Uint8Array;
}

/** Bounds: certificates of people and authorities are 1 to 4 KB; 128 KiB leaves room for the odd one. */
const LIMITS = { maxBytes: 128 * 1024, maxNodes: 4000, maxDepth: 16 };

/** Reads one certificate. Throws PkiError `asn1_*` or `certificate_malformed`. */
export function parseCertificate(der: Uint8Array): Certificate {
  const outer = new Fields(readAsn1(der, LIMITS), 'Certificate');
  const tbs = outer.next('tbsCertificate', TAG.sequence);
  const algorithm = outer.next('signatureAlgorithm', TAG.sequence);
  const signature = signatureOctets(outer.next('signatureValue'));
  outer.end();
  const method = supported(() => readSignatureMethod(algorithm));
  return {
    der,
    ...readTbs(tbs, algorithm),
    tbs: tbs.raw,
    signatureAlgorithm: algorithm.raw,
    ...(method === undefined ? {} : { signatureMethod: method }),
    signature,
  };
}

/**
 * A malformed value makes the certificate one that nobody is known to have signed, no more: whoever is trusted by name
 * (an anchor, the signer of a trusted list) is not trusted for it.
 */
function signatureOctets(value: Asn1): Uint8Array {
  const { content } = expectTag(value, TAG.bitString, 'signatureValue');
  return content[0] === 0 ? content.subarray(1) : new Uint8Array(0);
}

function readTbs(tbs: Asn1, outerAlgorithm: Asn1) {
  const fields = new Fields(tbs, 'TBSCertificate');
  const version = fields.optional(context(0));
  const serial = integerOctets(fields.next('serialNumber'));
  const algorithm = fields.next('signature', TAG.sequence);
  if (toHex(algorithm.raw) !== toHex(outerAlgorithm.raw)) {
    throw new PkiError('certificate_malformed', 'two different signature algorithms'); // RFC 5280 §4.1.1.2
  }
  const issuer = readName(fields.next('issuer'));
  const validity = readValidity(fields.next('validity'));
  const subject = readName(fields.next('subject'));
  const spki = fields.next('subjectPublicKeyInfo');
  // issuerUniqueID [1] and subjectUniqueID [2] are of version 2 and mean nothing here.
  fields.optional(context(1, true));
  fields.optional(context(2, true));
  const extensions = fields.optional(context(3));
  fields.end();
  return {
    version: version === undefined ? 1 : readSmallInteger(inner(version, 'version')) + 1,
    serial,
    serialHex: toHex(serial[0] === 0 && serial.length > 1 ? serial.subarray(1) : serial),
    issuer,
    subject,
    validity,
    spki: spki.raw,
    publicKey: readPublicKey(spki),
    extensions:
      extensions === undefined
        ? { all: [], ocspNoCheck: false, unknownCritical: [], unread: [] }
        : readExtensions(inner(extensions, 'extensions')),
  };
}

function readValidity(value: Asn1): Certificate['validity'] {
  const fields = new Fields(value, 'Validity');
  const validity = {
    notBefore: readTimeValue(fields.next('notBefore')),
    notAfter: readTimeValue(fields.next('notAfter')),
  };
  fields.end();
  return validity;
}
