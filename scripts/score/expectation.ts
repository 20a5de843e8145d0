/** What a manifest's expected verdict asks of the check before signing. */
export type Expectation =
  /** Warn or refuse. */
  | 'caught'
  /** Not refuse. */
  | 'passed'
  /** Neither warn nor refuse. */
  | 'accepted'
  /** Only end well: no crash, in time, in little memory. */
  | 'ends';

/**
 * The first that fits. Verdicts that leave the choice, and those that need trust in certificates or knowledge from
 * outside the file, ask only for a good end; so do those of encrypted files, which are signed where they need no password.
 */
const words: [RegExp, Expectation][] = [
  [/^(?:warn or refuse|warn|refuse)$/, 'caught'],
  [/^accept$/, 'accepted'],
  [
    /_OR_VALID_EDGE|REJECT_OR_REPAIR|repair or reject|INDETERMINATE|INVALID\/VALID|^RESOURCE|^ENCRYPTED/,
    'ends',
  ],
  [
    /ACTIVE|REJECT|AMBIGUOUS|WARN|SUSPICIOUS|HIDDEN_CONTENT|FORBIDDEN|BROKEN|\bINVALID\b|UNSAFE|MALFORMED/,
    'caught',
  ],
  [/CLEAN|\bVALID\b|ALLOWED|UNMODIFIED|INFO|^sane$/, 'passed'],
];

/** `remark`: what else the manifest says of the file. */
export function expectationOf(verdict: string, remark = ''): Expectation {
  const found = words.find(([word]) => word.test(verdict))?.[1] ?? 'ends';
  return found === 'accepted' && /\bwarn is right\b/.test(remark) ? 'passed' : found;
}
