import { Fields, inner } from '../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { explicit, octetString, oid, sequence, tlv } from '../asn1/writer.ts';
import { PkiError } from '../error.ts';
import { OID } from '../oids.ts';
import type { Material } from '../revocation/face.ts';
import type { Attribute, SignedData } from './signed-data.ts';

/** Values of one kind in one structure; more are no honest signature's. */
const MAX_VALUES = 64;

/**
 * All certificates and revocation data that a SignedData brings along: its own bags, Adobe's archived revocation
 * data (ISO 32000-2 §12.8.3.3.2) and the values of CAdES (EN 319 122-1 §5.4, annex A). What cannot be read is left
 * out: it only helps, and nothing rests on its being there.
 */
export function embeddedMaterial(data: SignedData): Material {
  const found = {
    certificates: [...data.certificates],
    ocsps: [...data.ocsps],
    crls: [...data.crls],
  };
  for (const { signedAttributes, unsignedAttributes } of data.signers) {
    for (const { type, values } of [...(signedAttributes?.attributes ?? []), ...unsignedAttributes]) {
      const read = READERS.get(type);
      if (read === undefined || values.length > MAX_VALUES) continue;
      for (const value of values) addReadable(found, value, read);
    }
  }
  return found;
}

interface Found {
  certificates: Uint8Array[];
  ocsps: Uint8Array[];
  crls: Uint8Array[];
}
type Reader = (value: Asn1) => Partial<Found>;

function addReadable(found: Found, value: Uint8Array, read: Reader): void {
  try {
    const { certificates = [], ocsps = [], crls = [] } = read(readAsn1(value, { ber: true }));
    found.certificates.push(...certificates);
    found.ocsps.push(...ocsps);
    found.crls.push(...crls);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
  }
}

const READERS: ReadonlyMap<Attribute['type'], Reader> = new Map<string, Reader>([
  [
    OID.adbeRevocationInfoArchival,
    (value) => {
      const fields = new Fields(value, 'RevocationInfoArchival');
      const crls = listed(fields.optional(context(0)));
      return { crls, ocsps: listed(fields.optional(context(1))) };
    },
  ],
  [OID.certificateValues, (value) => ({ certificates: members(value) })],
  [
    OID.revocationValues,
    (value) => {
      const fields = new Fields(value, 'RevocationValues');
      const crls = listed(fields.optional(context(0)));
      return { crls, ocsps: listed(fields.optional(context(1))).map(asResponse) };
    },
  ],
]);

/** `[n] EXPLICIT SEQUENCE OF`. */
function listed(value: Asn1 | undefined): Uint8Array[] {
  return value === undefined ? [] : members(inner(value, 'values'));
}

function members(value: Asn1): Uint8Array[] {
  const all = value.members();
  if (all.length > MAX_VALUES) throw new PkiError('asn1_limit', 'too many values');
  return all.filter(({ tag }) => tag === TAG.sequence).map(({ raw }) => raw);
}

/** CAdES keeps the BasicOCSPResponse alone; elsewhere the whole OCSPResponse stands (RFC 6960 §4.2.1). */
function asResponse(basic: Uint8Array): Uint8Array {
  return sequence(
    tlv(TAG.enumerated, Uint8Array.of(0)),
    explicit(0, sequence(oid(OID.ocspBasic), octetString(basic))),
  );
}
