import { advice } from '@websign/contract/words/el/advice';
import { reasons } from '@websign/contract/words/el/reasons';
import { titles } from '@websign/contract/words/el/titles';

export const findings = {
  title: 'Ευρήματα ελέγχου',
  none: 'Ο έλεγχος δεν βρήκε τίποτα που να χρειάζεται την προσοχή σας.',
  unread: 'Το έγγραφο απορρίφθηκε πριν ολοκληρωθεί ο έλεγχός του.',
  verdicts: { info: 'Πληροφορία', warn: 'Προειδοποίηση', refuse: 'Λόγος απόρριψης' },
  kinds: titles,
  reasons,
  advice,
  other: 'Άλλο εύρημα ({{kind}})',
  otherReason: 'Ο έλεγχος βρήκε κάτι που αυτή η σελίδα δεν γνωρίζει ακόμη. Ανανεώστε τη σελίδα.',
  infos_one: '{{count}} πληροφορία για το έγγραφο',
  infos_other: '{{count}} πληροφορίες για το έγγραφο',
  count_one: '{{count}} σημείο',
  count_other: '{{count}} σημεία',
  pages_one: 'σελίδα {{pages}}',
  pages_other: 'σελίδες {{pages}}',
  whole: 'σε όλο το αρχείο',
  places: 'Πού βρέθηκε',
  page: 'Σελίδα {{page}}',
  inFile: 'Στο αρχείο',
  show: 'Προβολή στη σελίδα {{page}}',
  showOn: 'Προβολή στις σελίδες',
  showWhat: 'Προβολή στη σελίδα {{page}}: {{what}}',
  quoted: '«{{words}}»',
  nth: '{{turn}}η θέση',
  onPages_one: 'Σελίδα {{pages}}',
  onPages_other: 'Σελίδες {{pages}}',
  more_one: 'Εμφάνιση {{count}} ακόμη σημείου',
  more_other: 'Εμφάνιση {{count}} ακόμη σημείων',
  act: 'Τι να κάνετε:',
  unreadable: 'Δεν ήταν δυνατή η ανάγνωση του κειμένου.',
  technical: 'Τεχνικά στοιχεία',
  code: 'Κωδικός ευρήματος',
  object: 'αντικείμενο {{number}}',
  revision: 'έκδοση {{number}} του αρχείου',
  mark: 'Επισήμανση των ευρημάτων στις σελίδες',
  report: { pdf: 'Λήψη της αναφοράς ελέγχου (PDF)', json: 'Λήψη της αναφοράς ελέγχου (JSON)' },
  marked: 'Σελίδα {{page}}: το σημείο επισημαίνεται.',
} as const;

export const place = {
  position: 'Σημείο {{current}} από {{total}}',
  previous: 'Προηγούμενο σημείο',
  next: 'Επόμενο σημείο',
  list: 'Όλα τα σημεία',
  words: 'Τι βρέθηκε',
  noWords: 'Το σημείο δεν έχει κείμενο.',
  wholePage: 'Το εύρημα αφορά όλη τη σελίδα και όχι ένα σημείο της.',
  failed: 'Δεν είναι δυνατή η εμφάνιση των σελίδων του αρχείου εδώ. Ό,τι βρέθηκε περιγράφεται με λόγια.',
  expired:
    'Ο χρόνος τήρησης του αρχείου έληξε και οι σελίδες του δεν υπάρχουν πια. Τα ευρήματα διατηρούνται.',
} as const;

export const signatures = {
  title: 'Υπογραφές του εγγράφου',
  none: 'Το έγγραφο δεν φέρει υπογραφές.',
  unread: 'Δεν ελέγχθηκε αν το έγγραφο φέρει υπογραφές.',
  kinds: { signature: 'Υπογραφή', certification: 'Υπογραφή πιστοποίησης', timestamp: 'Χρονοσφραγίδα' },
  unnamed: 'χωρίς όνομα',
  changes: 'Άλλαξε μετά: {{changes}}',
  level: 'Επίπεδο: {{level}}',
  integrity: {
    intact: 'Όσα υπογράφηκαν δεν έχουν αλλοιωθεί',
    broken: 'Όσα υπογράφηκαν έχουν αλλοιωθεί',
    unsupported: 'Δεν μπορεί να διαπιστωθεί',
  },
} as const;
