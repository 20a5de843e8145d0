import { equalBytes } from '../../asn1/bytes.ts';
import { Fields, inner } from '../../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../../asn1/reader.ts';
import { context, TAG } from '../../asn1/tags.ts';
import { fromLatin1 } from '../../asn1/text.ts';
import { readNamedBits } from '../../asn1/values.ts';
import { explicit, sequence, tlv } from '../../asn1/writer.ts';
import { PkiError } from '../../error.ts';
import type { Certificate } from '../../x509/certificate.ts';
import { type DistributionPoint, type PointName, pointName } from '../../x509/general-names.ts';
import { type Name, readName } from '../../x509/name.ts';
import { sameName } from '../../x509/name-match.ts';
import { ALL_REASONS, reasonMask } from '../reasons.ts';
import type { CertificateList } from './list.ts';

/** An IssuingDistributionPoint (RFC 5280 §5.2.5). */
export interface CrlScope {
  name?: PointName;
  only?: 'user' | 'ca' | 'attribute';
  /** Mask of ReasonFlags. */
  reasons?: number;
  indirect: boolean;
}

export function readScope(value: Uint8Array): CrlScope {
  const fields = new Fields(readAsn1(value), 'IssuingDistributionPoint');
  const point = fields.optional(context(0));
  const user = isTrue(fields.optional(context(1, true)));
  const ca = isTrue(fields.optional(context(2, true)));
  const reasons = fields.optional(context(3, true));
  const indirect = isTrue(fields.optional(context(4, true)));
  const attribute = isTrue(fields.optional(context(5, true)));
  fields.end();
  const only = (['user', 'ca', 'attribute'] as const).filter((_, at) => [user, ca, attribute][at]);
  if (only.length > 1) throw new PkiError('asn1_unexpected', 'a CRL that is only of two kinds');
  const [kind] = only;
  return {
    ...(point === undefined ? {} : { name: pointName(inner(point, 'distributionPoint')) }),
    ...(kind === undefined ? {} : { only: kind }),
    ...(reasons === undefined ? {} : { reasons: reasonMask(readNamedBits(reasons, reasons.tag)) }),
    indirect,
  };
}

function isTrue(value: Asn1 | undefined): boolean {
  if (value === undefined) return false;
  if (value.content.length !== 1) throw new PkiError('asn1_malformed', 'a boolean of the wrong length');
  return value.content[0] !== 0;
}

/**
 * The reasons for which the list tells of the certificate, as a mask; 0 where its scope does not hold it (RFC 5280
 * §6.3.3 (b) to (d)). A list of the certificate's own issuer may be one that the certificate does not name.
 */
export function coveredReasons(certificate: Certificate, list: CertificateList): number {
  const { scope } = list;
  const ca = certificate.extensions.basicConstraints?.ca === true;
  if (scope?.only === 'attribute' || scope?.only === (ca ? 'user' : 'ca')) return 0;
  const own = sameName(list.issuer, certificate.issuer);
  const points = certificate.extensions.crlDistributionPoints ?? [];
  const matching = points.filter((point) => pointMatches(point, certificate, list, own));
  const named = matching.reduce(
    (mask, { reasons }) => mask | (reasons === undefined ? ALL_REASONS : reasonMask(reasons)),
    0,
  );
  const unnamed = own && scope?.name === undefined ? ALL_REASONS : 0;
  return (named | unnamed) & (scope?.reasons ?? ALL_REASONS);
}

function pointMatches(
  point: DistributionPoint,
  certificate: Certificate,
  { issuer, scope }: CertificateList,
  own: boolean,
): boolean {
  if (point.indirect) {
    const indirect = scope?.indirect === true;
    if (!indirect || !point.issuers.some((name) => sameName(name, issuer))) return false;
  } else if (!own) return false;
  if (scope?.name === undefined) return true;
  const wanted = fullNames(scope.name, issuer.der);
  const offered =
    point.name === undefined
      ? point.issuers.map(({ der }) => explicit(4, der))
      : fullNames(point.name, (point.issuers[0] ?? certificate.issuer).der);
  return offered.some((name) => wanted.some((other) => sameGeneralName(name, other)));
}

/** GeneralNames of a point; a relative one stands below its issuer's name. */
function fullNames(name: PointName, issuer: Uint8Array): Uint8Array[] {
  if ('full' in name) return name.full;
  const whole = sequence(readAsn1(issuer).content, tlv(TAG.set, name.relative));
  return [explicit(4, whole)];
}

const URI = context(6, true);

const DIRECTORY_NAME = context(4);

/** Directory names in any spelling; scheme and host of URIs without regard to case (RFC 5280 §7.1, §7.4). */
function sameGeneralName(a: Uint8Array, b: Uint8Array): boolean {
  if (equalBytes(a, b)) return true;
  if (a[0] !== b[0]) return false;
  if (a[0] === DIRECTORY_NAME) return sameName(directoryName(a), directoryName(b));
  return a[0] === URI && a.length === b.length && comparable(a) === comparable(b);
}

const directoryName = (der: Uint8Array): Name => readName(inner(readAsn1(der), 'directoryName'));

function comparable(name: Uint8Array): string {
  return fromLatin1(readAsn1(name).content).replace(/^[^:/?#]+:\/\/[^/?#]*/, (start) => start.toLowerCase());
}
