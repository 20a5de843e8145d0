/** Differences of one kind between our verdicts and those of EU DSS, adjudicated. */
export interface Adjudicated {
  what: string;
  /** Whose verdict is right by the clause; `either` where it leaves the choice. */
  right: 'ours' | 'theirs' | 'either';
  why: string;
  /** What we say, what they say, and of how many signatures of the collections at most. */
  pairs: readonly [ours: string, theirs: string, signatures: number][];
}

const FORMAT = 'TOTAL-FAILED FORMAT_FAILURE';
const CHAIN = 'INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND';
const GENERAL = 'INDETERMINATE CERTIFICATE_CHAIN_GENERAL_FAILURE';

/** `docs/VERDICT-DIFFERENCES.md` follows from this table. */
export const ADJUDICATED: readonly Adjudicated[] = [
  {
    what: 'Changes after the signature that nothing permits',
    right: 'ours',
    why: 'ISO 32000-2 §12.8.2.2 says what may change after a signature. DSS reports changes beside its indication, as a warning at most; with us they make the file invalid.',
    pairs: [
      ['CHANGED', CHAIN, 74],
      ['CHANGED', GENERAL, 30],
      ['CHANGED', 'TOTAL-PASSED', 1],
    ],
  },
  {
    what: 'A page added, or a signature borrowed by a second field',
    right: 'either',
    why: 'The file is invalid with both. DSS calls it a fault of the form of the signature, we a change after it, which §12.8.2.2 forbids; of two fields with one signature DSS reports one.',
    pairs: [
      ['CHANGED', FORMAT, 4],
      ['CHANGED', 'NONE', 2],
    ],
  },
  {
    what: 'A revocation list inside the CMS itself',
    right: 'ours',
    why: 'RFC 5652 §5.1 has the lists of SignedData for this, and EN 319 102-1 §5.2.6 takes whatever is at hand; DSS reads of a PDF only /DSS and the attribute of Adobe.',
    pairs: [['TOTAL-PASSED', GENERAL, 10]],
  },
  {
    what: 'The same, and something else that keeps it open',
    right: 'ours',
    why: 'With the revocation list read, what is told is the cause that remains: a /SubFilter that ISO 32000-2 §12.8.3.3 deprecates, a missing signing-certificate (EN 319 142-1 §6.3), SHA-1 (TS 119 312).',
    pairs: [
      ['INDETERMINATE CUSTOM', GENERAL, 1],
      ['INDETERMINATE SIG_CONSTRAINTS_FAILURE', GENERAL, 1],
      ['INDETERMINATE CRYPTO_CONSTRAINTS_FAILURE_NO_POE', GENERAL, 1],
    ],
  },
  {
    what: 'A time-stamp inside the signature that is over the value of another signature',
    right: 'either',
    why: 'EN 319 122-1 §5.3: the imprint of a signature time-stamp is that of this signature’s value. Somebody put one of another signature there, so that its time be read as this one’s. EN 319 102-1 §5.4 fails the token with HASH_FAILURE; §5.5.4 lets a validator leave such a token out of the set and go on, as DSS does. That the signature stays open until somebody explains it is our policy.',
    pairs: [['INDETERMINATE SIG_CONSTRAINTS_FAILURE', 'TOTAL-PASSED', 1]],
  },
  {
    what: 'A byte range that ends inside a revision',
    right: 'ours',
    why: 'ISO 32000-2 §12.8.1: the byte range is to be the whole file but for the value of the signature. What lies behind its end in the same revision was never signed.',
    pairs: [
      [FORMAT, GENERAL, 2],
      [FORMAT, CHAIN, 1],
    ],
  },
  {
    what: 'A signature field without a byte range that can be read',
    right: 'ours',
    why: 'A field that is filled in and signs nothing has the look of a signature (EN 319 102-1 §5.2.2: the format fails). DSS does not name it.',
    pairs: [[FORMAT, 'NONE', 3]],
  },
  {
    what: 'A signature whose CMS or dictionary DSS passes over',
    right: 'ours',
    why: 'The field is filled in, and the CMS is read in BER: EN 319 102-1 §5.2.3 asks for the signing certificate, and what cannot be determined is INDETERMINATE, not silence.',
    pairs: [
      [CHAIN, 'NONE', 1],
      ['INDETERMINATE NO_SIGNING_CERTIFICATE_FOUND', 'NONE', 1],
    ],
  },
  {
    what: 'White space within the hexadecimal digits of /Contents',
    right: 'ours',
    why: 'ISO 32000-2 §7.3.4.3 has it ignored, and the gap is still the string and nothing else (§12.8.1).',
    pairs: [['TOTAL-PASSED', FORMAT, 1]],
  },
  {
    what: 'A message-digest that stands twice or has two values',
    right: 'either',
    why: 'RFC 5652 §11.2 wants exactly one: with us the form fails (EN 319 102-1 §5.2.2), with DSS the value. Both are TOTAL-FAILED.',
    pairs: [[FORMAT, 'TOTAL-FAILED SIG_CRYPTO_FAILURE', 2]],
  },
  {
    what: 'A CMS that has no signer',
    right: 'ours',
    why: 'EN 319 142-1 §6.3 wants exactly one: the format fails. DSS gives the file up.',
    pairs: [[FORMAT, 'UNREADABLE', 1]],
  },
  {
    what: 'A file whose cross-reference table is broken',
    right: 'ours',
    why: 'ISO 32000-2 §7.5.4: readers that mend such a file mend it each in its way, and show what was never signed. We read none.',
    pairs: [['UNREADABLE', CHAIN, 2]],
  },
];
