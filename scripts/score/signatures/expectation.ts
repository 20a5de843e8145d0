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
  [/^(?:valid|invalid|not valid|not plain valid|valid-with-warnings|info)$/, 'open'],
  [/INVALID\/VALID|NO_SIGNATURE_FOUND|must respect|^INSPECT|HIDDEN_CONTENT|^SUSPICIOUS$/, 'open'],
  [/NO_TRUST_ANCHOR|REVOKED|CRYPTO_CONSTRAINTS|EXPIRED/, 'untrusted'],
  [/FORBIDDEN|BROKEN|SUSPICIOUS|\bINVALID\b|permission change/, 'tampered'],
  [/ALLOWED|\bVALID\b|UNMODIFIED|\bCLEAN\b/, 'sound'],
];

export const dueOf = (verdict: string): Due => words.find(([word]) => word.test(verdict))?.[1] ?? 'open';

const WORDS: readonly string[] = ['valid', 'valid-with-warnings', 'indeterminate', 'invalid'];
/** What a manifest says of a whole document, in the words of `websign verify`. */
const asked: Readonly<Record<string, readonly string[]>> = {
  valid: ['valid'],
  'valid-with-warnings': ['valid', 'valid-with-warnings'],
  invalid: ['invalid'],
  'not valid': ['indeterminate', 'invalid'],
  'not plain valid': WORDS.slice(1),
};

/** The words of which `websign verify` may say one of the document; undefined where the manifest leaves it open. */
export const askedOf = (expected: string): readonly string[] | undefined => asked[expected];
