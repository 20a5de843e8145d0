import type { FindingsReport, FindingWords } from '@websign/contract';
import { advice as adviceEl } from '@websign/contract/words/el/advice';
import { reasons as reasonsEl } from '@websign/contract/words/el/reasons';
import { refusals as refusalsEl } from '@websign/contract/words/el/refusals';
import { titles as titlesEl } from '@websign/contract/words/el/titles';
import { advice as adviceEn } from '@websign/contract/words/en/advice';
import { reasons as reasonsEn } from '@websign/contract/words/en/reasons';
import { refusals as refusalsEn } from '@websign/contract/words/en/refusals';
import { titles as titlesEn } from '@websign/contract/words/en/titles';

type Words = Readonly<Record<string, string>>;
interface Kinds {
  titles: Words;
  reasons: Words;
  advice: Words;
}

const say = (words: Words, kind: string): string | undefined =>
  Object.hasOwn(words, kind) ? words[kind] : undefined;

/** What is told of a kind; one from another version of the product is told by its name. */
const wordsOf = ({ titles, reasons, advice }: Kinds, kind: string, other: string): FindingWords => ({
  title: say(titles, kind) ?? `${other} (${kind})`,
  reason: say(reasons, kind) ?? '',
  advice: say(advice, kind) ?? '',
});

export const kindWords = (kind: string): { el: FindingWords; en: FindingWords } => ({
  el: wordsOf({ titles: titlesEl, reasons: reasonsEl, advice: adviceEl }, kind, 'Άλλο εύρημα'),
  en: wordsOf({ titles: titlesEn, reasons: reasonsEn, advice: adviceEn }, kind, 'Other finding'),
});

type Counts = readonly [one: string, more: string];

/** What the report says around the findings, in one language. */
export interface ReportWords {
  /** For Intl. */
  tag: string;
  title: string;
  intro: string;
  facts: Record<
    'document' | 'size' | 'checksum' | 'pages' | 'uploaded' | 'result' | 'findings' | 'signatures' | 'made',
    string
  >;
  bytes: string;
  results: Record<FindingsReport['verdict'], string>;
  verdicts: Record<'info' | 'warn' | 'refuse', string>;
  counts: Record<'info' | 'warn' | 'refuse', Counts>;
  none: string;
  refusals: Words;
  /** Of a refusal that no finding explains. */
  refusal: string;
  brokenSignatures: string;
  act: string;
  page: string;
  file: string;
  at: string;
  object: string;
  revision: string;
  quotes: Counts;
  places: string;
  /** The decimal sign of the language. */
  decimal: ',' | '.';
  more: string;
  integrity: Record<FindingsReport['signatures'][number]['integrity'], string>;
  unnamed: string;
  footer: string;
}

const el: ReportWords = {
  tag: 'el',
  title: 'Αναφορά ευρημάτων ελέγχου',
  intro:
    'Ο έλεγχος ασφάλειας εξετάζει αυτόματα κάθε αρχείο πριν από την υπογραφή. Η αναφορά αφορά μόνο το αρχείο με το παρακάτω αποτύπωμα.',
  facts: {
    document: 'Έγγραφο',
    size: 'Μέγεθος',
    checksum: 'Αποτύπωμα (SHA-256)',
    pages: 'Σελίδες',
    uploaded: 'Χρόνος μεταφόρτωσης',
    result: 'Αποτέλεσμα',
    findings: 'Ευρήματα',
    signatures: 'Υπογραφές που έφερε',
    made: 'Χρόνος έκδοσης',
  },
  bytes: 'byte',
  results: { accept: 'Έγινε δεκτό', warn: 'Έγινε δεκτό με προειδοποιήσεις', refuse: 'Απορρίφθηκε' },
  verdicts: { info: 'Πληροφορία', warn: 'Προειδοποίηση', refuse: 'Λόγος απόρριψης' },
  counts: {
    info: ['πληροφορία', 'πληροφορίες'],
    warn: ['προειδοποίηση', 'προειδοποιήσεις'],
    refuse: ['λόγος απόρριψης', 'λόγοι απόρριψης'],
  },
  none: 'Ο έλεγχος δεν βρήκε τίποτα που να χρειάζεται την προσοχή σας.',
  refusals: {
    ...refusalsEl,
    signing_not_permitted:
      'Ο κάτοχος του εγγράφου έχει περιορίσει τη χρήση του: δεν επιτρέπει ούτε αλλαγές ούτε νέα πεδία υπογραφής. Ζητήστε του το χωρίς αυτόν τον περιορισμό.',
  },
  refusal: 'Γιατί απορρίφθηκε',
  brokenSignatures:
    'Το περιεχόμενο άλλαξε μετά από υπογραφή που έφερε ή η υπογραφή δεν είναι έγκυρη. Ζητήστε το έγγραφο όπως ήταν όταν υπογράφηκε.',
  act: 'Τι να κάνετε:',
  page: 'Σελίδα',
  file: 'Στο αρχείο',
  at: 'θέση',
  object: 'αντικείμενο',
  revision: 'έκδοση {number} του αρχείου',
  quotes: ['«', '»'],
  more: 'και {count} ακόμη· η αναφορά σε μορφή JSON τα έχει όλα',
  decimal: ',',
  places:
    'Οι θέσεις δίνονται σε εκατοστά από την κάτω αριστερή γωνία της σελίδας: αριστερά, κάτω, δεξιά, πάνω.',
  integrity: {
    intact: 'όσα υπογράφηκαν δεν έχουν αλλοιωθεί',
    broken: 'όσα υπογράφηκαν έχουν αλλοιωθεί',
    unsupported: 'δεν μπορεί να διαπιστωθεί αν αλλοιώθηκε το περιεχόμενο',
  },
  unnamed: 'χωρίς όνομα',
  footer: 'σελίδα {page} από {pages}',
};

const en: ReportWords = {
  tag: 'en-GB',
  title: 'Report of the findings',
  intro:
    'The security check examines every file automatically before it can be signed. This report is about the file with the checksum below and no other.',
  facts: {
    document: 'Document',
    size: 'Size',
    checksum: 'Checksum (SHA-256)',
    pages: 'Pages',
    uploaded: 'Uploaded at',
    result: 'Result',
    findings: 'Findings',
    signatures: 'Signatures it came with',
    made: 'Report made at',
  },
  bytes: 'bytes',
  results: { accept: 'Accepted', warn: 'Accepted with warnings', refuse: 'Refused' },
  verdicts: { info: 'Information', warn: 'Warning', refuse: 'Reason for refusal' },
  counts: {
    info: ['note', 'notes'],
    warn: ['warning', 'warnings'],
    refuse: ['reason for refusal', 'reasons for refusal'],
  },
  none: 'The check found nothing that needs your attention.',
  refusals: {
    ...refusalsEn,
    signing_not_permitted:
      'The owner of the document has restricted its use: neither changes nor new signature fields are permitted. Ask the owner for it without this restriction.',
  },
  refusal: 'Why it was refused',
  brokenSignatures:
    'The content changed after a signature that it came with, or that signature is not valid. Ask for the document as it was when it was signed.',
  act: 'What to do:',
  page: 'Page',
  file: 'In the file',
  at: 'place',
  object: 'object',
  revision: 'revision {number} of the file',
  quotes: ['“', '”'],
  more: 'and {count} more; the report as JSON has them all',
  decimal: '.',
  places: 'Places are given in centimetres from the lower left corner of the page: left, bottom, right, top.',
  integrity: {
    intact: 'what was signed has not been altered',
    broken: 'what was signed has been altered',
    unsupported: 'whether what was signed was altered cannot be determined',
  },
  unnamed: 'no name',
  footer: 'page {page} of {pages}',
};

export const reportWords = { el, en } as const;
export type ReportLocale = keyof typeof reportWords;
