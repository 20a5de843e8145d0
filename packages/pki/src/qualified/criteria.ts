import type { Criteria, QualificationElement } from '../trust/face.ts';
import type { Certificate } from '../x509/certificate.ts';
import { informationWord } from './uris.ts';

/** Words of the qualifiers that a service's state gives a certificate: `QCWithSSCD`, `NotQualified` … */
export function qualifiersFor(
  elements: readonly QualificationElement[],
  certificate: Certificate,
): Set<string> {
  const fitting = elements.filter(({ criteria }) => fits(criteria, certificate));
  return new Set(
    fitting.flatMap(({ qualifiers }) => qualifiers.flatMap((uri) => informationWord(uri) ?? [])),
  );
}

/**
 * Whether a certificate is among those that the criteria mean (TS 119 612 §5.5.9.2.2). A criterion that is not known
 * fits nothing; where none of a list may fit, it leaves the list without an answer, and that fits nothing either.
 */
export function fits(criteria: Criteria, certificate: Certificate): boolean {
  return truth(criteria, certificate) === true;
}

type Truth = boolean | 'unknown';

function truth(criteria: Criteria, certificate: Certificate): Truth {
  const { keyUsage = [], certificatePolicies = [], extendedKeyUsage } = certificate.extensions;
  const usages: readonly string[] = keyUsage;
  const purposes = extendedKeyUsage?.purposes ?? [];
  const subject = certificate.subject.rdns.flat().map(({ oid }) => oid);
  const includesAll = (wanted: string[], given: readonly string[]): boolean =>
    wanted.length > 0 && wanted.every((one) => given.includes(one));
  const each: Truth[] = [
    ...criteria.keyUsages.map(
      (bits) => bits.length > 0 && bits.every(({ usage, value }) => usages.includes(usage) === value),
    ),
    ...criteria.policies.map((set) => includesAll(set, certificatePolicies)),
    ...criteria.extendedKeyUsages.map((set) => includesAll(set, purposes)),
    ...criteria.subjectAttributes.map((set) => includesAll(set, subject)),
    ...criteria.nested.map((nested) => truth(nested, certificate)),
    ...Array.from({ length: criteria.unknown }, () => 'unknown' as const),
  ];
  return asserted(criteria.assert, each);
}

/** An empty list fits nothing, whatever it asserts. */
function asserted(assert: Criteria['assert'], each: readonly Truth[]): Truth {
  if (each.length === 0) return false;
  const some = each.includes(true);
  const unknown = each.includes('unknown');
  if (assert === 'atLeastOne') return some ? true : unknown ? 'unknown' : false;
  if (assert === 'none') return some ? false : unknown ? 'unknown' : true;
  return each.includes(false) ? false : unknown ? 'unknown' : true;
}
