export const app = {
  tagline: 'Ηλεκτρονική υπογραφή εγγράφων',
  skip: 'Μετάβαση στο κύριο περιεχόμενο',
  loading: 'Φόρτωση…',
  back: 'Πίσω',
  cancel: 'Ακύρωση',
  continue: 'Συνέχεια',
  close: 'Κλείσιμο',
  download: 'Λήψη',
  newTab: '(ανοίγει σε νέα καρτέλα)',
  demo: 'Επίδειξη',
  demoText: 'Περιβάλλον επίδειξης. Οι υπογραφές δεν είναι εγκεκριμένες.',
} as const;

export const header = {
  navigation: 'Κύρια πλοήγηση',
  sign: 'Υπογραφή εγγράφου',
  history: 'Ιστορικό',
  verify: 'Έλεγχος εγκυρότητας',
  certificates: 'Λογαριασμός',
  changePassword: 'Αλλαγή κωδικού πρόσβασης',
  resync: 'Συγχρονισμός συσκευής OTP',
  ownCertificates: 'Πιστοποιητικά',
  menu: 'Μενού',
  login: 'Σύνδεση',
  faq: 'Συχνές ερωτήσεις',
  account: 'Στοιχεία λογαριασμού',
  accountOf: 'Λογαριασμός: {{name}}',
  certificateUntil: 'Πιστοποιητικό σε ισχύ έως {{date}}',
  logout: 'Αποσύνδεση',
  toGreek: 'Ελληνικά',
  toEnglish: 'English',
} as const;

export const footer = {
  links: 'Χρήσιμοι σύνδεσμοι',
  faq: 'Συχνές ερωτήσεις',
  manual: 'Εγχειρίδιο χρήσης',
  security: 'Οδηγός ασφάλειας εγγράφων (PDF)',
  accessibility: 'Δήλωση προσβασιμότητας',
  creditMinistry: 'Η υπηρεσία παρέχεται από:',
  creditImplementer: 'Υλοποίηση:',
  version: 'Έκδοση {{version}}',
} as const;

export const idle = {
  title: 'Η σύνδεσή σας λήγει σε λίγο',
  text: 'Για την ασφάλειά σας θα αποσυνδεθείτε σε {{time}}. Θέλετε να συνεχίσετε;',
  stay: 'Συνέχεια',
  leave: 'Αποσύνδεση',
} as const;

export const notFound = {
  title: 'Η σελίδα δεν βρέθηκε',
  text: 'Η διεύθυνση που ζητήσατε δεν υπάρχει ή έχει αλλάξει.',
  home: 'Μετάβαση στην αρχική σελίδα',
} as const;

export const crash = {
  title: 'Παρουσιάστηκε πρόβλημα',
  text: 'Δεν ήταν δυνατή η εμφάνιση της σελίδας. Τα έγγραφά σας δεν έχουν χαθεί.',
  staleTitle: 'Η σελίδα δεν φορτώθηκε',
  stale:
    'Ίσως διακόπηκε η σύνδεσή σας ή η εφαρμογή μόλις ενημερώθηκε. Φορτώστε ξανά τη σελίδα. Τα έγγραφά σας δεν έχουν χαθεί.',
  reload: 'Επαναφόρτωση',
} as const;

export const connection = {
  lost: 'Δεν υπάρχει σύνδεση με την υπηρεσία. Ό,τι βλέπετε στη σελίδα παραμένει.',
  retry: 'Νέα προσπάθεια',
} as const;

export const popup = {
  icons: { info: 'Ενημέρωση', success: 'Ολοκληρώθηκε', error: 'Σφάλμα', warning: 'Προειδοποίηση' },
} as const;
