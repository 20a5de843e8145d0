import type { DocumentAnswer, Placement, SignedDocument, SignRequest } from '@websign/contract';
import { CallError } from '../../common/api/error.ts';

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

interface Parts {
  documents: DocumentAnswer[];
  places: ReadonlyMap<string, Placement>;
  username: string;
  fields: SignFields;
  locale: 'el' | 'en';
}

/** The request of SGN-2 for what is on the desk; an invisible signature has no place. */
export function signRequestFor({ documents, places, username, fields, locale }: Parts): SignRequest {
  const placed = fields.visible
    ? documents.flatMap(({ id }) => {
        const place = places.get(id);
        return place ? [[id, place] as const] : [];
      })
    : [];
  return {
    documents: documents.map(({ id }) => id),
    username,
    password: fields.password,
    otp: fields.otp.replaceAll(/\s/g, ''),
    visibility: fields.visible,
    reason: fields.reason.trim(),
    title: fields.title.trim(),
    placements: Object.fromEntries(placed),
    checksums: Object.fromEntries(documents.map(({ id, checksum }) => [id, checksum])),
    confirmed: documents.flatMap(({ findings }) =>
      findings.filter((f) => f.verdict === 'warn').map(({ id }) => id),
    ),
    lock: fields.lock,
    locale,
  };
}

const final = new Set<string>([
  'changed',
  'document_locked',
  'expired',
  'not_found',
  'not_ready',
  'position_out_of_bounds',
  'signing_not_permitted',
  'warnings_unconfirmed',
]);

/** Ids of the documents for which the same request may succeed with another code. */
export function retryable(outcomes: SignedDocument[]): string[] {
  return outcomes
    .filter(({ status, code }) => status !== 'success' && !final.has(code ?? ''))
    .map(({ document }) => document);
}

const ofThePerson = new Set(['wrong_credentials', 'wrong_otp', 'account_locked', 'too_many_requests']);

/** The failure that is the person's, not a document's: then nothing was signed and the box asks once more. */
export function sharedFailure(documents: SignedDocument[]): CallError | null {
  const [first] = documents;
  if (!first?.code || !ofThePerson.has(first.code)) return null;
  return documents.every(({ code }) => code === first.code) ? new CallError(first.code, 400) : null;
}
