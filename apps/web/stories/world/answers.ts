import type {
  AppConfig,
  CertificatesAnswer,
  changePasswordAnswer,
  DocumentAnswer,
  ErrorCode,
  FreePlacesAnswer,
  GroupAnswer,
  HistoryAnswer,
  HistoryDetail,
  LoginAnswer,
  OccupiedAnswer,
  PreferencesAnswer,
  RequestOtpAnswer,
  SafeCopyAnswer,
  SignAnswer,
  SigningStarted,
  UploadAnswer,
  VerifyAnswer,
} from '@websign/contract';

/**
 * The calls that stories answer, each with what the contract says of its answer: a made-up one that no longer fits
 * fails the type check. `null` stands for an answer without a body. A new call is one line here, and one in
 * made-up/always.ts where every story needs it.
 */
interface Calls {
  'GET /api/config': AppConfig;
  'GET /api/ping': null;
  'POST /api/login': LoginAnswer;
  'POST /api/logout': null;
  'POST /api/change_password': ReturnType<typeof changePasswordAnswer.parse>;
  'POST /api/upload_document': UploadAnswer;
  'GET /api/documents/:id': DocumentAnswer;
  'GET /api/documents/:id/file': Blob;
  'GET /api/documents/:id/occupied': OccupiedAnswer;
  'POST /api/documents/:id/safe_copy': SafeCopyAnswer;
  'POST /api/free_places': FreePlacesAnswer;
  'GET /api/groups/:id': GroupAnswer;
  'GET /api/groups/:id/zip': Blob;
  'POST /api/sign_document': SigningStarted;
  'GET /api/signings/:id': SignAnswer;
  'POST /api/signings/:id/complete': SigningStarted;
  'POST /api/request_otp': RequestOtpAnswer;
  'POST /api/resync_otp': null;
  'POST /api/send_document': null;
  'GET /api/history': HistoryAnswer;
  'GET /api/history/:id': HistoryDetail;
  'GET /api/certificates': CertificatesAnswer;
  'GET /api/preferences': PreferencesAnswer;
  'PUT /api/preferences': null;
  'DELETE /api/preferences': null;
  'POST /api/verify_document': VerifyAnswer;
  'GET /demo/samples/:id': Blob;
}

type CallName = keyof Calls;

/** One call as it was made. */
export interface Asked {
  call: string;
  /** What stands in the path for `:id`; '' where nothing does. */
  id: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** What was sent: JSON, or the fields of a form, each file by its name. */
  body: unknown;
}

/** A refusal in the contract's shape. */
export class Refused {
  readonly code: ErrorCode;
  /** What goes along with it. */
  readonly facts: { retryAfter?: number; signers?: string[] };
  constructor(code: ErrorCode, facts: Refused['facts'] = {}) {
    this.code = code;
    this.facts = facts;
  }
}

/** An answer of somebody in between, in no shape of ours. */
export class Foreign {
  readonly status: number;
  readonly text: string;
  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

/** No answer at all: the network is away. */
export const LOST = Symbol('lost');
/** No answer as long as one looks; of an upload, this part of it has been sent. */
export class Pending {
  readonly sent: number;
  constructor(sent = 1) {
    this.sent = sent;
  }
}

export type Reply<T> = T | Refused | Foreign | Pending | typeof LOST;
type Answer<T> = Reply<T> | ((asked: Asked) => Reply<T>);

/** What the calls of a story are answered; any other call fails the story. */
export type Answers = { readonly [Name in CallName]?: AnswerTo<Name> };
export type AnswerTo<Name extends CallName> = Answer<Calls[Name]>;

/** Answers in turn, the last one from then on. */
export function inTurn<T>(...replies: [Reply<T>, ...Reply<T>[]]): () => Reply<T> {
  let turn = 0;
  return () => {
    const reply = replies[Math.min(turn, replies.length - 1)] ?? replies[0];
    turn += 1;
    return reply;
  };
}
