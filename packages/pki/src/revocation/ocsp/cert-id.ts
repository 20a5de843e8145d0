import { equalBytes } from '../../asn1/bytes.ts';
import { Fields } from '../../asn1/fields.ts';
import type { Asn1 } from '../../asn1/reader.ts';
import { TAG } from '../../asn1/tags.ts';
import { integerOctets, readOctets } from '../../asn1/values.ts';
import { nullValue, octetString, oid, sequence, tlv } from '../../asn1/writer.ts';
import type { PkiPorts } from '../../face.ts';
import { OID } from '../../oids.ts';
import type { Certificate } from '../../x509/certificate.ts';
import { type AnyDigest, readDigest, supported } from '../../x509/identifiers.ts';
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
  readonly #issuer: Pick<Certificate, 'subject' | 'spki'>;
  readonly #ports: Pick<PkiPorts, 'digest'>;
  readonly #known = new Map<AnyDigest, { name: Uint8Array; key: Uint8Array }>();

  constructor(issuer: Pick<Certificate, 'subject' | 'spki'>, ports: Pick<PkiPorts, 'digest'>) {
    this.#issuer = issuer;
    this.#ports = ports;
  }

  of(digest: AnyDigest): { name: Uint8Array; key: Uint8Array } {
    const known = this.#known.get(digest);
    if (known !== undefined) return known;
    const { subject, spki } = this.#issuer;
    const made = {
      name: this.#ports.digest(digest, subject.der),
      key: this.#ports.digest(digest, keyBits(spki)),
    };
    this.#known.set(digest, made);
    return made;
  }

  /** Whether the CertID names this issuer. */
  named(id: CertId): boolean {
    if (id.digest === undefined) return false;
    const { name, key } = this.of(id.digest);
    return equalBytes(id.nameHash, name) && equalBytes(id.keyHash, key);
  }
}

/**
 * DER of a CertID. SHA-1 here identifies and protects nothing, and responders of the lightweight profile know no
 * other (RFC 5019 §2.1.1).
 */
export function encodeCertId(certificate: Certificate, hashes: IssuerHashes): Uint8Array {
  const { name, key } = hashes.of('SHA-1');
  return sequence(
    sequence(oid(OID.sha1), nullValue()),
    octetString(name),
    octetString(key),
    tlv(TAG.integer, certificate.serial),
  );
}
