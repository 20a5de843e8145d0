import { createHash, timingSafeEqual } from 'node:crypto';

export interface OperatorToken {
  readonly name: string;
  /** SHA-256 of the token. */
  readonly digest: Buffer;
}

/** 32 random bytes in base64url, or more. */
const LINE = /^([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/_=-]{43,512})$/;
const most = 1000;

export const tokenDigest = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * One `name:token` a line; `#` comments and empty lines are skipped. Undefined where a line is something else, a name or
 * token stands twice, or there is none: the sentence for it must not show the line.
 */
export function parseTokens(text: string): OperatorToken[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.length === 0 || lines.length > most) return undefined;
  const tokens: OperatorToken[] = [];
  for (const line of lines) {
    const [, name, token] = LINE.exec(line.trim()) ?? [];
    if (name === undefined || token === undefined) return undefined;
    tokens.push({ name, digest: tokenDigest(token) });
  }
  const names = new Set(tokens.map(({ name }) => name));
  const digests = new Set(tokens.map(({ digest }) => digest.toString('hex')));
  return names.size === tokens.length && digests.size === tokens.length ? tokens : undefined;
}

/** Whose token it is; every one is compared in any case, each in constant time. */
export function operatorOf(tokens: readonly OperatorToken[], given: string): string | undefined {
  const digest = tokenDigest(given);
  let found: string | undefined;
  for (const token of tokens) if (timingSafeEqual(token.digest, digest)) found = token.name;
  return found;
}
