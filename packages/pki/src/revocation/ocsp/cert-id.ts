import { equalBytes } from '../../asn1/bytes.ts';
import { Fields } from '../../asn1/fields.ts';
import type { Asn1 } from '../../asn1/reader.ts';
import { TAG } from '../../asn1/tags.ts';
import { integerOctets, readOctets } from '../../asn1/values.ts';
import { nullValue, octetString, oid, sequence, tlv } from '../../asn1/writer.ts';
import type { AnyDigest, PkiPorts } from '../../face.ts';
import { OID } from '../../oids.ts';
import type { Certificate } from '../../x509/certificate.ts';
import { readDigest, supported } from '../../x509/identifiers.ts';
import { keyBits } from '../../x509/key-bits.ts';

/** A CertID (RFC 6960 §4.1.1). */
export interface CertId {
  /** Absent where it is not supported: it is of no certificate that is known here. */
  digest?: AnyDigest;
  nameHash: Uint8Array;
  keyHash: Uint8Array;
  /** Contents of the serial's INTEGER. */
  serial: Uint8Array;
  der: Uint8Array;
}

export function readCertId(value: Asn1): CertId {
  const fields = new Fields(value, 'CertID');
  const algorithm = fields.next('hashAlgorithm');
  const digest = supported(() => readDigest(algorithm));
  const nameHash = readOctets(fields.next('issuerNameHash'));
  const keyHash = readOctets(fields.next('issuerKeyHash'));
  const serial = integerOctets(fields.next('serialNumber'));
  fields.end();
  return { ...(digest === undefined ? {} : { digest }), nameHash, keyHash, serial, der: value.raw };
}

/** What identifies an issuer in CertIDs, by each digest, hashed when first asked for. */
export class IssuerHashes {
  readonly #names: Uint8Array[];
  readonly #key: Uint8Array;
  readonly #ports: Pick<PkiPorts, 'digest'>;
  readonly #known = new Map<AnyDigest, { names: Uint8Array[]; key: Uint8Array }>();

  /** `spelled`: the DER of its name in the certificate that is asked about, which counts (RFC 6960 §4.1.1). */
  constructor(
    issuer: Pick<Certificate, 'subject' | 'spki'>,
    ports: Pick<PkiPorts, 'digest'>,
    spelled: Uint8Array = issuer.subject.der,
  ) {
    this.#names = equalBytes(spelled, issuer.subject.der) ? [spelled] : [spelled, issuer.subject.der];
    this.#key = keyBits(issuer.spki);
    this.#ports = ports;
  }

  /** Hashes of its name, as it is spelled in the certificate first, and of its key. */
  of(digest: AnyDigest): { names: Uint8Array[]; key: Uint8Array } {
    const known = this.#known.get(digest);
    if (known !== undefined) return known;
    const names = this.#names.map((name) => this.#ports.digest(digest, name));
    const made = { names, key: this.#ports.digest(digest, this.#key) };
    this.#known.set(digest, made);
    return made;
  }

  /** Whether the CertID names this issuer. */
  named(id: CertId): boolean {
    if (id.digest === undefined) return false;
    const { names, key } = this.of(id.digest);
    return equalBytes(id.keyHash, key) && names.some((name) => equalBytes(id.nameHash, name));
  }
}

/**
 * DER of a CertID. SHA-1 here identifies and protects nothing, and responders of the lightweight profile know no
 * other (RFC 5019 §2.1.1).
 */
export function encodeCertId(
  certificate: Certificate,
  issuer: Certificate,
  ports: Pick<PkiPorts, 'digest'>,
): Uint8Array {
  const name = ports.digest('SHA-1', certificate.issuer.der);
  const key = ports.digest('SHA-1', keyBits(issuer.spki));
  return sequence(
    sequence(oid(OID.sha1), nullValue()),
    octetString(name),
    octetString(key),
    tlv(TAG.integer, certificate.serial),
  );
}
