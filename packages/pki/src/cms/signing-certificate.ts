import { equalBytes } from '../asn1/bytes.ts';
import { Fields, inner } from '../asn1/fields.ts';
import { readAsn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { readOctets } from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import type { AnyDigest, PkiPorts } from '../face.ts';
import { OID } from '../oids.ts';
import type { Certificate } from '../x509/certificate.ts';
import { readDigest } from '../x509/identifiers.ts';
import { type Name, readName } from '../x509/name.ts';
import { sameName } from '../x509/name-match.ts';
import type { Attribute } from './signed-data.ts';

/** The first ESSCertID(v2): the one that names the signer's certificate (RFC 5035 §4). */
export interface SigningCertificate {
  digest: AnyDigest;
  hash: Uint8Array;
  /** The issuer's directoryName and contents of the serial's INTEGER, where given. */
  issuerSerial?: { issuer: Name; serial: Uint8Array };
}

/**
 * What signing-certificate-v2 and signing-certificate (SHA-1) name, where they are there: each is judged by itself
 * (RFC 5035 §2), as some readers know only the older one.
 */
export function readSigningCertificates(attributes: Attribute[]): SigningCertificate[] {
  const types = [OID.signingCertificateV2, OID.signingCertificate];
  return types.flatMap((type) => readSigningCertificate(attributes, type) ?? []);
}

function readSigningCertificate(attributes: Attribute[], wanted: string): SigningCertificate | undefined {
  const isV2 = wanted === OID.signingCertificateV2;
  const chosen = attributes.filter(({ type }) => type === wanted);
  const value = chosen[0]?.values[0];
  if (value === undefined) return undefined;
  if (chosen.length > 1 || (chosen[0]?.values.length ?? 0) > 1) {
    throw new PkiError('cms_malformed', 'signing-certificate stands twice');
  }
  const certificates = new Fields(readAsn1(value, { ber: true }), 'SigningCertificate').next(
    'certs',
    TAG.sequence,
  );
  const fields = new Fields(new Fields(certificates, 'certs').next('ESSCertID'), 'ESSCertID');
  // The hash algorithm of v2 is a SEQUENCE and comes first; left out it is SHA-256.
  const algorithm = isV2 ? fields.optional(TAG.sequence) : undefined;
  const hash = readOctets(fields.next('certHash'));
  const issuerSerial = fields.optional(TAG.sequence);
  fields.end();
  const implied = isV2 ? 'SHA-256' : 'SHA-1';
  return {
    digest: algorithm === undefined ? implied : readDigest(algorithm),
    hash,
    ...(issuerSerial === undefined
      ? {}
      : { issuerSerial: readIssuerSerial(new Fields(issuerSerial, 'IssuerSerial')) }),
  };
}

function readIssuerSerial(fields: Fields): NonNullable<SigningCertificate['issuerSerial']> {
  const [name] = fields.next('issuer', TAG.sequence).members();
  if (name?.tag !== context(4)) throw new PkiError('cms_malformed', 'an issuer that is not a directoryName');
  return {
    issuer: readName(inner(name, 'directoryName')),
    serial: fields.next('serialNumber', TAG.integer).content,
  };
}

/** Whether the attribute names this certificate. */
export function namesCertificate(
  named: SigningCertificate,
  certificate: Certificate,
  ports: Pick<PkiPorts, 'digest'>,
): boolean {
  const { issuerSerial } = named;
  const bound = equalBytes(ports.digest(named.digest, certificate.der), named.hash);
  if (!bound || issuerSerial === undefined) return bound;
  return (
    sameName(issuerSerial.issuer, certificate.issuer) && equalBytes(issuerSerial.serial, certificate.serial)
  );
}
