/**
 * What is said of a checked document and of each of its signatures, on the screens and in the reports. Codes are the
 * wire's; the sub-indications are ETSI EN 319 102-1's.
 */

/** What is said first of the whole document; `{{because}}` is a clause of {@link causes}, `{{signed}}` of {@link signed}. */
export const headlines = {
  valid: 'Το έγγραφο φέρει {{signed}}.',
  'valid-with-warnings': 'Το έγγραφο φέρει {{signed}}. Όμως {{because}}.',
  indeterminate: 'Δεν μπορεί να διαπιστωθεί αν το έγγραφο είναι έγκυρα υπογεγραμμένο, γιατί {{because}}.',
  invalid: 'Το έγγραφο δεν είναι έγκυρα υπογεγραμμένο, γιατί {{because}}.',
  unsigned: 'Το έγγραφο δεν φέρει υπογραφές.',
  stamped: 'Το έγγραφο δεν φέρει υπογραφές, αλλά μόνο χρονοσφραγίδες.',
} as const;

/** What a validly signed document bears, by whether that is qualified; `{{what}}` is one of {@link signedNouns}. */
export const signed = {
  qualified: 'έγκυρη εγκεκριμένη ηλεκτρονική {{what}}',
  plain: 'έγκυρη ηλεκτρονική {{what}}, που δεν είναι εγκεκριμένη',
  unclear:
    'έγκυρη ηλεκτρονική {{what}}, αλλά από τον κατάλογο εμπίστευσης δεν προκύπτει αν είναι εγκεκριμένη',
  'all-qualified': '{{number}} έγκυρες ηλεκτρονικές {{what}}, όλες εγκεκριμένες',
  'one-qualified': '{{number}} έγκυρες ηλεκτρονικές {{what}}, από τις οποίες μόνο μία είναι εγκεκριμένη',
  'some-qualified':
    '{{number}} έγκυρες ηλεκτρονικές {{what}}, από τις οποίες μόνο {{qualified}} είναι εγκεκριμένες',
  'one-at-least':
    '{{number}} έγκυρες ηλεκτρονικές {{what}}, από τις οποίες τουλάχιστον μία είναι εγκεκριμένη',
  'some-at-least':
    '{{number}} έγκυρες ηλεκτρονικές {{what}}, από τις οποίες τουλάχιστον {{qualified}} είναι εγκεκριμένες',
  'none-qualified': '{{number}} έγκυρες ηλεκτρονικές {{what}}, από τις οποίες καμία δεν είναι εγκεκριμένη',
  'all-unclear':
    '{{number}} έγκυρες ηλεκτρονικές {{what}}, αλλά από τον κατάλογο εμπίστευσης δεν προκύπτει αν είναι εγκεκριμένες',
  'some-unclear':
    '{{number}} έγκυρες ηλεκτρονικές {{what}}, αλλά από τον κατάλογο εμπίστευσης δεν προκύπτει για όλες αν είναι εγκεκριμένες',
} as const;

export const signedNouns = {
  signature: 'υπογραφή',
  seal: 'σφραγίδα',
  signatures: 'υπογραφές',
  seals: 'σφραγίδες',
  both: 'υπογραφές και σφραγίδες',
} as const;

/** The same in a word or two, for labels. */
export const verdicts = {
  valid: 'Έγκυρο',
  'valid-with-warnings': 'Έγκυρο με παρατηρήσεις',
  indeterminate: 'Δεν μπορεί να διαπιστωθεί',
  invalid: 'Μη έγκυρο',
  unsigned: 'Χωρίς υπογραφές',
} as const;

/** Of one signature. */
export const indications = {
  'TOTAL-PASSED': 'Έγκυρη',
  INDETERMINATE: 'Δεν μπορεί να διαπιστωθεί',
  'TOTAL-FAILED': 'Μη έγκυρη',
} as const;

/** One sentence for one signature, by how grave its cause is. */
export const sentences = {
  valid: 'Έγκυρη.',
  warn: 'Έγκυρη, αλλά {{because}}.',
  unknown: 'Δεν μπορεί να διαπιστωθεί αν είναι έγκυρη, γιατί {{because}}.',
  invalid: 'Μη έγκυρη, γιατί {{because}}.',
} as const;

/** Why a verdict is not plainly `valid`: a clause that follows «γιατί» or «αλλά». */
export const causes = {
  FORMAT_FAILURE: 'η υπογραφή δεν έχει αποδεκτή μορφή',
  HASH_FAILURE: 'όσα υπογράφηκαν έχουν αλλοιωθεί',
  SIG_CRYPTO_FAILURE: 'η υπογραφή δεν έγινε με το κλειδί του πιστοποιητικού της',
  REVOKED: 'το πιστοποιητικό είχε ανακληθεί όταν έγινε η υπογραφή',
  EXPIRED: 'το πιστοποιητικό είχε λήξει όταν έγινε η υπογραφή',
  NOT_YET_VALID: 'το πιστοποιητικό δεν ίσχυε ακόμη όταν έγινε η υπογραφή',
  SIG_CONSTRAINTS_FAILURE: 'η υπογραφή δεν τηρεί τους κανόνες του ελέγχου',
  CHAIN_CONSTRAINTS_FAILURE: 'ένα από τα πιστοποιητικά δεν τηρεί τους κανόνες του ελέγχου',
  CERTIFICATE_CHAIN_GENERAL_FAILURE: 'δεν ήταν δυνατός ο έλεγχος των πιστοποιητικών',
  CRYPTO_CONSTRAINTS_FAILURE: 'χρησιμοποιήθηκε κρυπτογραφική μέθοδος που δεν θεωρείται ασφαλής',
  'unknown-method': 'χρησιμοποιήθηκε κρυπτογραφική μέθοδος που δεν γνωρίζει η υπηρεσία',
  POLICY_PROCESSING_ERROR: 'δεν ήταν δυνατή η ανάγνωση της πολιτικής υπογραφής',
  SIGNATURE_POLICY_NOT_AVAILABLE: 'η πολιτική υπογραφής που ορίζει δεν είναι διαθέσιμη',
  TIMESTAMP_ORDER_FAILURE: 'οι χρονοσφραγίδες δεν έχουν τη σωστή σειρά',
  NO_SIGNING_CERTIFICATE_FOUND: 'λείπει το πιστοποιητικό υπογραφής',
  NO_CERTIFICATE_CHAIN_FOUND: 'ο εκδότης του πιστοποιητικού δεν είναι αναγνωρισμένος',
  NO_CERTIFICATE_CHAIN_FOUND_NO_POE:
    'ο εκδότης του πιστοποιητικού δεν είναι αναγνωρισμένος και δεν αποδεικνύεται πότε έγινε η υπογραφή',
  REVOKED_NO_POE: 'το πιστοποιητικό έχει ανακληθεί και δεν αποδεικνύεται ότι η υπογραφή έγινε νωρίτερα',
  REVOKED_CA_NO_POE:
    'το πιστοποιητικό του εκδότη έχει ανακληθεί και δεν αποδεικνύεται ότι η υπογραφή έγινε νωρίτερα',
  OUT_OF_BOUNDS_NO_POE:
    'το πιστοποιητικό δεν βρίσκεται σε ισχύ και δεν αποδεικνύεται ότι η υπογραφή έγινε όσο ίσχυε',
  OUT_OF_BOUNDS_NOT_REVOKED:
    'το πιστοποιητικό δεν βρίσκεται σε ισχύ, χωρίς να έχει ανακληθεί, και δεν αποδεικνύεται πότε έγινε η υπογραφή',
  REVOCATION_OUT_OF_BOUNDS_NO_POE:
    'τα στοιχεία για την ανάκληση δεν βρίσκονται σε ισχύ και δεν αποδεικνύεται πότε δόθηκαν',
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE:
    'η κρυπτογραφική μέθοδος δεν θεωρείται πια ασφαλής και δεν αποδεικνύεται ότι η υπογραφή έγινε νωρίτερα',
  NO_POE: 'δεν αποδεικνύεται πότε έγινε η υπογραφή',
  TRY_LATER: 'δεν είναι γνωστό ακόμη αν το πιστοποιητικό έχει ανακληθεί',
  'on-hold': 'ο εκδότης έχει αναστείλει προσωρινά το πιστοποιητικό',
  SIGNED_DATA_NOT_FOUND: 'λείπει μέρος όσων υπογράφηκαν',
  CUSTOM: 'δεν ήταν δυνατή η ολοκλήρωση του ελέγχου',
  changed: 'μετά την υπογραφή έγιναν αλλαγές που δεν επιτρέπονται',
  annotations: 'μετά την υπογραφή προστέθηκαν ή άλλαξαν σημειώσεις',
  'form-filling': 'μετά την υπογραφή συμπληρώθηκαν πεδία',
  unread_look: 'μετά την υπογραφή προστέθηκε κάτι που δεν μπορεί να συγκριθεί με όσα υπογράφηκαν',
  description: 'μετά την υπογραφή άλλαξε ο τίτλος του εγγράφου ή το κείμενο για προγράμματα ανάγνωσης οθόνης',
  uncompared: 'μετά την υπογραφή έγιναν περισσότερες αλλαγές από όσες ελέγχονται',
  partial: 'η υπογραφή δεν καλύπτει ολόκληρο το έγγραφο',
  'time-stamp': 'δεν ήταν δυνατή η επιβεβαίωση μιας χρονοσφραγίδας',
  contents_padding: 'στον χώρο που προορίζεται για την υπογραφή υπάρχουν και άλλα δεδομένα',
  claimed_time: 'ο χρόνος που δηλώνει όποιος υπέγραψε δεν μπορεί να αληθεύει',
  certificate_altered: 'ένα πιστοποιητικό της υπογραφής λείπει από αυτήν ή είναι αλλοιωμένο',
  'left-out': 'δεν ελέγχθηκαν όλες οι υπογραφές του',
} as const;

/** A cause that has words. */
export type Cause = keyof typeof causes;

/** What that means for who holds the document. */
export const meanings: Readonly<Record<Cause, string>> = {
  FORMAT_FAILURE:
    'Τα στοιχεία της υπογραφής δεν είναι γραμμένα όπως ορίζουν τα πρότυπα. Τέτοια μορφή έχουν και πλαστές υπογραφές.',
  HASH_FAILURE: 'Το έγγραφο που έχετε δεν είναι αυτό που υπογράφηκε.',
  SIG_CRYPTO_FAILURE: 'Δεν αποδεικνύεται ότι υπέγραψε το πρόσωπο που αναφέρεται στο πιστοποιητικό.',
  REVOKED: 'Ο εκδότης είχε ακυρώσει το πιστοποιητικό πριν χρησιμοποιηθεί για την υπογραφή.',
  EXPIRED: 'Η υπογραφή έγινε αφού έληξε το πιστοποιητικό.',
  NOT_YET_VALID: 'Η υπογραφή έγινε πριν αρχίσει να ισχύει το πιστοποιητικό.',
  SIG_CONSTRAINTS_FAILURE:
    'Από την υπογραφή λείπει κάποιο στοιχείο που απαιτείται ή δεν είναι αυτό που πρέπει.',
  CHAIN_CONSTRAINTS_FAILURE:
    'Το πιστοποιητικό υπογραφής ή το πιστοποιητικό ενός εκδότη δεν επιτρέπεται να χρησιμοποιηθεί με αυτόν τον τρόπο.',
  CERTIFICATE_CHAIN_GENERAL_FAILURE:
    'Κάποιο από τα πιστοποιητικά, από το πιστοποιητικό υπογραφής έως εκείνο της αρχής που το εγγυάται, δεν διαβάζεται.',
  CRYPTO_CONSTRAINTS_FAILURE: 'Τέτοιες υπογραφές μπορούν πια να πλαστογραφηθούν.',
  'unknown-method': 'Αυτό δεν σημαίνει ότι η υπογραφή είναι πλαστή: η υπηρεσία δεν μπορεί να την ελέγξει.',
  POLICY_PROCESSING_ERROR: 'Η υπογραφή παραπέμπει σε κανόνες που δεν έχουν αναγνωρίσιμη μορφή.',
  SIGNATURE_POLICY_NOT_AVAILABLE: 'Η υπογραφή παραπέμπει σε κανόνες που δεν βρέθηκαν.',
  TIMESTAMP_ORDER_FAILURE: 'Δεν αποδεικνύεται πότε έγινε η υπογραφή.',
  NO_SIGNING_CERTIFICATE_FOUND: 'Δεν μπορεί να διαπιστωθεί ποιος υπέγραψε.',
  NO_CERTIFICATE_CHAIN_FOUND:
    'Το πιστοποιητικό δεν οδηγεί σε αρχή που αναγνωρίζει η υπηρεσία. Αυτό δεν σημαίνει ότι η υπογραφή είναι πλαστή.',
  NO_CERTIFICATE_CHAIN_FOUND_NO_POE:
    'Το πιστοποιητικό δεν οδηγεί σε αρχή που αναγνωρίζει η υπηρεσία. Αυτό δεν σημαίνει ότι η υπογραφή είναι πλαστή.',
  REVOKED_NO_POE:
    'Η υπογραφή ίσως έγινε όσο ίσχυε το πιστοποιητικό, αλλά δεν υπάρχει χρονοσφραγίδα από τότε.',
  REVOKED_CA_NO_POE:
    'Ο εκδότης έπαψε να είναι αξιόπιστος και καμία χρονοσφραγίδα δεν δείχνει ότι η υπογραφή προηγήθηκε.',
  OUT_OF_BOUNDS_NO_POE:
    'Η υπογραφή ίσως έγινε όσο ίσχυε το πιστοποιητικό, αλλά δεν υπάρχει χρονοσφραγίδα από τότε.',
  OUT_OF_BOUNDS_NOT_REVOKED:
    'Η υπογραφή ίσως έγινε όσο ίσχυε το πιστοποιητικό, αλλά δεν υπάρχει χρονοσφραγίδα από τότε.',
  REVOCATION_OUT_OF_BOUNDS_NO_POE:
    'Δεν μπορεί να διαπιστωθεί αν το πιστοποιητικό είχε ανακληθεί όταν έγινε η υπογραφή.',
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE:
    'Η υπογραφή ίσως έγινε όσο η μέθοδος ήταν ασφαλής, αλλά καμία χρονοσφραγίδα δεν το δείχνει.',
  NO_POE: 'Καμία χρονοσφραγίδα δεν δείχνει ότι η υπογραφή υπήρχε όταν έπρεπε.',
  TRY_LATER: 'Ο εκδότης δεν έχει δώσει ακόμη πρόσφατα στοιχεία για το πιστοποιητικό.',
  'on-hold':
    'Η αναστολή μπορεί να αρθεί ή να γίνει ανάκληση. Ως τότε δεν κρίνεται αν η υπογραφή είναι έγκυρη.',
  SIGNED_DATA_NOT_FOUND: 'Η υπογραφή αφορά και δεδομένα που δεν υπάρχουν στο αρχείο.',
  CUSTOM: 'Ο έλεγχος δεν υποστηρίζει ένα μέρος της υπογραφής.',
  changed: 'Το έγγραφο μπορεί να δείχνει άλλα από όσα είδε όποιος υπέγραψε.',
  annotations: 'Όσα υπογράφηκαν δεν άλλαξαν, αλλά η υπογραφή δεν καλύπτει τις σημειώσεις.',
  'form-filling': 'Το έγγραφο το επιτρέπει, αλλά η προηγούμενη υπογραφή δεν καλύπτει όσα συμπληρώθηκαν.',
  unread_look: 'Ίσως κρύβει μέρος όσων υπογράφηκαν: ο έλεγχος δεν μπορεί να διαβάσει πώς εμφανίζεται.',
  description: 'Όσα δείχνουν οι σελίδες δεν άλλαξαν, αλλά η υπογραφή δεν καλύπτει τη νέα περιγραφή.',
  uncompared: 'Εδώ δεν μπορεί να κριθεί αν επιτρέπονται όλες.',
  partial: 'Όσα δεν καλύπτει η υπογραφή μπορεί να προστέθηκαν χωρίς να το γνωρίζει όποιος υπέγραψε.',
  'time-stamp': 'Ο χρόνος που δηλώνει δεν αποδεικνύεται.',
  contents_padding:
    'Η υπογραφή δεν τα καλύπτει. Κανένα πρόγραμμα δεν τα δείχνει και δεν αλλάζουν όσα υπογράφηκαν.',
  claimed_time: 'Το ρολόι όποιου υπέγραψε ήταν λάθος ή ο χρόνος δεν γράφτηκε σωστά.',
  certificate_altered:
    'Ελέγχθηκε με ακέραιο αντίγραφο από άλλο σημείο του αρχείου. Άλλα προγράμματα ίσως δεν το βρουν.',
  'left-out': 'Το έγγραφο έχει περισσότερες υπογραφές από όσες ελέγχονται κάθε φορά.',
};

const original = 'Μη βασιστείτε στο έγγραφο. Ζητήστε το από όποιον το υπέγραψε, όπως ήταν όταν το υπέγραψε.';
const anew = 'Ζητήστε να υπογραφεί ξανά με πιστοποιητικό σε ισχύ.';
const fresh = 'Ζητήστε να υπογραφεί ξανά, με χρονοσφραγίδα.';
const issuer = 'Επικοινωνήστε με όποιον υπέγραψε και ρωτήστε ποιος εξέδωσε το πιστοποιητικό του.';
const current = 'Ζητήστε να υπογραφεί ξανά, με πιστοποιητικό σε ισχύ και με χρονοσφραγίδα.';
const later = 'Ελέγξτε ξανά το έγγραφο αργότερα.';
const look = 'Δείτε παρακάτω τι άλλαξε πριν βασιστείτε στο έγγραφο.';
const support = 'Ζητήστε νέα υπογραφή ή απευθυνθείτε στην τεχνική υποστήριξη του φορέα σας.';

/** What one can do. */
export const advice: Readonly<Record<Cause, string>> = {
  FORMAT_FAILURE: original,
  HASH_FAILURE: original,
  SIG_CRYPTO_FAILURE: original,
  REVOKED: anew,
  EXPIRED: anew,
  NOT_YET_VALID: anew,
  SIG_CONSTRAINTS_FAILURE: support,
  CHAIN_CONSTRAINTS_FAILURE: support,
  CERTIFICATE_CHAIN_GENERAL_FAILURE: support,
  CRYPTO_CONSTRAINTS_FAILURE: 'Ζητήστε να υπογραφεί ξανά με σύγχρονη μέθοδο.',
  'unknown-method': 'Ελέγξτε το έγγραφο με άλλο πρόγραμμα ή ζητήστε να υπογραφεί ξανά με άλλη μέθοδο.',
  POLICY_PROCESSING_ERROR: support,
  SIGNATURE_POLICY_NOT_AVAILABLE: support,
  TIMESTAMP_ORDER_FAILURE: fresh,
  NO_SIGNING_CERTIFICATE_FOUND: issuer,
  NO_CERTIFICATE_CHAIN_FOUND: issuer,
  NO_CERTIFICATE_CHAIN_FOUND_NO_POE: issuer,
  REVOKED_NO_POE: anew,
  REVOKED_CA_NO_POE: anew,
  OUT_OF_BOUNDS_NO_POE: current,
  OUT_OF_BOUNDS_NOT_REVOKED: current,
  REVOCATION_OUT_OF_BOUNDS_NO_POE: later,
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE: fresh,
  NO_POE: fresh,
  TRY_LATER: later,
  'on-hold': later,
  SIGNED_DATA_NOT_FOUND: original,
  CUSTOM: support,
  changed: original,
  annotations: look,
  'form-filling': look,
  unread_look: look,
  description: look,
  uncompared: support,
  partial: original,
  'time-stamp': 'Αν ο χρόνος της υπογραφής έχει σημασία, ζητήστε νέα χρονοσφραγίδα.',
  contents_padding:
    'Μπορείτε να βασιστείτε στο έγγραφο. Αν έχει σημασία, ρωτήστε όποιον υπέγραψε ποιο πρόγραμμα χρησιμοποίησε.',
  certificate_altered:
    'Μπορείτε να βασιστείτε στο έγγραφο. Αν άλλο πρόγραμμα δεν το δέχεται, ζητήστε το από όποιον το υπέγραψε.',
  claimed_time: 'Μη βασιστείτε στον χρόνο που δηλώνει. Αν έχει σημασία, ζητήστε υπογραφή με χρονοσφραγίδα.',
  'left-out': 'Ζητήστε το έγγραφο με λιγότερες υπογραφές ή ελέγξτε το με άλλο πρόγραμμα.',
};
