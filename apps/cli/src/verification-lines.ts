import {
  changesTold,
  composeHeadline,
  documentCause,
  signatureCause,
  standing,
  type VerifiedSignature,
} from '@websign/contract';
import * as words from '@websign/contract/words/en/validation';
import {
  changeLevels,
  changeReasons,
  changeRules,
  coverage,
} from '@websign/contract/words/en/validation-details';
import { verificationAnswer } from '@websign/server/services/verify/answer';
import { printable } from './printable.ts';
import type { Judged } from './verification.ts';

const { advice, causes, sentences, verdicts } = words;

/** Changes of one signature that a person is shown; the JSON has them all. */
const MOST_CHANGES = 10;

type Words = Readonly<Record<string, string>>;
const say = (words: Words, code: string | null): string | undefined =>
  code !== null && Object.hasOwn(words, code) ? words[code] : undefined;
const clause = (cause: string | null): string => say(causes, cause) ?? causes.CUSTOM;
const because = (sentence: string, cause: string | null): string =>
  sentence.replace('{{because}}', () => clause(cause));

/** A sentence for the file, one for each signature, and what changed behind it. */
export function verificationLines(file: string, { code, message, validated }: Judged): string {
  const name = printable(file);
  if (!validated) return `${name}: not checked: ${printable(message ?? '')} (${code})`;
  const { evidence, validation } = validated;
  const { size, sha256 } = evidence;
  const files = [{ name: file, size, sha256, outcome: validated }];
  const [document] = verificationAnswer({ at: validation.at, files }, 'UTC').documents;
  if (!document) return name;
  const cause = documentCause(document);
  const act = say(advice, cause);
  return [
    `${name}: ${composeHeadline(words, document, clause(cause))}${act === undefined ? '' : ` ${act}`}`,
    ...document.signatures.flatMap(signatureLines),
    ...(document.leftOut > 0 ? [`  ${document.leftOut} more signatures were not checked.`] : []),
  ].join('\n');
}

function signatureLines(signature: VerifiedSignature): string[] {
  const { field, kind, signer, signedAt, timeProven, level, covers, changesAfter, changes, qualified } =
    signature;
  const when = signedAt === null ? 'at no stated time' : `at ${signedAt}${timeProven ? '' : ' (not proven)'}`;
  const about = [
    `${kind} by ${printable(signer || 'somebody unnamed')} ${when}`,
    ...(level === null ? [] : [level]),
    qualified ? 'qualified' : 'not qualified',
    `covers: ${lower(coverage[covers])}`,
    ...(changesTold(signature) ? [`changed since: ${lower(changeLevels[changesAfter])}`] : []),
  ];
  const shown = changes.slice(0, MOST_CHANGES).map(changeLine);
  const rest = changes.length - shown.length;
  return [
    `  ${printable(field)}: ${because(sentences[standing(signature)], signatureCause(signature))}`,
    `    ${about.join('; ')}`,
    ...shown,
    ...(rest > 0 ? [`    and ${rest} more changes`] : []),
  ];
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function changeLine({
  revision,
  page,
  object,
  what,
  field,
  rule,
  reason,
}: VerifiedSignature['changes'][number]) {
  const where = [
    `revision ${revision}`,
    ...(page === null ? [] : [`page ${page}`]),
    ...(object === null ? [] : [`object ${object}`]),
  ];
  const said = say(changeReasons, reason) ?? say(changeRules, rule) ?? rule;
  return `    ${where.join(', ')}: ${said} (${printable([what, field ?? ''].join(' ').trim())})`;
}

/** The last line of several files. */
export function verificationEnd(counts: ReadonlyMap<Judged['verdict'], number>, ms: number): string {
  const files = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const said = (Object.keys(verdicts) as Judged['verdict'][]).map(
    (verdict) => `${counts.get(verdict) ?? 0} ${lower(verdicts[verdict])}`,
  );
  return `${files} files: ${said.join(', ')}; ${(ms / 1000).toFixed(1)} s`;
}
