import type { Generated, Kysely, Transaction } from 'kysely';

/** Times are epoch milliseconds; columns named *Json hold canonical JSON text. */
export interface Tables {
  accounts: {
    id: string;
    username: string;
    usernameFolded: string;
    surname: string;
    name: string;
    email: string;
    subjectSerial: string;
    certificateSerial: string;
    validUntil: number;
    otpMethod: string;
    /** Base64 of each DER certificate. */
    chainJson: string;
    totpLast: number;
    createdAt: number;
    secretsVersion: number;
    sealedVerifier: string;
    sealedKey: string;
    sealedTotp: string;
    provider: string;
    keyReferenceJson: string;
    phone: string;
    blockedAt: number | null;
    passwordGivenAt: number | null;
    /** What operators' searches look through. */
    nameFolded: string;
  };
  /** `hash`: of the id, `bound`: of account, beginning and end, both under a key that is not here. */
  sessions: {
    hash: string;
    accountId: string;
    createdAt: number;
    usedAt: number;
    endsAt: number;
    bound: string;
  };
  /** `key`: HMAC of the folded name, or of the address. */
  attempts: { key: string; stateJson: string; touchedAt: number };
  addresses: { key: string; stateJson: string; touchedAt: number };
  documents: {
    sequence: Generated<number>;
    id: string;
    accountId: string;
    groupId: string;
    name: string;
    nameFolded: string;
    size: number;
    sha256: string;
    currentSize: number;
    currentSha256: string;
    state: string;
    pages: number;
    refusalJson: string;
    findingsJson: string;
    signaturesJson: string;
    versions: number;
    createdAt: number;
    signedAt: number | null;
    expiresAt: number;
    originalExpiresAt: number;
    summaryJson: string;
    /** 1: the uploaded bytes were given up while a signed version stays. */
    originalGone: number;
    /** Of the uploaded file; large, and read by itself. */
    occupancyJson: string;
    /** Of a safe copy: the document that it was made of, all three or none. */
    originId: string | null;
    originName: string | null;
    originSha256: string | null;
    leftOutJson: string;
  };
  versions: {
    documentId: string;
    number: number;
    baseSha256: string;
    sha256: string;
    size: number;
    signedAt: number;
    certificateSerial: string;
    level: string;
    signingId: string | null;
    detailJson: string;
  };
  signings: {
    id: string;
    accountId: string;
    state: string;
    documentsJson: string;
    progressJson: string;
    answerJson: string;
    idempotencyKey: string | null;
    request: string | null;
    createdAt: number;
    aliveAt: number;
  };
  authorizations: {
    signingId: string;
    accountId: string;
    stateSha256: string;
    codeVerifier: string;
    preparedSha256: string;
    preparedSize: number;
    createdAt: number;
    expiresAt: number;
  };
  audit: {
    sequence: number;
    at: number;
    kind: string;
    accountId: string | null;
    documentId: string | null;
    detailJson: string;
    previous: string;
    hash: string;
  };
  outbox: {
    id: Generated<number>;
    kind: string;
    payloadJson: string;
    notBefore: number;
    attempt: number;
    claim: string | null;
    claimedUntil: number;
    /** `waiting`, `handed`, `given_up` or `unknown`; done ones are gone. */
    state: string;
    reason: string | null;
    /** At most one waiting job has it. */
    key: string | null;
    /** When it was first to be done. */
    dueAt: number;
  };
  sends: {
    id: string;
    accountId: string;
    documentId: string;
    recipient: string;
    /** 1: one more to the signer. */
    copy: number;
    createdAt: number;
    settledAt: number | null;
    state: string;
    reason: string | null;
    idempotencyKey: string | null;
  };
  codes: {
    accountId: string;
    challenge: string;
    expiresAt: number;
    /** 1: used, voided or never sent. */
    spent: number;
    pauseUntil: number;
    dayUntil: number;
    dayCount: number;
  };
  preferences: { accountId: string; valueJson: string; savedAt: number };
  /** Of windows that are not over, or not in the audit log yet. */
  auditCounts: { kind: string; accountId: string; code: string; begunAt: number; count: number };
  /** What was done once, by its key. */
  notices: { key: string; at: number };
  /** Work that one server does for all. */
  turns: { name: string; dueAt: number; holder: string; leaseUntil: number };
  listCopies: { name: string; sha256: string; size: number; fetchedAt: number };
  migrations: { number: number; name: string; appliedAt: number };
}

export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;
