/** What the facts of a signature's report are called, on the screens and in the reports; by the wire's codes. */

/** What a signature covers. */
export const coverage = {
  'whole-file': 'Ολόκληρο το αρχείο',
  revision: 'Το έγγραφο όπως ήταν όταν υπογράφηκε',
  partial: 'Μόνο μέρος του αρχείου',
} as const;

/** What changed after it. */
export const changeLevels = {
  none: 'Τίποτα',
  lta: 'Προστέθηκαν μόνο στοιχεία για τον μελλοντικό έλεγχο των υπογραφών',
  'form-filling': 'Προστέθηκαν υπογραφές ή συμπληρώθηκαν πεδία, όπως επιτρέπεται',
  annotations: 'Προστέθηκαν ή άλλαξαν σημειώσεις',
  other: 'Έγιναν αλλαγές που δεν επιτρέπονται',
} as const;

/** Levels of ETSI EN 319 142-1. */
export const levels = {
  'B-B': 'Βασική υπογραφή, ο χρόνος της δεν αποδεικνύεται (B-B)',
  'B-T': 'Με χρονοσφραγίδα (B-T)',
  'B-LT': 'Με χρονοσφραγίδα και όσα χρειάζονται για μελλοντικό έλεγχο (B-LT)',
  'B-LTA': 'Για μακροχρόνια διατήρηση, με χρονοσφραγίδα αρχείου (B-LTA)',
} as const;

/** Parts of a validation (ETSI EN 319 102-1), and the look at later changes. */
export const blocks = {
  format: 'Μορφή της υπογραφής',
  identification: 'Πιστοποιητικό του υπογράφοντος',
  certificate: 'Εκδότες και ανάκληση',
  cryptographic: 'Ακεραιότητα όσων υπογράφηκαν',
  acceptance: 'Κανόνες της υπογραφής',
  'time-stamp': 'Χρονοσφραγίδα',
  past: 'Ισχύς στο παρελθόν',
  changes: 'Αλλαγές μετά την υπογραφή',
} as const;

export const outcomes = {
  passed: 'Εντάξει',
  indeterminate: 'Δεν μπορεί να διαπιστωθεί',
  failed: 'Αποτυχία',
} as const;

export const timeStampKinds = {
  signature: 'Χρονοσφραγίδα της υπογραφής',
  document: 'Χρονοσφραγίδα του εγγράφου',
  archive: 'Χρονοσφραγίδα αρχείου μέσα στην υπογραφή',
} as const;

/** What an issuer said of a certificate. */
export const statuses = {
  good: 'Δεν έχει ανακληθεί',
  revoked: 'Έχει ανακληθεί',
  unknown: 'Ο εκδότης δεν το γνωρίζει',
} as const;

/** CRLReason (RFC 5280 §5.3.1). */
export const revocationReasons = {
  unspecified: 'Ο λόγος δεν αναφέρεται',
  keyCompromise: 'Το κλειδί δεν είναι πια ασφαλές',
  cACompromise: 'Το κλειδί του εκδότη δεν είναι πια ασφαλές',
  affiliationChanged: 'Άλλαξε η ιδιότητα του κατόχου',
  superseded: 'Αντικαταστάθηκε από άλλο',
  cessationOfOperation: 'Έπαψε να χρησιμοποιείται',
  certificateHold: 'Προσωρινή αναστολή',
  privilegeWithdrawn: 'Αφαιρέθηκε το δικαίωμα χρήσης',
  aACompromise: 'Το κλειδί της αρχής ιδιοτήτων δεν είναι πια ασφαλές',
} as const;
