import { z } from 'zod';
import { limits } from './limits.ts';
import { leftOut, originDocument } from './safe-copy.ts';
import { checksum, documentId, groupId } from './scalars.ts';
import { documentState, errorCode, finding, signatureSummary, uploadError } from './schemas.ts';
import { keyProvider } from './session.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const whole = (most: number) => z.coerce.number().int().min(1).max(most);

export const historyFilter = z.object({
  /** In the file name, or a checksum's beginning. */
  q: z.string().max(limits.searchLength).default(''),
  signed: flag.optional(),
});
export const historyQuery = historyFilter.extend({
  page: whole(1_000_000).default(1),
  size: whole(limits.historyPageMax).default(limits.historyPage),
});

/** HIS-1: one uploaded file. Times are ISO 8601 with zone. */
export const historyRow = z.object({
  id: documentId,
  groupId,
  filename: z.string(),
  /** Bytes of the uploaded file. */
  size: z.number().int(),
  /** The security check: the sharpest verdict among its findings; `refused` too when it could not be checked. */
  security: z.enum(['passed', 'warning', 'refused']),
  /**
   * The validity check of the signatures the file came with, by what it holds: `invalid` where one does not count as
   * valid (MAP-8), `unclear` where nothing speaks against them and not all can be said; `none` when it had none.
   */
  validity: z.enum(['none', 'valid', 'unclear', 'invalid']),
  /** How many findings of each verdict the checks made. */
  checks: z.object({
    info: z.number().int(),
    warn: z.number().int(),
    refuse: z.number().int(),
  }),
  /** SHA-256 of the uploaded file. */
  checksum,
  uploaded_at: z.string(),
  signed_at: z.string().nullable(),
  signed: z.boolean(),
  state: documentState,
  /** The document that this one is a safe copy of. */
  origin: originDocument.nullable(),
});
export type HistoryRow = z.infer<typeof historyRow>;
export const historyAnswer = z.object({ rows: z.array(historyRow), total: z.number().int() });
export type HistoryAnswer = z.infer<typeof historyAnswer>;

/** A version signed here. */
export const historyVersion = z.object({
  number: z.number().int(),
  size: z.number().int(),
  checksum,
  signed_at: z.string(),
  level: z.string(),
  certificate_serial: z.string(),
  /** Where the key lived. */
  key_provider: keyProvider,
  reason: z.string(),
  title: z.string(),
  visible: z.boolean(),
});
export type HistoryVersion = z.infer<typeof historyVersion>;

/** `unknown`: the mail server took the letter without an answer; it is not sent again. */
export const sendState = z.enum(['waiting', 'sent', 'unknown', 'failed']);
/**
 * Why a letter was never sent: the mail server refused its recipient, or the letter; the document was no longer kept
 * when its turn came; it could not be written.
 */
export const sendFailure = z.enum(['recipient_refused', 'letter_refused', 'expired', 'internal']);
export type SendFailure = z.infer<typeof sendFailure>;
/** A signed document that was sent by e-mail. */
export const historySend = z.object({
  to: z.string(),
  copy: z.boolean(),
  asked_at: z.string(),
  settled_at: z.string().nullable(),
  state: sendState,
  /** Null unless `failed`. */
  failure: sendFailure.nullable(),
});
export type HistorySend = z.infer<typeof historySend>;

export const historyDetail = z.object({
  row: historyRow,
  refusal: z.object({ code: errorCode, message: z.string(), error: uploadError.nullable() }).nullable(),
  /** Whether a safe copy may be a way on from the refusal, and the uploaded bytes are still there. */
  copyable: z.boolean(),
  /** What a safe copy leaves out of its origin. */
  leftOut: z.array(leftOut),
  findings: z.array(finding),
  /** Of the document as it now stands. */
  signatures: z.array(signatureSummary),
  versions: z.array(historyVersion),
  sends: z.array(historySend),
  kept_until: z.string(),
  original_kept_until: z.string(),
  /** Whether the bytes are still there. */
  current_kept: z.boolean(),
  original_kept: z.boolean(),
});
export type HistoryDetail = z.infer<typeof historyDetail>;
