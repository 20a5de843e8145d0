import { toHex } from '../asn1/bytes.ts';
import { Fields } from '../asn1/fields.ts';
import type { Asn1 } from '../asn1/reader.ts';
import { TAG } from '../asn1/tags.ts';
import { utf8 } from '../asn1/text.ts';
import { expectTag, readOid, readText } from '../asn1/values.ts';
import { oid, printableString, sequence, setOf, utf8String } from '../asn1/writer.ts';
import { PkiError } from '../error.ts';

/** One AttributeTypeAndValue. */
export interface NameAttribute {
  /** Dotted type. */
  oid: string;
  /** Text of the value; `#` and hexadecimal DER where it is no character string (RFC 4514 §2.4). */
  value: string;
  /** The value is no character string. */
  binary?: true;
}

/** A distinguished name as structured data. */
export interface Name {
  /** RelativeDistinguishedNames in the order of the encoding. */
  rdns: NameAttribute[][];
  /** RFC 4514: the last RDN first. */
  text: string;
  /** The DER, for comparisons and copies. */
  der: Uint8Array;
}

/** Short names of attribute types, as people read them (RFC 4514 §3, RFC 4519, X.520). */
const SHORT: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

/** Types of the attributes that the product shows. */
export const NAME_TYPE = {
  commonName: '2.5.4.3',
  surname: '2.5.4.4',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  organization: '2.5.4.10',
  givenName: '2.5.4.42',
} as const;

/** Reads a Name (RFC 5280 §4.1.2.4). */
export function readName(value: Asn1): Name {
  const rdns = expectTag(value, TAG.sequence, 'Name').members().map(readRdn);
  return { rdns, text: nameText(rdns), der: value.raw };
}

function readRdn(value: Asn1): NameAttribute[] {
  return expectTag(value, TAG.set, 'RelativeDistinguishedName')
    .members()
    .map((member) => {
      const fields = new Fields(member, 'AttributeTypeAndValue');
      const type = readOid(fields.next('type'));
      const content = fields.next('value');
      fields.end();
      const text = readText(content);
      return text === undefined
        ? { oid: type, value: `#${toHex(content.raw)}`, binary: true }
        : { oid: type, value: text };
    });
}

/** RFC 4514 text of the RDNs. */
export function nameText(rdns: NameAttribute[][]): string {
  const rdnText = (rdn: NameAttribute[]): string =>
    rdn.map(({ oid: type, value }) => `${SHORT[type] ?? type}=${escapeValue(value)}`).join('+');
  return rdns.toReversed().map(rdnText).join(',');
}

/** What a certificate's name must not do to those who read it: controls, and marks that change the direction of what follows. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Octets as RFC 4514 §2.4 lets any character be written. */
const inHex = (letter: string): string =>
  [...utf8(letter)].map((octet) => `\\${octet.toString(16).padStart(2, '0')}`).join('');

function escapeValue(value: string): string {
  return value
    .replace(/[\\"+,;<>]/g, '\\$&')
    .replace(UNSEEN, inHex)
    .replace(/^[ #]/, '\\$&')
    .replace(/ $/, '\\ ');
}

/** The first value of an attribute type, for people: U+FFFD stands for each control and mark of direction. Undefined without one. */
export function nameValue(name: Name, type: keyof typeof NAME_TYPE): string | undefined {
  const found = name.rdns.flat().find((attribute) => attribute.oid === NAME_TYPE[type]);
  return found?.value.replace(UNSEEN, '\ufffd');
}

/**
 * DER of a Name, one attribute an RDN, in the order given. Country and serialNumber are PrintableStrings as
 * their types ask (X.520), everything else UTF8String.
 */
export function encodeName(attributes: { type: keyof typeof NAME_TYPE; value: string }[]): Uint8Array {
  return sequence(
    ...attributes.map(({ type, value }) => {
      if (value === '') throw new PkiError('asn1_value', `an empty ${type} in a name`);
      const printable = type === 'country' || type === 'serialNumber';
      return setOf(sequence(oid(NAME_TYPE[type]), printable ? printableString(value) : utf8String(value)));
    }),
  );
}
