import { type Criteria, KEY_USAGES, type QualificationElement } from '@websign/pki';
import { attribute, child, children, elementsIn, named, textOf } from '../xml/find.ts';
import type { Element } from '../xml/tree.ts';

/** QualificationElements of a Qualifications extension (TS 119 612 §5.5.9.2). */
export function qualificationElements(qualifications: Element): QualificationElement[] {
  return children(qualifications, 'ecc:QualificationElement').flatMap((element) => {
    const qualifiers = children(child(element, 'ecc:Qualifiers'), 'ecc:Qualifier').flatMap(
      (qualifier) => attribute(qualifier, 'uri') ?? [],
    );
    const list = child(element, 'ecc:CriteriaList');
    return list === undefined ? [] : [{ qualifiers, criteria: criteriaOf(list) }];
  });
}

const ASSERTIONS = ['all', 'atLeastOne', 'none'] as const;

function criteriaOf(list: Element): Criteria {
  const said = attribute(list, 'assert');
  const assertion = ASSERTIONS.find((one) => one === said);
  const criteria: Criteria = {
    assert: assertion ?? 'all',
    keyUsages: [],
    policies: [],
    extendedKeyUsages: [],
    subjectAttributes: [],
    unknown: assertion === undefined ? 1 : 0,
    nested: [],
  };
  for (const element of elementsIn(list)) take(criteria, element);
  return criteria;
}

function take(criteria: Criteria, element: Element): void {
  if (named(element, 'ecc:KeyUsage'))
    put(criteria, 'keyUsages', children(element, 'ecc:KeyUsageBit').map(bitOf));
  else if (named(element, 'ecc:PolicySet')) {
    put(criteria, 'policies', children(element, 'ecc:PolicyIdentifier').map(identifierOf));
  } else if (named(element, 'ecc:CriteriaList')) criteria.nested.push(criteriaOf(element));
  else if (named(element, 'ecc:otherCriteriaList')) {
    for (const other of elementsIn(element)) takeOther(criteria, other);
    // Words for people are no criterion.
  } else if (!named(element, 'ecc:Description')) criteria.unknown += 1;
}

function takeOther(criteria: Criteria, element: Element): void {
  if (named(element, 'tslx:ExtendedKeyUsage')) {
    put(criteria, 'extendedKeyUsages', children(element, 'tslx:KeyPurposeId').map(identifierOf));
  } else if (named(element, 'tslx:CertSubjectDNAttribute')) {
    put(criteria, 'subjectAttributes', children(element, 'tslx:AttributeOID').map(identifierOf));
  } else criteria.unknown += 1;
}

type Sets = 'keyUsages' | 'policies' | 'extendedKeyUsages' | 'subjectAttributes';

/** A set that is empty, or holds what cannot be read, is a criterion that is not known. */
function put<K extends Sets>(
  criteria: Criteria,
  where: K,
  read: readonly (Criteria[K][number][number] | undefined)[],
): void {
  const set = read.filter((one): one is Criteria[K][number][number] => one !== undefined);
  if (set.length === 0 || set.length < read.length) criteria.unknown += 1;
  else (criteria[where] as Criteria[K][number][number][][]).push(set);
}

const USAGES: readonly string[] = KEY_USAGES;
const BITS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** The schema has `crlSign` where X.509 has `cRLSign`. */
function bitOf(element: Element): Criteria['keyUsages'][number][number] | undefined {
  const name = attribute(element, 'name');
  const usage = name === 'crlSign' ? 'cRLSign' : name;
  const value = BITS[textOf(element)];
  return usage === undefined || !USAGES.includes(usage) || value === undefined ? undefined : { usage, value };
}

/** A dotted OID, of `1.2.3` or `urn:oid:1.2.3`. */
function identifierOf(element: Element): string | undefined {
  const text = textOf(child(element, 'xades:Identifier')).replace(/^urn:oid:/i, '');
  return /^[0-2](\.\d{1,40}){1,32}$/.test(text) ? text : undefined;
}
