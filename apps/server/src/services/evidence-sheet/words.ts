import type { LeftOutKind } from '@websign/contract';
import { keyPlaces as keyPlacesEl } from '@websign/contract/words/el/keys';
import { leftOut as leftOutEl } from '@websign/contract/words/el/left-out';
import { titles as titlesEl } from '@websign/contract/words/el/titles';
import { indications as indicationsEl } from '@websign/contract/words/el/validation';
import { qualifications as qualificationsEl } from '@websign/contract/words/el/validation-details';
import { keyPlaces as keyPlacesEn } from '@websign/contract/words/en/keys';
import { leftOut as leftOutEn } from '@websign/contract/words/en/left-out';
import { titles as titlesEn } from '@websign/contract/words/en/titles';
import { indications as indicationsEn } from '@websign/contract/words/en/validation';
import { qualifications as qualificationsEn } from '@websign/contract/words/en/validation-details';

type Words = Readonly<Record<string, string>>;

/** What the evidence sheet says around its facts, in one language; `{…}` are filled in. */
interface SheetWords {
  /** For Intl. */
  tag: string;
  title: string;
  intro: string;
  document: string;
  facts: Record<
    | 'name'
    | 'uploaded'
    | 'original'
    | 'originalSize'
    | 'current'
    | 'currentSize'
    | 'signer'
    | 'username'
    | 'subjectSerial'
    | 'made',
    string
  >;
  copy: string;
  copyIntro: string;
  copyOf: Record<'name' | 'checksum', string>;
  leftOutIntro: string;
  nothingLeftOut: string;
  leftOut: Readonly<Record<LeftOutKind, string>>;
  quoted: string;
  more: string;
  version: string;
  of: Record<
    | 'time'
    | 'level'
    | 'authentication'
    | 'key'
    | 'certificate'
    | 'fingerprint'
    | 'reason'
    | 'title'
    | 'look'
    | 'before'
    | 'after'
    | 'size',
    string
  >;
  authentication: string;
  /** With a key at a provider: by its password and code, or on its own page. */
  elsewhere: Record<'codes' | 'redirect', string>;
  keyPlaces: Words;
  visible: string;
  invisible: string;
  judged: string;
  judgedIntro: string;
  gone: string;
  judgement: Record<
    'signer' | 'result' | 'time' | 'stamp' | 'certificate' | 'validity' | 'issuer' | 'qualified',
    string
  >;
  proven: string;
  claimed: string;
  noTime: string;
  noStamp: string;
  stamp: string;
  qualifiedYes: string;
  qualifiedNo: string;
  unnamed: string;
  earlier: string;
  findings: string;
  noFindings: string;
  page: string;
  pages: string;
  audit: string;
  auditIntro: string;
  entry: string;
  kinds: Words;
  bytes: string;
  footer: string;
  indications: Words;
  qualifications: Words;
  titles: Words;
}

const el: SheetWords = {
  tag: 'el',
  title: 'Φύλλο τεκμηρίωσης υπογραφής',
  intro:
    'Το φύλλο αυτό καταγράφει πώς υπογράφηκε το παρακάτω έγγραφο: ποιος υπέγραψε, πότε, πώς επιβεβαιώθηκε η ταυτότητά του και τι βρήκαν οι έλεγχοι. Φέρει την ηλεκτρονική σφραγίδα της υπηρεσίας, που δεν φαίνεται στις σελίδες: τη δείχνει κάθε πρόγραμμα που ελέγχει ηλεκτρονικές υπογραφές σε PDF.',
  document: 'Το έγγραφο',
  facts: {
    name: 'Έγγραφο',
    uploaded: 'Χρόνος μεταφόρτωσης',
    original: 'Αποτύπωμα όπως μεταφορτώθηκε (SHA-256)',
    originalSize: 'Μέγεθος όπως μεταφορτώθηκε',
    current: 'Αποτύπωμα υπογεγραμμένου (SHA-256)',
    currentSize: 'Μέγεθος υπογεγραμμένου',
    signer: 'Υπέγραψε',
    username: 'Όνομα χρήστη',
    subjectSerial: 'Σειριακός αριθμός κατόχου',
    made: 'Χρόνος έκδοσης του φύλλου',
  },
  copy: 'Ασφαλές αντίγραφο',
  copyIntro:
    'Το έγγραφο που υπογράφηκε είναι ασφαλές αντίγραφο ενός αρχείου που δεν μπορούσε να υπογραφεί: ένα νέο PDF με τις σελίδες του όπως φαίνονται. Το αρχείο από το οποίο έγινε έμεινε όπως ήταν.',
  copyOf: {
    name: 'Αρχικό αρχείο',
    checksum: 'Αποτύπωμα αρχικού αρχείου (SHA-256)',
  },
  leftOutIntro: 'Όσα δεν πέρασαν στο αντίγραφο, ή έγιναν μέρος της σελίδας:',
  nothingLeftOut: 'Δεν αφαιρέθηκε τίποτα.',
  leftOut: leftOutEl,
  quoted: '«{text}»',
  more: 'και άλλα {number}',
  version: 'Υπογραφή {number}',
  of: {
    time: 'Χρόνος υπογραφής',
    level: 'Επίπεδο',
    authentication: 'Επιβεβαίωση ταυτότητας',
    key: 'Ιδιωτικό κλειδί',
    certificate: 'Σειριακός αριθμός πιστοποιητικού',
    fingerprint: 'Αποτύπωμα πιστοποιητικού (SHA-256)',
    reason: 'Λόγος υπογραφής',
    title: 'Ιδιότητα',
    look: 'Εμφάνιση',
    before: 'Αποτύπωμα πριν από την υπογραφή',
    after: 'Αποτύπωμα μετά την υπογραφή',
    size: 'Μέγεθος',
  },
  authentication: 'Όνομα χρήστη, κωδικός πρόσβασης και κωδικός μίας χρήσης ({method})',
  elsewhere: {
    codes:
      'Όνομα χρήστη και κωδικός πρόσβασης στην υπηρεσία. Κωδικός πρόσβασης και κωδικός μίας χρήσης στον πάροχο υπογραφής',
    redirect:
      'Όνομα χρήστη και κωδικός πρόσβασης στην υπηρεσία. Έγκριση της υπογραφής στη σελίδα του παρόχου υπογραφής',
  },
  keyPlaces: keyPlacesEl,
  visible: 'Ορατή υπογραφή με ονοματεπώνυμο',
  invisible: 'Χωρίς ορατή υπογραφή στη σελίδα',
  judged: 'Οι υπογραφές του εγγράφου',
  judgedIntro: 'Όπως κρίνονται σήμερα, μόνο από τα στοιχεία που περιέχει το έγγραφο.',
  gone: 'Το έγγραφο δεν τηρείται πια στην υπηρεσία. Ελέγξτε το αντίγραφό σας με το παραπάνω αποτύπωμα.',
  judgement: {
    signer: 'Υπέγραψε',
    result: 'Αποτέλεσμα',
    time: 'Χρόνος',
    stamp: 'Χρονοσφραγίδα',
    certificate: 'Πιστοποιητικό',
    validity: 'Ισχύς πιστοποιητικού',
    issuer: 'Εκδότης',
    qualified: 'Εγκεκριμένη υπογραφή',
  },
  proven: '{time}, το αποδεικνύει χρονοσφραγίδα',
  claimed: '{time} (όπως δηλώνει όποιος υπέγραψε)',
  noTime: 'Δεν αναφέρεται',
  noStamp: 'Δεν υπάρχει',
  stamp: '{time}, από {authority}',
  qualifiedYes: 'Ναι',
  qualifiedNo: 'Όχι',
  unnamed: 'Χωρίς όνομα',
  earlier: 'Υπογραφές που έφερε το έγγραφο όταν μεταφορτώθηκε',
  findings: 'Ευρήματα του ελέγχου ασφάλειας',
  noFindings: 'Ο έλεγχος δεν βρήκε τίποτα που να χρειάζεται προσοχή.',
  page: 'σελίδα {page}',
  pages: 'σελίδες {pages}',
  audit: 'Αρχείο καταγραφής',
  auditIntro:
    'Κάθε εγγραφή περιέχει το αποτύπωμα (SHA-256) της προηγούμενης, ώστε καμία να μην μπορεί να αλλάξει ή να λείψει χωρίς να φανεί.',
  entry: '{sequence}. {time} – {kind}. Προηγούμενη: {previous}. Αυτή: {hash}',
  kinds: {
    upload: 'Μεταφόρτωση',
    sign: 'Υπογραφή',
    send: 'Αποστολή με e-mail',
    raise: 'Προσθήκη στοιχείων μακροχρόνιας επαλήθευσης',
  },
  bytes: 'byte',
  footer: 'σελίδα {page} από {pages}',
  indications: indicationsEl,
  qualifications: qualificationsEl,
  titles: titlesEl,
};

const en: SheetWords = {
  tag: 'en-GB',
  title: 'Evidence sheet of a signature',
  intro:
    'This sheet records how the document below was signed: who signed, when, how the person was identified and what the checks found. It bears the electronic seal of the service, which is not seen on the pages: every program that checks electronic signatures in PDF shows it.',
  document: 'The document',
  facts: {
    name: 'Document',
    uploaded: 'Uploaded at',
    original: 'Checksum as uploaded (SHA-256)',
    originalSize: 'Size as uploaded',
    current: 'Checksum as signed (SHA-256)',
    currentSize: 'Size as signed',
    signer: 'Signer',
    username: 'Username',
    subjectSerial: 'Subject serial number',
    made: 'Sheet made at',
  },
  copy: 'Safe copy',
  copyIntro:
    'The document that was signed is a safe copy of a file that could not be signed: a new PDF of its pages as they are shown. The file that it was made of stayed as it was.',
  copyOf: {
    name: 'Original file',
    checksum: 'Checksum of the original file (SHA-256)',
  },
  leftOutIntro: 'What did not go into the copy, or became part of the page:',
  nothingLeftOut: 'Nothing was left out.',
  leftOut: leftOutEn,
  quoted: '“{text}”',
  more: 'and {number} more',
  version: 'Signature {number}',
  of: {
    time: 'Signed at',
    level: 'Level',
    authentication: 'Identified by',
    key: 'Private key',
    certificate: 'Certificate serial number',
    fingerprint: 'Certificate fingerprint (SHA-256)',
    reason: 'Reason',
    title: 'Title',
    look: 'Appearance',
    before: 'Checksum before the signature',
    after: 'Checksum after the signature',
    size: 'Size',
  },
  authentication: 'Username, password and one-time password ({method})',
  elsewhere: {
    codes: 'Username and password at this service. Password and one-time password at the signature provider',
    redirect:
      'Username and password at this service. Approval of the signature on the page of the signature provider',
  },
  keyPlaces: keyPlacesEn,
  visible: 'Visible signature with the full name',
  invisible: 'No visible signature on the page',
  judged: 'The signatures of the document',
  judgedIntro: 'As they are judged today, by what the document holds alone.',
  gone: 'The service no longer keeps the document. Check your copy against the checksum above.',
  judgement: {
    signer: 'Signer',
    result: 'Result',
    time: 'Time',
    stamp: 'Time-stamp',
    certificate: 'Certificate',
    validity: 'Certificate validity',
    issuer: 'Issuer',
    qualified: 'Qualified signature',
  },
  proven: '{time} (proven by a time-stamp)',
  claimed: '{time} (as the signer claims)',
  noTime: 'Not stated',
  noStamp: 'None',
  stamp: '{time}, by {authority}',
  qualifiedYes: 'Yes',
  qualifiedNo: 'No',
  unnamed: 'No name',
  earlier: 'Signatures that the document came with',
  findings: 'Findings of the security check',
  noFindings: 'The check found nothing that needs attention.',
  page: 'page {page}',
  pages: 'pages {pages}',
  audit: 'Audit log',
  auditIntro:
    'Every entry holds the checksum (SHA-256) of the one before, so that none can be changed or left out without showing.',
  entry: '{sequence}. {time} – {kind}. Before: {previous}. This one: {hash}',
  kinds: {
    upload: 'Upload',
    sign: 'Signature',
    send: 'Sent by e-mail',
    raise: 'Long-term validation data added',
  },
  bytes: 'bytes',
  footer: 'page {page} of {pages}',
  indications: indicationsEn,
  qualifications: qualificationsEn,
  titles: titlesEn,
};

export const sheetWords = { el, en } as const;
export type { SheetWords };
