/** Why a file is refused as a whole, by the code of its refusal: on the screens and in the findings report. */
export const refusals = {
  file_type: 'Ο τύπος του αρχείου δεν επιτρέπεται. Μπορείτε να μεταφορτώσετε μόνο αρχεία PDF.',
  security_issues: 'Το έγγραφο δεν πέρασε τον έλεγχο ασφάλειας.',
  pdf_broken: 'Το έγγραφο είναι κατεστραμμένο. Αποθηκεύστε το ξανά από το πρόγραμμα που το δημιούργησε.',
  pdf_encrypted: 'Το έγγραφο είναι κρυπτογραφημένο. Αφαιρέστε την προστασία και μεταφορτώστε το ξανά.',
  pdf_ambiguous:
    'Το έγγραφο μπορεί να διαβαστεί με δύο διαφορετικούς τρόπους, γι’ αυτό δεν μπορεί να υπογραφεί. Αποθηκεύστε το ξανά ως PDF.',
  pdf_dynamic_xfa: 'Το έγγραφο είναι δυναμική φόρμα XFA. Εκτυπώστε το σε PDF και μεταφορτώστε το ξανά.',
  pdf_unsupported:
    'Το έγγραφο χρησιμοποιεί μια δυνατότητα που δεν υποστηρίζεται. Αποθηκεύστε το ξανά ως απλό PDF.',
  pdf_resource_limit:
    'Ο έλεγχος του εγγράφου χρειάζεται υπερβολικούς πόρους. Απλοποιήστε το έγγραφο και προσπαθήστε ξανά.',
} as const;

/** A refusal that has words. */
export type WordedRefusal = keyof typeof refusals;
