import { context, TAG } from '../../asn1/tags.ts';
import { certificateTime, generalizedTime } from '../../asn1/time.ts';
import {
  bitString,
  boolean,
  explicit,
  ia5String,
  implicit,
  integer,
  namedBits,
  sequence,
  tlv,
  unsignedInteger,
} from '../../asn1/writer.ts';
import type { PkiPorts, SignatureAlgorithm } from '../../face.ts';
import { OID } from '../../oids.ts';
import { signatureIdentifier } from '../../x509/algorithms.ts';
import { extension, keyIdentifier } from '../../x509/build.ts';
import { parseCertificate } from '../../x509/certificate.ts';
import { type EntryReason, reasonCode } from '../reasons.ts';

/** One revoked certificate. */
export interface NewCrlEntry {
  /** Unsigned octets. */
  serial: Uint8Array;
  /** Milliseconds since 1970. */
  revokedAt: number;
  reason?: EntryReason;
  /** DER of the Name of the certificate's issuer, in an indirect CRL; it holds for the entries that follow. */
  certificateIssuer?: Uint8Array;
  /** Anything else, ready in DER. */
  others?: { oid: string; critical: boolean; value: Uint8Array }[];
}

/** What a CertificateList says (RFC 5280 §5). */
export interface CrlTemplate {
  /** The signer's certificate; DER. */
  issuer: Uint8Array;
  number: number;
  thisUpdate: number;
  nextUpdate?: number;
  entries: readonly NewCrlEntry[];
  /** Makes it a delta CRL: the number of the complete one that it adds to. */
  base?: number;
  /** issuingDistributionPoint, critical. */
  scope?: {
    uris?: string[];
    only?: 'user' | 'ca' | 'attribute';
    /** Bits of ReasonFlags. */
    reasons?: number[];
    indirect?: boolean;
  };
  expiredCertsFrom?: number;
  /** Anything else, ready in DER. */
  others?: { oid: string; critical: boolean; value: Uint8Array }[];
}

/** DER of a CertificateList of version 2; `sign` gives the value over the TBSCertList (ECDSA as DER). */
export async function issueCrl(
  template: CrlTemplate,
  algorithm: SignatureAlgorithm,
  sign: (tbs: Uint8Array) => Uint8Array | Promise<Uint8Array>,
  ports: Pick<PkiPorts, 'digest'>,
): Promise<Uint8Array> {
  const { entries, nextUpdate } = template;
  const issuer = parseCertificate(template.issuer);
  const tbs = sequence(
    integer(1),
    signatureIdentifier(algorithm),
    issuer.subject.der,
    certificateTime(template.thisUpdate),
    ...(nextUpdate === undefined ? [] : [certificateTime(nextUpdate)]),
    ...(entries.length === 0 ? [] : [sequence(...entries.map(encodeEntry))]),
    explicit(
      0,
      sequence(
        ...listExtensions(
          template,
          issuer.extensions.subjectKeyIdentifier ?? keyIdentifier(issuer.spki, ports),
        ),
      ),
    ),
  );
  return sequence(tbs, signatureIdentifier(algorithm), bitString(await sign(tbs)));
}

function encodeEntry({ serial, revokedAt, reason, certificateIssuer, others = [] }: NewCrlEntry): Uint8Array {
  const extensions = [
    ...(reason === undefined
      ? []
      : [extension(OID.crlReason, false, tlv(TAG.enumerated, Uint8Array.of(reasonCode(reason))))]),
    ...(certificateIssuer === undefined
      ? []
      : [extension(OID.certificateIssuer, true, sequence(explicit(4, certificateIssuer)))]),
    ...others.map(({ oid: type, critical, value }) => extension(type, critical, value)),
  ];
  return sequence(
    unsignedInteger(serial),
    certificateTime(revokedAt),
    ...(extensions.length === 0 ? [] : [sequence(...extensions)]),
  );
}

function listExtensions(template: CrlTemplate, keyId: Uint8Array): Uint8Array[] {
  const { number, base, scope, expiredCertsFrom, others = [] } = template;
  return [
    extension(OID.authorityKeyIdentifier, false, sequence(tlv(context(0, true), keyId))),
    extension(OID.crlNumber, false, integer(number)),
    ...(base === undefined ? [] : [extension(OID.deltaCrlIndicator, true, integer(base))]),
    ...(scope === undefined ? [] : [extension(OID.issuingDistributionPoint, true, encodeScope(scope))]),
    ...(expiredCertsFrom === undefined
      ? []
      : [extension(OID.expiredCertsOnCrl, false, generalizedTime(expiredCertsFrom))]),
    ...others.map(({ oid: type, critical, value }) => extension(type, critical, value)),
  ];
}

function encodeScope({ uris, only, reasons, indirect }: NonNullable<CrlTemplate['scope']>): Uint8Array {
  const names = uris?.map((uri) => implicit(6, ia5String(uri)));
  return sequence(
    ...(names === undefined ? [] : [explicit(0, explicit(0, ...names))]),
    ...(only === 'user' ? [implicit(1, boolean(true))] : []),
    ...(only === 'ca' ? [implicit(2, boolean(true))] : []),
    ...(reasons === undefined ? [] : [implicit(3, namedBits(reasons))]),
    ...(indirect === true ? [implicit(4, boolean(true))] : []),
    ...(only === 'attribute' ? [implicit(5, boolean(true))] : []),
  );
}
