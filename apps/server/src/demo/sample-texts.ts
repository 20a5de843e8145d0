import type { Person } from './certificates.ts';

const DAY = 24 * 60 * 60_000;

/** A signed document that shows one verdict. */
export interface Sample {
  /** File name without `.pdf`. */
  name: string;
  signer: Person;
  /** Days from the making of the samples. */
  validity: { from: number; to: number };
  revoked?: { daysAgo: number; reason: 'keyCompromise' | 'certificateHold' };
  /** One octet of the signed document is another. */
  tampered?: boolean;
  /** With validation data in it. */
  longTerm?: boolean;
  title: string;
  text: string;
}

const KATERINA: Person = { surname: 'Αλεξίου', givenName: 'Κατερίνα', serialNumber: 'IDCGR-DEMO000011' };
const THREE_YEARS = 3 * 365;

export const SAMPLES: readonly Sample[] = [
  {
    name: 'valid',
    signer: KATERINA,
    validity: { from: -1, to: THREE_YEARS },
    longTerm: true,
    title: 'Έγκυρη υπογραφή',
    text: 'Το πιστοποιητικό ίσχυε όταν υπογράφηκε το έγγραφο. Τα στοιχεία που το αποδεικνύουν περιέχονται στο ίδιο το έγγραφο.',
  },
  {
    name: 'revoked',
    signer: { surname: 'Νικολάου', givenName: 'Πέτρος', serialNumber: 'IDCGR-DEMO000012' },
    validity: { from: -60, to: THREE_YEARS },
    revoked: { daysAgo: 30, reason: 'keyCompromise' },
    title: 'Υπογραφή με πιστοποιητικό που έχει ανακληθεί',
    text: 'Το πιστοποιητικό ανακλήθηκε τριάντα ημέρες πριν από την υπογραφή, επειδή το κλειδί δεν ήταν πια ασφαλές.',
  },
  {
    name: 'suspended',
    signer: { surname: 'Δημητρίου', givenName: 'Άννα', serialNumber: 'IDCGR-DEMO000013' },
    validity: { from: -60, to: THREE_YEARS },
    revoked: { daysAgo: 10, reason: 'certificateHold' },
    title: 'Υπογραφή με πιστοποιητικό σε αναστολή',
    text: 'Το πιστοποιητικό τέθηκε σε αναστολή δέκα ημέρες πριν από την υπογραφή. Η αναστολή μπορεί να αρθεί ή να γίνει ανάκληση.',
  },
  {
    name: 'expired',
    signer: { surname: 'Ιωάννου', givenName: 'Σπυρίδων', serialNumber: 'IDCGR-DEMO000014' },
    validity: { from: -THREE_YEARS, to: -30 },
    title: 'Υπογραφή με πιστοποιητικό που έχει λήξει',
    text: 'Το πιστοποιητικό έληξε τριάντα ημέρες πριν από την υπογραφή.',
  },
  {
    name: 'tampered',
    signer: KATERINA,
    validity: { from: -1, to: THREE_YEARS },
    tampered: true,
    title: 'Έγγραφο που άλλαξε μετά την υπογραφή',
    text: 'Μετά την υπογραφή άλλαξε ένα μόνο ψηφίο στα περιεχόμενα του αρχείου.',
  },
];

/** The moments of a sample that is made now; epoch milliseconds. */
export function validityOf({ validity: { from, to } }: Sample, now: number) {
  return { notBefore: now + from * DAY, notAfter: now + to * DAY };
}

export function revokedAt(daysAgo: number, now: number): number {
  return Math.floor((now - daysAgo * DAY) / 1000) * 1000;
}
