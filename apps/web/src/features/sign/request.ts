import type { DocumentAnswer, ErrorCode, Placement, SignedDocument, SignRequest } from '@websign/contract';
import { CallError } from '../../common/api/error.ts';
import { plainCode } from '../../common/otp.ts';
import type { SigningEnd } from './signing.ts';

/** What the sign box asks for. The password and the code live only as long as the box is open. */
export interface SignFields {
  password: string;
  otp: string;
  /** Visible on the page, with the full name. */
  visible: boolean;
  reason: string;
  title: string;
  lock: boolean;
}

/** SGN-7: what was found that one has to read before signing. */
export const warningsOf = ({ findings }: DocumentAnswer) =>
  findings.filter(({ verdict }) => verdict === 'warn');
export const isWarned = (document: DocumentAnswer): boolean => warningsOf(document).length > 0;

interface Parts {
  documents: DocumentAnswer[];
  /** Where the screen shows the signature of a document: it is signed there and nowhere else. */
  placementOf: (document: DocumentAnswer) => Placement;
  /** Documents whose signature is not seen, although the others' are. */
  invisible: ReadonlySet<string>;
  /** Documents whose place covers something, as the signer has seen and confirmed (SGN-13). */
  confirmedPlaces: readonly string[];
  username: string;
  fields: SignFields;
  /** The key is activated on the provider's own page: no password and no code go along. */
  onPage: boolean;
  locale: 'el' | 'en';
}

/** The request of SGN-2 for what is on the desk; an invisible signature has no place. */
export function signRequestFor({
  documents,
  placementOf,
  invisible,
  confirmedPlaces,
  username,
  fields,
  onPage,
  locale,
}: Parts): SignRequest {
  const seen = fields.visible ? documents.filter(({ id }) => !invisible.has(id)) : [];
  return {
    documents: documents.map(({ id }) => id),
    username,
    ...(onPage ? {} : { password: fields.password, otp: plainCode(fields.otp) }),
    visibility: fields.visible,
    reason: fields.reason.trim(),
    title: fields.title.trim(),
    placements: Object.fromEntries(seen.map((document) => [document.id, placementOf(document)])),
    invisible: documents.map(({ id }) => id).filter((id) => fields.visible && invisible.has(id)),
    confirmedPlaces: [...confirmedPlaces],
    checksums: Object.fromEntries(documents.map(({ id, checksum }) => [id, checksum])),
    confirmed: documents.flatMap((document) => warningsOf(document).map(({ id }) => id)),
    lock: fields.lock,
    locale,
  };
}

/** What another code cannot help: the document, or what was asked of it, must change first. */
const final: ReadonlySet<ErrorCode> = new Set([
  'changed',
  'document_locked',
  'expired',
  'not_found',
  'not_ready',
  'position_out_of_bounds',
  'signing_not_permitted',
]);

/** Whether the same document may be signed by another try. */
export function isRetryable({ status, code }: SignedDocument): boolean {
  return status === 'error' && !(code && final.has(code));
}

const ofThePerson: ReadonlySet<ErrorCode> = new Set([
  'wrong_credentials',
  'wrong_otp',
  'account_locked',
  'too_many_requests',
  'token_locked',
  'provider_locked',
  'provider_unavailable',
  'provider_declined',
]);

/** The failure that is the person's, not a document's: then nothing was signed and the box asks once more. */
export function sharedFailure({ documents, retryAfter }: SigningEnd): CallError | null {
  const [first] = documents;
  const code = first?.code;
  if (!code || !ofThePerson.has(code) || !documents.every((one) => one.code === code)) return null;
  return new CallError(code, 400, retryAfter === undefined ? {} : { retryAfter });
}

/** Refused before it was looked through: that nothing was found in it, and no signatures, says nothing of it. */
export const isUnread = ({ state, findings, signatures }: DocumentAnswer): boolean =>
  state === 'refused' && findings.length === 0 && signatures.length === 0;
