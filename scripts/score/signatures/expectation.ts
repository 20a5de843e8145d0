/** What a manifest's expected verdict asks of the verdict on signatures. */
export type Due =
  /** Changed, covered or forged: must be flagged. */
  | 'tampered'
  /** As it was signed, or changed as its signatures permit: must not be. */
  | 'sound'
  /** Not valid for its certificates or its algorithms, not for what became of the file. */
  | 'untrusted'
  /** Says nothing of signatures, or leaves the choice. */
  | 'open';

/** The first that fits. */
const words: readonly [RegExp, Due][] = [
  [/INVALID\/VALID|NO_SIGNATURE_FOUND|must respect|^INSPECT|HIDDEN_CONTENT|^SUSPICIOUS$/, 'open'],
  [/NO_TRUST_ANCHOR|REVOKED|CRYPTO_CONSTRAINTS|EXPIRED/, 'untrusted'],
  [/FORBIDDEN|BROKEN|SUSPICIOUS|\bINVALID\b|permission change/, 'tampered'],
  [/ALLOWED|\bVALID\b|UNMODIFIED|\bCLEAN\b/, 'sound'],
];

export const dueOf = (verdict: string): Due => words.find(([word]) => word.test(verdict))?.[1] ?? 'open';
