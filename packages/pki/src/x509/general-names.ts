import { Fields, inner } from '../asn1/fields.ts';
import type { Asn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { fromLatin1 } from '../asn1/text.ts';
import { expectTag, readNamedBits } from '../asn1/values.ts';
import { type Name, readName } from './name.ts';

/** DistributionPointName: GeneralNames, each as it is encoded, or the contents of an RDN below the CRL's issuer. */
export type PointName = { full: Uint8Array[] } | { relative: Uint8Array };

/** One DistributionPoint (RFC 5280 §4.2.1.13), its URIs only. */
export interface DistributionPoint {
  uris: string[];
  /** Bits of ReasonFlags, where the point covers only some reasons. */
  reasons?: number[];
  /** The CRL is issued by somebody else. */
  indirect: boolean;
  /** Absent where it has none. */
  name?: PointName;
  /** The directory names among cRLIssuer. */
  issuers: Name[];
}

const URI = context(6, true);

/** The URIs among GeneralNames. */
export function readUris(names: Asn1[]): string[] {
  return names.filter((name) => name.tag === URI).map((name) => fromLatin1(name.content));
}

/** fullName [0] or nameRelativeToCRLIssuer [1]. */
export function pointName(choice: Asn1): PointName {
  if (choice.tag === context(0)) return { full: choice.members().map((name) => name.raw) };
  return { relative: expectTag(choice, context(1), 'DistributionPointName').content };
}

const DIRECTORY_NAME = context(4);

/** The Names among GeneralNames. */
function directoryNames(names: Asn1[]): Name[] {
  return names
    .filter((name) => name.tag === DIRECTORY_NAME)
    .map((name) => readName(inner(name, 'directoryName')));
}

export function readDistributionPoints(value: Asn1): DistributionPoint[] {
  return expectTag(value, TAG.sequence, 'CRLDistributionPoints')
    .members()
    .map((member) => {
      const fields = new Fields(member, 'DistributionPoint');
      const point = fields.optional(context(0));
      const reasons = fields.optional(context(1, true));
      const issuer = fields.optional(context(2));
      fields.end();
      // distributionPoint [0] is a CHOICE, so explicit.
      const choice = point === undefined ? undefined : inner(point, 'distributionPoint');
      return {
        uris: choice?.tag === context(0) ? readUris(choice.members()) : [],
        indirect: issuer !== undefined,
        ...(choice === undefined ? {} : { name: pointName(choice) }),
        issuers: issuer === undefined ? [] : directoryNames(issuer.members()),
        ...(reasons === undefined ? {} : { reasons: readNamedBits(reasons, reasons.tag) }),
      };
    });
}
