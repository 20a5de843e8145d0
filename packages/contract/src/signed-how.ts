import type { VerifiedDocument, VerifiedSignature } from './verification.ts';

/** Which words of `signed` tell how a document is signed. */
export type SignedForm =
  | 'qualified'
  | 'plain'
  | 'unclear'
  | 'all-qualified'
  | 'one-qualified'
  | 'some-qualified'
  | 'one-at-least'
  | 'some-at-least'
  | 'none-qualified'
  | 'all-unclear'
  | 'some-unclear';

/** Which word of `signedNouns` names what it bears: in law a seal is no signature. */
export type SignedNoun = 'signature' | 'seal' | 'signatures' | 'seals' | 'both';

/** How a document is signed whose signatures all hold. */
export interface SignedHow {
  form: SignedForm;
  noun: SignedNoun;
  number: number;
  qualified: number;
}

type Qualified = Pick<VerifiedSignature, 'kind' | 'qualified' | 'qualification' | 'qualificationReasons'>;

/** Trusted lists that contradict themselves leave it open (ETSI TS 119 615); whatever else is not qualified is not. */
const contradictions = ['services_conflict', 'qualifiers_conflict'];

const isUnclear = ({ qualified, qualificationReasons }: Qualified): boolean =>
  !qualified && qualificationReasons.some((reason) => contradictions.includes(reason));

const isSeal = ({ qualification }: Qualified): boolean => qualification.includes('Seal');

/** What is said of the signers' signatures of a document that is validly signed; a time-stamp is none. */
export function signedHow({ signatures }: { readonly signatures: readonly Qualified[] }): SignedHow {
  const own = signatures.filter(({ kind }) => kind !== 'timestamp');
  const number = own.length;
  const qualified = own.filter((signature) => signature.qualified).length;
  const unclear = own.filter(isUnclear).length;
  const form = number === 1 ? formOfOne(qualified, unclear) : formOfMany({ number, qualified, unclear });
  return { form, noun: nounOf(own), number, qualified };
}

function formOfOne(qualified: number, unclear: number): SignedForm {
  if (qualified === 1) return 'qualified';
  return unclear === 1 ? 'unclear' : 'plain';
}

interface Counts {
  number: number;
  qualified: number;
  unclear: number;
}

function formOfMany({ number, qualified, unclear }: Counts): SignedForm {
  if (qualified === number) return 'all-qualified';
  if (qualified === 0 && unclear === 0) return 'none-qualified';
  if (qualified === 0) return unclear === number ? 'all-unclear' : 'some-unclear';
  if (unclear > 0) return qualified === 1 ? 'one-at-least' : 'some-at-least';
  return qualified === 1 ? 'one-qualified' : 'some-qualified';
}

function nounOf(signatures: readonly Qualified[]): SignedNoun {
  const seals = signatures.filter(isSeal).length;
  const one = signatures.length === 1;
  if (seals === 0) return one ? 'signature' : 'signatures';
  if (seals === signatures.length) return one ? 'seal' : 'seals';
  return 'both';
}

/** Which of `headlines` is said of a document: one that bears time-stamps alone is not signed, and not bare either. */
export function headlineCode({ verdict, signatures }: Pick<VerifiedDocument, 'verdict' | 'signatures'>) {
  return verdict === 'unsigned' && signatures.length > 0 ? 'stamped' : (verdict ?? 'indeterminate');
}

/** The words that a headline is made of, in one language. */
export interface HeadlineWords {
  headlines: Readonly<Record<ReturnType<typeof headlineCode>, string>>;
  signed: Readonly<Record<SignedForm, string>>;
  signedNouns: Readonly<Record<SignedNoun, string>>;
}

/** The verdict on a document in a sentence or two; `because` is the clause of its cause. */
export function composeHeadline(
  { headlines, signed, signedNouns }: HeadlineWords,
  document: Pick<VerifiedDocument, 'verdict' | 'signatures'>,
  because: string,
): string {
  const { form, noun, number, qualified } = signedHow(document);
  const values = { what: signedNouns[noun], number: String(number), qualified: String(qualified) };
  return filled(headlines[headlineCode(document)], { because, signed: filled(signed[form], values) });
}

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
