import type { ErrorCode, VerifiedSignature } from '@websign/contract';
import type { TFunction } from 'i18next';
import { isErrorCode } from '../../common/api/error.ts';
import { codeWords } from '../../common/verdict-words.ts';
import type { Trouble } from './checks.ts';

type Translate = TFunction;

/** Refusals whose own words are about uploading or signing, by what is said of them here. */
const ofChecks = new Map([
  ['file_type', 'fileType'],
  ['pdf_encrypted', 'encrypted'],
  ['pdf_ambiguous', 'ambiguous'],
] as const);

/** Why a file was not checked. */
export function troubleText(t: Translate, { why }: Trouble): string {
  if ('own' in why) return t(`verify.problems.${why.own}`);
  const own = ofChecks.get(why.code as 'file_type');
  if (own) return t(`verify.problems.${own}`);
  const code: ErrorCode | 'network' | 'invalid_answer' =
    isErrorCode(why.code) || why.code === 'network' ? why.code : 'invalid_answer';
  return t(`errors.${code}`);
}

const indeterminate = 'Indeterminate ';
/** Outcomes that say no more than that it is not. */
const silent = new Set(['N/A', 'not_applicable']);

/** Whether a signature is qualified, and as what it counts. */
export function qualificationText(t: Translate, { qualified, qualification }: VerifiedSignature): string {
  const unsure = qualification.startsWith(indeterminate);
  const word = codeWords(
    t,
    'qualifications',
    unsure ? qualification.slice(indeterminate.length) : qualification,
  );
  const answer = t(qualified ? 'verify.qualifiedYes' : 'verify.qualifiedNo');
  if (word === null || silent.has(qualification)) return answer;
  return t('verify.qualifiedKind', {
    answer,
    kind: unsure ? t('verify.indeterminateKind', { kind: word }) : word,
  });
}
