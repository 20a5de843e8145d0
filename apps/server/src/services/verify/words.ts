import { refusals as refusalsEl } from '@websign/contract/words/el/refusals';
import * as el from '@websign/contract/words/el/validation';
import * as detailsEl from '@websign/contract/words/el/validation-details';
import { refusals as refusalsEn } from '@websign/contract/words/en/refusals';
import * as en from '@websign/contract/words/en/validation';
import * as detailsEn from '@websign/contract/words/en/validation-details';

export type ReportLocale = 'el' | 'en';

type Words = Readonly<Record<string, string>>;

/** What the report says around the verdicts, in one language. */
export interface VerificationWords {
  /** For Intl. */
  tag: string;
  title: string;
  intro: string;
  facts: Record<
    | 'document'
    | 'size'
    | 'checksum'
    | 'verified'
    | 'basis'
    | 'result'
    | 'signatures'
    | 'signedAt'
    | 'stampedAt'
    | 'claimedAt'
    | 'level'
    | 'covers'
    | 'changes'
    | 'qualified'
    | 'issuer'
    | 'revocation'
    | 'revokedAt'
    | 'timeStamp'
    | 'reason'
    | 'location'
    | 'page'
    | 'etsi',
    string
  >;
  bytes: string;
  /** What the issuer said of a certificate, how and when. */
  status: string;
  embedded: string;
  fetched: string;
  unread: string;
  refusals: Words;
  act: string;
  kinds: Record<'signature' | 'certification' | 'timestamp', string>;
  yes: string;
  no: string;
  unproven: string;
  unnamed: string;
  noTime: string;
  changed: string;
  place: Record<'page' | 'revision' | 'object', string>;
  more: string;
  footer: string;
  verdicts: typeof el | typeof en;
  details: typeof detailsEl | typeof detailsEn;
}

const greek: VerificationWords = {
  tag: 'el',
  title: 'Αναφορά ελέγχου εγκυρότητας',
  intro:
    'Ο έλεγχος έγινε αυτόματα, με τους κανόνες του προτύπου ETSI EN 319 102-1. Η αναφορά αφορά μόνο τα αρχεία με τα παρακάτω αποτυπώματα και τον χρόνο του ελέγχου.',
  facts: {
    document: 'Έγγραφο',
    size: 'Μέγεθος',
    checksum: 'Αποτύπωμα (SHA-256)',
    verified: 'Χρόνος ελέγχου',
    basis: 'Στοιχεία ανάκλησης',
    result: 'Αποτέλεσμα',
    signatures: 'Υπογραφές',
    signedAt: 'Χρόνος υπογραφής',
    stampedAt: 'Χρόνος',
    claimedAt: 'Χρόνος που δηλώνει',
    level: 'Επίπεδο',
    covers: 'Καλύπτει',
    changes: 'Τι άλλαξε μετά',
    qualified: 'Εγκεκριμένη υπογραφή',
    issuer: 'Εκδότης πιστοποιητικού',
    revocation: 'Κατάσταση πιστοποιητικού',
    revokedAt: 'Χρόνος ανάκλησης',
    timeStamp: 'Χρονοσφραγίδα',
    reason: 'Λόγος υπογραφής',
    location: 'Τόπος',
    page: 'Σελίδα',
    etsi: 'Κατά το ETSI EN 319 102-1',
  },
  bytes: 'byte',
  status: '{word} (κατά τον εκδότη, {source}, {time})',
  embedded: 'Μόνο όσα περιέχει το αρχείο',
  fetched: 'Όσα περιέχει το αρχείο και όσα έδωσαν οι εκδότες κατά τον έλεγχο',
  unread: 'Δεν ήταν δυνατός ο έλεγχος του αρχείου.',
  refusals: refusalsEl,
  act: 'Τι να κάνετε:',
  kinds: {
    signature: 'Υπογραφή',
    certification: 'Υπογραφή πιστοποίησης',
    timestamp: 'Χρονοσφραγίδα εγγράφου',
  },
  yes: 'Ναι',
  no: 'Όχι',
  unproven: 'όπως δηλώνει όποιος υπέγραψε, δεν αποδεικνύεται',
  unnamed: 'χωρίς όνομα',
  noTime: 'δεν αναφέρεται',
  changed: 'Αλλαγές μετά την υπογραφή:',
  place: { page: 'σελίδα {n}', revision: 'έκδοση {n} του αρχείου', object: 'αντικείμενο {n}' },
  more: 'και {count} ακόμη· η αναφορά σε μορφή JSON τα έχει όλα',
  footer: 'σελίδα {page} από {pages}',
  verdicts: el,
  details: detailsEl,
};

const english: VerificationWords = {
  tag: 'en-GB',
  title: 'Report of the validity check',
  intro:
    'The check was made automatically, by the rules of ETSI EN 319 102-1. This report is about the files with the checksums below, at the time of the check, and about nothing else.',
  facts: {
    document: 'Document',
    size: 'Size',
    checksum: 'Checksum (SHA-256)',
    verified: 'Time of the check',
    basis: 'Revocation data',
    result: 'Result',
    signatures: 'Signatures',
    signedAt: 'Signed at',
    stampedAt: 'Time',
    claimedAt: 'Time it states',
    level: 'Level',
    covers: 'Covers',
    changes: 'What has changed since',
    qualified: 'Qualified signature',
    issuer: 'Issuer of the certificate',
    revocation: 'Status of the certificate',
    revokedAt: 'Revoked at',
    timeStamp: 'Time-stamp',
    reason: 'Reason for signing',
    location: 'Place',
    page: 'Page',
    etsi: 'In the words of ETSI EN 319 102-1',
  },
  bytes: 'bytes',
  status: '{word} (according to the issuer, {source}, {time})',
  embedded: 'Only what the file holds',
  fetched: 'What the file holds, and what the issuers gave during the check',
  unread: 'The file could not be checked.',
  refusals: refusalsEn,
  act: 'What to do:',
  kinds: {
    signature: 'Signature',
    certification: 'Certification signature',
    timestamp: 'Document time-stamp',
  },
  yes: 'Yes',
  no: 'No',
  unproven: 'as the signer states, not proven',
  unnamed: 'no name',
  noTime: 'not stated',
  changed: 'Changes after the signature:',
  place: { page: 'page {n}', revision: 'revision {n} of the file', object: 'object {n}' },
  more: 'and {count} more; the report as JSON has them all',
  footer: 'page {page} of {pages}',
  verdicts: en,
  details: detailsEn,
};

export const verificationWords: Readonly<Record<ReportLocale, VerificationWords>> = {
  el: greek,
  en: english,
};
