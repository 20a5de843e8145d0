import { Fields } from '../asn1/fields.ts';
import type { Asn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { fromLatin1 } from '../asn1/text.ts';
import { expectTag, readNamedBits } from '../asn1/values.ts';

/** One DistributionPoint (RFC 5280 §4.2.1.13), its URIs only. */
export interface DistributionPoint {
  uris: string[];
  /** Bits of ReasonFlags, where the point covers only some reasons. */
  reasons?: number[];
  /** The CRL is issued by somebody else. */
  indirect: boolean;
}

const URI = context(6, true);

/** The URIs among GeneralNames. */
export function readUris(names: Asn1[]): string[] {
  return names.filter((name) => name.tag === URI).map((name) => fromLatin1(name.content));
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
      // distributionPoint [0] is a CHOICE, so explicit: fullName [0] or nameRelativeToCRLIssuer [1].
      const fullName = point?.members().find((choice) => choice.tag === context(0));
      return {
        uris: fullName === undefined ? [] : readUris(fullName.members()),
        indirect: issuer !== undefined,
        ...(reasons === undefined ? {} : { reasons: readNamedBits(reasons, reasons.tag) }),
      };
    });
}
