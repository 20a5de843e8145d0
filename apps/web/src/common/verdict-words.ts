import {
  documentCause,
  headlineCode,
  type SignatureSummary,
  signatureCause,
  signedHow,
  standing,
  type VerifiedDocument,
  type VerifiedSignature,
} from '@websign/contract';
import i18next, { type TFunction } from 'i18next';

type Translate = TFunction;

/** Where the texts by code stand in the catalogue; they are not among the typed keys (see i18n/index.ts). */
const keys = {
  causes: (code: string) => `validation.causes.${code}`,
  meanings: (code: string) => `validation.meanings.${code}`,
  advice: (code: string) => `validation.advice.${code}`,
  indications: (code: string) => `validation.indications.${code}`,
  headlines: (code: string) => `validation.headlines.${code}`,
  signed: (code: string) => `validation.signed.${code}`,
  signedNouns: (code: string) => `validation.signedNouns.${code}`,
  sentences: (code: string) => `validation.sentences.${code}`,
  coverage: (code: string) => `validation.coverage.${code}`,
  changeLevels: (code: string) => `validation.changeLevels.${code}`,
  levels: (code: string) => `validation.levels.${code}`,
  blocks: (code: string) => `validation.blocks.${code}`,
  outcomes: (code: string) => `validation.outcomes.${code}`,
  stepReasons: (code: string) => `validation.stepReasons.${code}`,
  timeStampKinds: (code: string) => `validation.timeStampKinds.${code}`,
  statuses: (code: string) => `validation.statuses.${code}`,
  revocationReasons: (code: string) => `validation.revocationReasons.${code}`,
  changeRules: (code: string) => `validation.changeRules.${code}`,
  changeReasons: (code: string) => `validation.changeReasons.${code}`,
  qualifications: (code: string) => `validation.qualifications.${code}`,
  qualificationReasons: (code: string) => `validation.qualificationReasons.${code}`,
} as const;
type Group = keyof typeof keys;

/** The words for a code, with their places filled; null for one that this version does not know. */
export function codeWords(
  t: Translate,
  group: Group,
  code: string,
  values: Readonly<Record<string, string | number>> = {},
): string | null {
  const key = keys[group](code);
  if (!i18next.exists(key)) return null;
  return (t as (key: string, values: object) => string)(key, values);
}

const known = (t: Translate, cause: string | null): string =>
  cause !== null && codeWords(t, 'causes', cause) !== null ? cause : 'CUSTOM';

/** What is said of a cause. */
export interface CauseWords {
  because: string;
  meaning: string;
  advice: string;
}

export function causeWords(t: Translate, cause: string | null): CauseWords {
  const code = known(t, cause);
  return {
    because: codeWords(t, 'causes', code) ?? '',
    meaning: codeWords(t, 'meanings', code) ?? '',
    advice: codeWords(t, 'advice', code) ?? '',
  };
}

/** The verdict on a document in a sentence or two, which say whether its signatures are qualified. */
export function headline(t: Translate, document: VerifiedDocument): string {
  const { because } = causeWords(t, documentCause(document));
  const { form, noun, ...counts } = signedHow(document);
  const what = codeWords(t, 'signedNouns', noun) ?? '';
  const signed = codeWords(t, 'signed', form, { what, ...counts }) ?? '';
  return codeWords(t, 'headlines', headlineCode(document), { because, signed }) ?? '';
}

/** The judgement on one signature as one sentence. */
export function sentence(t: Translate, signature: VerifiedSignature): string {
  const { because } = causeWords(t, signatureCause(signature));
  return codeWords(t, 'sentences', standing(signature), { because }) ?? '';
}

/** A signature of a document that is kept here, as far as it was judged. */
type Kept = SignatureSummary & { indication: NonNullable<SignatureSummary['indication']> };

export const isJudged = (signature: SignatureSummary): signature is Kept =>
  signature.indication !== undefined;

/** The summary with what a whole report has beside it: nothing more was kept. */
const whole = (signature: Kept) => ({
  ...signature,
  subIndication: signature.subIndication ?? null,
  changesAfter: signature.changesAfter ?? ('none' as const),
  covers: 'revision' as const,
  changes: [],
  timeStamps: [],
});

export const keptStanding = (signature: Kept) => standing(whole(signature));

export function keptSentence(t: Translate, signature: Kept): string {
  const { because } = causeWords(t, signatureCause(whole(signature)));
  return codeWords(t, 'sentences', keptStanding(signature), { because }) ?? '';
}
