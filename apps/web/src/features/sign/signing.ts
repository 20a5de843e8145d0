import {
  api,
  type DocumentAnswer,
  type Placement,
  type SignAnswer,
  type SignedDocument,
  type SignRequest,
} from '@websign/contract';
import { call, send } from '../../shared/api/call.ts';
import { CallError } from '../../shared/api/error.ts';

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

/** An id that makes a repeated request harmless: 128 random bits in hex. */
function idempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

const firstPollMs = 250;
const slowestPollMs = 1500;
/** Polls that may fail in a row before the outcome counts as unknown. */
const patience = 8;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function follow(
  signing: string,
  onProgress: (documents: SignedDocument[]) => void,
): Promise<SignedDocument[]> {
  let wait = firstPollMs;
  let failures = 0;
  for (;;) {
    await pause(wait);
    wait = Math.min(wait * 1.4, slowestPollMs);
    try {
      const answer = await call<SignAnswer>(api.signing(signing));
      failures = 0;
      onProgress(answer.documents);
      if (answer.status !== 'pending') return answer.documents;
    } catch (error) {
      const passing = error instanceof CallError && (error.status === 0 || error.status >= 500);
      failures += 1;
      if (!passing || failures >= patience) throw error;
    }
  }
}

/** Signs, telling each document's progress; resolves when none is pending any more. */
export async function sign(
  request: SignRequest,
  onProgress: (documents: SignedDocument[]) => void,
): Promise<SignedDocument[]> {
  const answer = await send(api.sign, {
    method: 'POST',
    body: request,
    headers: { Prefer: 'respond-async', 'Idempotency-Key': idempotencyKey() },
  });
  const body = (await answer.json()) as { signing: string } | SignAnswer;
  if ('signing' in body) return follow(body.signing, onProgress);
  onProgress(body.documents);
  return body.documents;
}

const ofThePerson = new Set(['wrong_credentials', 'wrong_otp', 'account_locked', 'too_many_requests']);

/** The failure that is the person's, not a document's: then nothing was signed and the box asks once more. */
export function sharedFailure(documents: SignedDocument[]): CallError | null {
  const [first] = documents;
  if (!first?.code || !ofThePerson.has(first.code)) return null;
  return documents.every(({ code }) => code === first.code) ? new CallError(first.code, 400) : null;
}
