import { Fields } from '../../asn1/fields.ts';
import { readAsn1 } from '../../asn1/reader.ts';
import { context, TAG } from '../../asn1/tags.ts';
import { readSmallInteger, readTimeValue } from '../../asn1/values.ts';
import { PkiError } from '../../error.ts';
import { OID } from '../../oids.ts';
import { readExtension } from '../../x509/extensions.ts';
import { type Name, readName } from '../../x509/name.ts';
import { sameName } from '../../x509/name-match.ts';
import { type EntryReason, reasonOf } from '../reasons.ts';
import { Cursor } from './cursor.ts';
import type { CertificateList } from './list.ts';

/** What a list says of one certificate. */
export interface CrlEntry {
  revokedAt: number;
  reason?: EntryReason;
}

/** An entry's contents are a serial number, a time and a few short extensions. */
const MAX_ENTRY = 64 * 1024;

/** Entries of one certificate that are read: an honest list has one. */
const MOST_OF_ONE = 100;

/**
 * The entry of a certificate, undefined where it is not on the list; of several the gravest, and of those the earliest.
 * All entries are gone through, as a critical extension of any that is not known forbids the use of the list for every
 * certificate (RFC 5280 §5.3). Throws PkiError `asn1_*`.
 */
export function findEntry(
  { entries, issuer, base }: CertificateList,
  wanted: Wanted,
): CrlEntry | 'unknown_critical' | undefined {
  const scan = new Scan(entries, sameName(issuer, wanted.issuer));
  let found: CrlEntry | undefined;
  let count = 0;
  for (let at = 0; at < entries.length; ) {
    const end = scan.entry(at, wanted);
    if (end - at > MAX_ENTRY) throw new PkiError('asn1_limit', 'a CRL entry too long');
    if (scan.unknownCritical) return 'unknown_critical';
    if (scan.matches) {
      if (++count > MOST_OF_ONE)
        throw new PkiError('asn1_limit', 'a CRL that lists one certificate again and again');
      found = graver(readEntry(entries.subarray(at, end), base !== undefined), found);
    }
    at = end;
  }
  return found;
}

/** A hold may be lifted, and a removal lifts it: neither takes a revocation back that stands beside it. */
const GRAVITY: Partial<Record<EntryReason, number>> = { certificateHold: 1, removeFromCRL: 0 };

function graver(a: CrlEntry, b: CrlEntry | undefined): CrlEntry {
  if (b === undefined) return a;
  const [first, second] = [a, b].map(
    ({ reason }) => (reason === undefined ? undefined : GRAVITY[reason]) ?? 2,
  );
  const ahead = (first ?? 0) - (second ?? 0) || b.revokedAt - a.revokedAt;
  return ahead > 0 ? a : b;
}

/** A certificate as lists name it; `serial`: contents of the INTEGER. */
export interface Wanted {
  serial: Uint8Array;
  issuer: Name;
}

/** Goes from entry to entry. */
class Scan {
  /** Whether the last entry is of the wanted certificate. */
  matches = false;
  unknownCritical = false;
  /** Whether entries are of the wanted issuer: the list's own, then whom the last certificateIssuer names. */
  #ofIssuer: boolean;
  readonly #cursor: Cursor;

  constructor(entries: Uint8Array, ofIssuer: boolean) {
    this.#cursor = new Cursor(entries);
    this.#ofIssuer = ofIssuer;
  }

  /** Reads the entry at `at`; gives where the next one begins. */
  entry(at: number, wanted: Wanted): number {
    const cursor = this.#cursor;
    cursor.expect(at, cursor.bytes.length, TAG.sequence);
    const { end } = cursor;
    cursor.expect(cursor.start, end, TAG.integer);
    const sameSerial = cursor.holds(wanted.serial);
    cursor.read(cursor.end, end);
    if (cursor.tag !== TAG.utcTime && cursor.tag !== TAG.generalizedTime)
      throw new PkiError('asn1_unexpected', 'a CRL entry without its time');
    if (cursor.end < end) this.#extensions(cursor.end, end, wanted.issuer);
    this.matches = sameSerial && this.#ofIssuer;
    return end;
  }

  #extensions(from: number, end: number, issuer: Name): void {
    const cursor = this.#cursor;
    cursor.expect(from, end, TAG.sequence);
    if (cursor.end !== end) throw new PkiError('asn1_unexpected', 'a CRL entry with one member too many');
    for (let at = cursor.start; at < end; ) {
      cursor.expect(at, end, TAG.sequence);
      const next = cursor.end;
      this.#extension(cursor.start, next, issuer);
      at = next;
    }
  }

  #extension(at: number, end: number, issuer: Name): void {
    const cursor = this.#cursor;
    cursor.expect(at, end, TAG.oid);
    const kind = this.#kind();
    cursor.read(cursor.end, end);
    const critical = cursor.tag === TAG.boolean && cursor.bytes[cursor.start] !== 0;
    if (critical && kind === undefined) this.unknownCritical = true;
    if (cursor.tag === TAG.boolean) cursor.read(cursor.end, end);
    if (cursor.tag !== TAG.octetString || cursor.end !== end)
      throw new PkiError('asn1_unexpected', 'a CRL entry with a malformed extension');
    if (kind === CERTIFICATE_ISSUER) this.#ofIssuer = this.#names(cursor.start, end, issuer);
  }

  /** Last octet of a known OID below 2.5.29 (id-ce). */
  #kind(): number | undefined {
    const { bytes, start, end } = this.#cursor;
    const last = bytes[start + 2] ?? 0;
    const known = end - start === 3 && bytes[start] === 0x55 && bytes[start + 1] === 0x1d;
    return known && KNOWN.includes(last) ? last : undefined;
  }

  /** Whether GeneralNames hold the issuer as a directory name. */
  #names(from: number, limit: number, issuer: Name): boolean {
    const cursor = this.#cursor;
    cursor.expect(from, limit, TAG.sequence);
    const { end } = cursor;
    let named = false;
    for (let at = cursor.start; at < end; at = cursor.end) {
      cursor.read(at, end);
      if (cursor.tag === context(4)) named ||= cursor.holds(issuer.der) || this.#spells(issuer);
    }
    return named;
  }

  /** Whether the name under the cursor is the issuer's in another spelling (RFC 5280 §7.1). */
  #spells(issuer: Name): boolean {
    const { bytes, start, end } = this.#cursor;
    return sameName(readName(readAsn1(bytes.subarray(start, end))), issuer);
  }
}

const CERTIFICATE_ISSUER = 29;
/** reasonCode, holdInstructionCode, invalidityDate, certificateIssuer. */
const KNOWN: readonly number[] = [21, 23, 24, CERTIFICATE_ISSUER];

function readEntry(der: Uint8Array, isDelta: boolean): CrlEntry {
  const fields = new Fields(readAsn1(der), 'revokedCertificates');
  fields.next('userCertificate', TAG.integer);
  const revokedAt = readTimeValue(fields.next('revocationDate'));
  const extensions = fields.optional(TAG.sequence)?.members().map(readExtension) ?? [];
  fields.end();
  const code = extensions.find(({ oid }) => oid === OID.crlReason);
  if (code === undefined) return { revokedAt };
  const reason = reasonOf(readSmallInteger(readAsn1(code.value), TAG.enumerated));
  // RFC 5280 §5.3.1: it is for delta CRLs. What stands on a complete list is revoked.
  return reason === 'removeFromCRL' && !isDelta ? { revokedAt } : { revokedAt, reason };
}
