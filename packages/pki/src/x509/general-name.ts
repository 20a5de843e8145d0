import { Fields, inner } from '../asn1/fields.ts';
import type { Asn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { fromLatin1 } from '../asn1/text.ts';
import { expectTag, readOid } from '../asn1/values.ts';
import { explicit, ia5String, implicit, octetString, oid } from '../asn1/writer.ts';
import { PkiError } from '../error.ts';
import { type Name, readName } from './name.ts';

/** GeneralName (RFC 5280 §4.2.1.6). */
export type GeneralName =
  | { form: 'rfc822' | 'dns' | 'uri'; text: string }
  | { form: 'directory'; name: Name }
  /** Four or sixteen octets; twice as many, address and mask, in name constraints. */
  | { form: 'ip'; octets: Uint8Array }
  | { form: 'registeredId'; oid: string }
  /** `der` is the whole name as it stands. */
  | { form: 'other'; type: string; der: Uint8Array }
  | { form: 'x400' | 'ediParty'; der: Uint8Array };

export function readGeneralName(value: Asn1): GeneralName {
  switch (value.tag) {
    case context(0): {
      const type = readOid(new Fields(value, 'OtherName', value.tag).next('type-id'));
      return { form: 'other', type, der: value.raw };
    }
    case context(1, true):
      return { form: 'rfc822', text: fromLatin1(value.content) };
    case context(2, true):
      return { form: 'dns', text: fromLatin1(value.content) };
    case context(3):
      return { form: 'x400', der: value.raw };
    case context(4): // a CHOICE, so explicit
      return { form: 'directory', name: readName(inner(value, 'directoryName')) };
    case context(5):
      return { form: 'ediParty', der: value.raw };
    case context(6, true):
      return { form: 'uri', text: fromLatin1(value.content) };
    case context(7, true):
      return { form: 'ip', octets: value.content };
    case context(8, true):
      return { form: 'registeredId', oid: readOid(value, value.tag) };
    default:
      throw new PkiError('asn1_unexpected', `GeneralName: tag 0x${value.tag.toString(16)}`);
  }
}

export function readGeneralNames(value: Asn1, what: string): GeneralName[] {
  return expectTag(value, TAG.sequence, what).members().map(readGeneralName);
}

/** A general name to be made: of a directory name only its DER counts. */
export type GeneralNameTemplate =
  | Exclude<GeneralName, { form: 'directory' }>
  | { form: 'directory'; name: Pick<Name, 'der'> };

export function encodeGeneralName(name: GeneralNameTemplate): Uint8Array {
  switch (name.form) {
    case 'rfc822':
      return implicit(1, ia5String(name.text));
    case 'dns':
      return implicit(2, ia5String(name.text));
    case 'uri':
      return implicit(6, ia5String(name.text));
    case 'directory':
      return explicit(4, name.name.der);
    case 'ip':
      return implicit(7, octetString(name.octets));
    case 'registeredId':
      return implicit(8, oid(name.oid));
    default:
      return name.der;
  }
}
