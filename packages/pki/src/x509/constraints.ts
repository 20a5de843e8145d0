import { Fields } from '../asn1/fields.ts';
import type { Asn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { expectTag, readOid, readSmallInteger } from '../asn1/values.ts';
import { explicit, implicit, integer, oid, sequence } from '../asn1/writer.ts';
import { PkiError } from '../error.ts';
import {
  encodeGeneralName,
  type GeneralName,
  type GeneralNameTemplate,
  readGeneralName,
} from './general-name.ts';

/** GeneralSubtree (RFC 5280 §4.2.1.10). */
export interface Subtree {
  base: GeneralName;
  /** 0 in every certificate that keeps to RFC 5280. */
  minimum: number;
  /** Absent in every certificate that keeps to RFC 5280. */
  maximum?: number;
}

/** NameConstraints: an authority's bounds on the names below it. */
export interface NameConstraints {
  permitted: Subtree[];
  excluded: Subtree[];
}

/** PolicyConstraints (§4.2.1.11): certificates that may follow before the constraint takes hold. */
export interface PolicyConstraints {
  requireExplicitPolicy?: number;
  inhibitPolicyMapping?: number;
}

/** One pair of PolicyMappings (§4.2.1.5), policy OIDs. */
export interface PolicyMapping {
  issuerDomain: string;
  subjectDomain: string;
}

export function readNameConstraints(value: Asn1): NameConstraints {
  const fields = new Fields(value, 'NameConstraints');
  const permitted = fields.optional(context(0))?.members().map(readSubtree);
  const excluded = fields.optional(context(1))?.members().map(readSubtree);
  fields.end();
  if (permitted?.length === 0 || excluded?.length === 0 || (permitted ?? excluded) === undefined) {
    throw new PkiError('asn1_unexpected', 'NameConstraints: an empty sequence');
  }
  return { permitted: permitted ?? [], excluded: excluded ?? [] };
}

function readSubtree(value: Asn1): Subtree {
  const fields = new Fields(value, 'GeneralSubtree');
  const base = readGeneralName(fields.next('base'));
  const minimum = fields.optional(context(0, true));
  const maximum = fields.optional(context(1, true));
  fields.end();
  if (base.form === 'ip' && base.octets.length !== 8 && base.octets.length !== 32) {
    throw new PkiError('asn1_unexpected', 'GeneralSubtree: an address without its mask');
  }
  return {
    base,
    minimum: minimum === undefined ? 0 : readSmallInteger(minimum, minimum.tag),
    ...(maximum === undefined ? {} : { maximum: readSmallInteger(maximum, maximum.tag) }),
  };
}

export function readPolicyConstraints(value: Asn1): PolicyConstraints {
  const fields = new Fields(value, 'PolicyConstraints');
  const explicit = fields.optional(context(0, true));
  const mapping = fields.optional(context(1, true));
  fields.end();
  if ((explicit ?? mapping) === undefined) {
    throw new PkiError('asn1_unexpected', 'PolicyConstraints: an empty sequence');
  }
  return {
    ...(explicit === undefined ? {} : { requireExplicitPolicy: readSmallInteger(explicit, explicit.tag) }),
    ...(mapping === undefined ? {} : { inhibitPolicyMapping: readSmallInteger(mapping, mapping.tag) }),
  };
}

export function readPolicyMappings(value: Asn1): PolicyMapping[] {
  const pairs = expectTag(value, TAG.sequence, 'PolicyMappings').members();
  if (pairs.length === 0) throw new PkiError('asn1_unexpected', 'PolicyMappings: an empty sequence');
  return pairs.map((pair) => {
    const fields = new Fields(pair, 'PolicyMapping');
    const mapping = {
      issuerDomain: readOid(fields.next('issuerDomainPolicy')),
      subjectDomain: readOid(fields.next('subjectDomainPolicy')),
    };
    fields.end();
    return mapping;
  });
}

/** Name constraints to be made; an absent minimum is 0. */
export interface NameConstraintsTemplate {
  permitted?: SubtreeTemplate[];
  excluded?: SubtreeTemplate[];
}
export interface SubtreeTemplate {
  base: GeneralNameTemplate;
  minimum?: number;
  maximum?: number;
}

export function encodeNameConstraints({ permitted, excluded }: NameConstraintsTemplate): Uint8Array {
  return sequence(
    ...(permitted === undefined ? [] : [explicit(0, ...permitted.map(encodeSubtree))]),
    ...(excluded === undefined ? [] : [explicit(1, ...excluded.map(encodeSubtree))]),
  );
}

function encodeSubtree({ base, minimum = 0, maximum }: SubtreeTemplate): Uint8Array {
  return sequence(
    encodeGeneralName(base),
    ...(minimum === 0 ? [] : [implicit(0, integer(minimum))]), // DEFAULT 0 is left out
    ...(maximum === undefined ? [] : [implicit(1, integer(maximum))]),
  );
}

export function encodePolicyConstraints(constraints: PolicyConstraints): Uint8Array {
  const { requireExplicitPolicy, inhibitPolicyMapping } = constraints;
  return sequence(
    ...(requireExplicitPolicy === undefined ? [] : [implicit(0, integer(requireExplicitPolicy))]),
    ...(inhibitPolicyMapping === undefined ? [] : [implicit(1, integer(inhibitPolicyMapping))]),
  );
}

export function encodePolicyMappings(mappings: readonly PolicyMapping[]): Uint8Array {
  return sequence(
    ...mappings.map(({ issuerDomain, subjectDomain }) => sequence(oid(issuerDomain), oid(subjectDomain))),
  );
}
