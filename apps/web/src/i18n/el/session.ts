export const login = {
  title: 'Σύνδεση',
  lead: 'Συνδεθείτε με τον λογαριασμό που έχετε στον πάροχο της υπογραφής σας.',
  username: 'Όνομα χρήστη',
  password: 'Κωδικός πρόσβασης',
  submit: 'Σύνδεση',
  working: 'Γίνεται σύνδεση…',
  show: 'Εμφάνιση κωδικού',
  hide: 'Απόκρυψη κωδικού',
  capsLock: 'Το πλήκτρο Caps Lock είναι ενεργό.',
  greek: 'Πληκτρολογείτε ελληνικούς χαρακτήρες. Ελέγξτε τη γλώσσα του πληκτρολογίου.',
  usernameMissing: 'Συμπληρώστε το όνομα χρήστη.',
  passwordMissing: 'Συμπληρώστε τον κωδικό πρόσβασης.',
  summary: 'Η σύνδεση δεν ολοκληρώθηκε',
  retryIn: 'Μπορείτε να προσπαθήσετε ξανά σε {{time}}.',
  retryNow: 'Μπορείτε να προσπαθήσετε ξανά τώρα.',
} as const;

export const time = {
  minutes_one: '{{count}} λεπτό',
  minutes_other: '{{count}} λεπτά',
  seconds_one: '{{count}} δευτερόλεπτο',
  seconds_other: '{{count}} δευτερόλεπτα',
  and: '{{first}} και {{second}}',
} as const;
