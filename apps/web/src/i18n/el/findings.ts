import { titles } from '@websign/contract/words/el/titles';

export const findings = {
  title: 'Ευρήματα ελέγχου',
  none: 'Ο έλεγχος δεν βρήκε τίποτα που να χρειάζεται την προσοχή σας.',
  page: 'σελίδα {{page}}',
  verdicts: { info: 'Πληροφορία', warn: 'Προειδοποίηση', refuse: 'Απορρίφθηκε' },
  kinds: titles,
  other: 'Άλλο εύρημα ({{kind}})',
} as const;

export const signatures = {
  title: 'Υπογραφές του εγγράφου',
  none: 'Το έγγραφο δεν φέρει υπογραφές.',
  kinds: { signature: 'Υπογραφή', certification: 'Υπογραφή πιστοποίησης', timestamp: 'Χρονοσφραγίδα' },
  unnamed: 'χωρίς όνομα',
  integrity: {
    intact: 'Το περιεχόμενο δεν έχει αλλοιωθεί',
    broken: 'Το περιεχόμενο έχει αλλοιωθεί',
    unsupported: 'Δεν μπορεί να διαπιστωθεί',
  },
} as const;
