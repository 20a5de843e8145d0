import { equalBytes } from '../asn1/bytes.ts';
import type { Name, NameAttribute } from './name.ts';

/** What a name is, however it is written; kept with the name, since bags compare each one many times. */
const KEYS = new WeakMap<Name, readonly string[]>();

/**
 * Whether two names are the same (RFC 5280 §7.1): same attribute types in the same RDNs, values equal after string
 * preparation (RFC 4518), whatever character string holds them. Authorities that change from PrintableString to
 * UTF8String or change the case of their name are met in practice; the same octets are the fast way through.
 */
export function sameName(a: Name, b: Name): boolean {
  if (equalBytes(a.der, b.der)) return true;
  const [left, right] = [rdnKeys(a), rdnKeys(b)];
  return left.length === right.length && left.every((key, at) => key === right[at]);
}

/** Whether `name` lies in the subtree of `base`: its first RDNs are those of `base` (§4.2.1.10). */
export function isWithinName(name: Name, base: Name): boolean {
  const keys = rdnKeys(name);
  return rdnKeys(base).every((key, at) => key === keys[at]);
}

/** One text for all spellings of a name. */
export function nameKey(name: Name): string {
  return rdnKeys(name).join('\n');
}

function rdnKeys(name: Name): readonly string[] {
  const known = KEYS.get(name);
  if (known !== undefined) return known;
  const keys = name.rdns.map((rdn) => JSON.stringify(rdn.map(attributeKey).toSorted()));
  KEYS.set(name, keys);
  return keys;
}

function attributeKey({ oid, value, binary }: NameAttribute): string {
  return binary === true ? `${oid} ${value}` : `${oid}=${prepared(value)}`;
}

/**
 * What is mapped to nothing (RFC 4518 §2.2): controls that are no space, and what nobody sees, soft hyphens, joiners and
 * selectors among it. Format characters that are younger than that list are as invisible.
 */
const UNSEEN = /(?![\t-\r\u0085])\p{Cc}|\p{Cf}|\u034f|[\u180b-\u180e\ufe00-\ufe0f\ufffc]/gu;

/** RFC 4518 §2: without what nobody sees, in compatibility form, case folded, spaces at the ends dropped and runs of them one. */
function prepared(value: string): string {
  const seen = value.replace(UNSEEN, '').normalize('NFKC');
  const folded = seen.toLowerCase().replaceAll('ς', 'σ').replaceAll('ß', 'ss');
  return folded.trim().replace(/\s+/g, ' ');
}
