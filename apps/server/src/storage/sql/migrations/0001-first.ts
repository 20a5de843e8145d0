import type { Ddl } from '../engine.ts';

/** Never edited once released: a change is a migration of its own. */
export const first = ({ integer, identity, strict, appendOnly }: Ddl): readonly string[] => [
  `CREATE TABLE accounts (
    id TEXT PRIMARY KEY, username TEXT NOT NULL, "usernameFolded" TEXT NOT NULL UNIQUE,
    surname TEXT NOT NULL, name TEXT NOT NULL, email TEXT NOT NULL,
    "subjectSerial" TEXT NOT NULL, "certificateSerial" TEXT NOT NULL, "validUntil" ${integer} NOT NULL,
    "otpMethod" TEXT NOT NULL, "chainJson" TEXT NOT NULL,
    "totpLast" ${integer} NOT NULL, "createdAt" ${integer} NOT NULL,
    "secretsVersion" ${integer} NOT NULL, "sealedVerifier" TEXT NOT NULL,
    "sealedKey" TEXT NOT NULL, "sealedTotp" TEXT NOT NULL) ${strict}`,

  `CREATE TABLE sessions (
    hash TEXT PRIMARY KEY, "accountId" TEXT NOT NULL REFERENCES accounts (id),
    "createdAt" ${integer} NOT NULL, "usedAt" ${integer} NOT NULL, "endsAt" ${integer} NOT NULL) ${strict}`,
  `CREATE INDEX sessions_account ON sessions ("accountId")`,

  ...['attempts', 'addresses'].map(
    (table) => `CREATE TABLE ${table} (
      key TEXT PRIMARY KEY, "stateJson" TEXT NOT NULL, "touchedAt" ${integer} NOT NULL) ${strict}`,
  ),

  `CREATE TABLE documents (
    sequence ${identity}, id TEXT NOT NULL UNIQUE, "accountId" TEXT NOT NULL REFERENCES accounts (id),
    "groupId" TEXT NOT NULL, name TEXT NOT NULL, "nameFolded" TEXT NOT NULL,
    size ${integer} NOT NULL, sha256 TEXT NOT NULL,
    "currentSize" ${integer} NOT NULL, "currentSha256" TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ready', 'refused', 'signed', 'locked', 'expired')),
    pages ${integer} NOT NULL, "refusalJson" TEXT NOT NULL, "findingsJson" TEXT NOT NULL,
    "signaturesJson" TEXT NOT NULL, versions ${integer} NOT NULL,
    "createdAt" ${integer} NOT NULL, "signedAt" ${integer}, "expiresAt" ${integer} NOT NULL) ${strict}`,
  `CREATE INDEX documents_history ON documents ("accountId", sequence)`,
  `CREATE INDEX documents_group ON documents ("accountId", "groupId", sequence)`,
  `CREATE INDEX documents_blob ON documents (sha256) WHERE state <> 'expired'`,
  `CREATE INDEX documents_term ON documents ("expiresAt") WHERE state <> 'expired'`,

  `CREATE TABLE versions (
    "documentId" TEXT NOT NULL REFERENCES documents (id), number ${integer} NOT NULL,
    "baseSha256" TEXT NOT NULL, sha256 TEXT NOT NULL, size ${integer} NOT NULL,
    "signedAt" ${integer} NOT NULL, "certificateSerial" TEXT NOT NULL, level TEXT NOT NULL,
    "signingId" TEXT, "detailJson" TEXT NOT NULL, PRIMARY KEY ("documentId", number)) ${strict}`,
  `CREATE INDEX versions_blob ON versions (sha256)`,

  `CREATE TABLE signings (
    id TEXT PRIMARY KEY, "accountId" TEXT NOT NULL REFERENCES accounts (id), state TEXT NOT NULL,
    "documentsJson" TEXT NOT NULL, "progressJson" TEXT NOT NULL, "answerJson" TEXT NOT NULL,
    "idempotencyKey" TEXT, request TEXT,
    "createdAt" ${integer} NOT NULL, "aliveAt" ${integer} NOT NULL,
    UNIQUE ("accountId", "idempotencyKey")) ${strict}`,
  `CREATE INDEX signings_created ON signings ("createdAt")`,

  `CREATE TABLE audit (
    sequence ${integer} PRIMARY KEY, at ${integer} NOT NULL, kind TEXT NOT NULL,
    "accountId" TEXT, "documentId" TEXT, "detailJson" TEXT NOT NULL,
    previous TEXT NOT NULL UNIQUE, hash TEXT NOT NULL) ${strict}`,
  ...appendOnly('audit'),

  `CREATE TABLE outbox (
    id ${identity}, kind TEXT NOT NULL, "payloadJson" TEXT NOT NULL, "notBefore" ${integer} NOT NULL,
    attempt ${integer} NOT NULL, claim TEXT, "claimedUntil" ${integer} NOT NULL,
    state TEXT NOT NULL, reason TEXT) ${strict}`,
  `CREATE INDEX outbox_due ON outbox ("notBefore", id) WHERE state = 'waiting'`,
];
