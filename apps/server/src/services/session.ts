import type { Credentials, LoginAnswer } from '@websign/contract';
import type { Account, AttemptOutcome, NewSession, SealedSecrets, Storage } from '../storage/index.ts';
import { maskedDestination, sendsCodes } from './codes/destination.ts';
import type { Context, SignedIn } from './context.ts';
import { RequestError, secondsUntil } from './errors.ts';
import type { Keys } from './keys.ts';
import { recordLock } from './locks.ts';
import { upgradeRow } from './upgrade.ts';

/** What a use case answers when its attempt was not evaluated: 423 or 429, with the seconds to wait (SES-5). */
export function refusal(
  outcome: Exclude<AttemptOutcome<unknown>, { kind: 'evaluated' }>,
  now: number,
): RequestError {
  const code = outcome.kind === 'locked' ? 'account_locked' : 'too_many_requests';
  return new RequestError(code, { retryAfter: secondsUntil(outcome.until, now) });
}

/** A wrong password or code; the failure that locks the account says for how long (SES-5), of unknown names alike. */
export function wrong(
  code: 'wrong_credentials' | 'wrong_otp',
  lockedUntil: number | undefined,
  now: number,
): RequestError {
  return new RequestError(
    code,
    lockedUntil === undefined ? {} : { retryAfter: secondsUntil(lockedUntil, now) },
  );
}

/** SES-2; `ValidUntil` in UTC. */
const loginAnswer = (account: Account, sessionId: string, keys: Keys): LoginAnswer => ({
  signer: {
    Surname: account.surname,
    Name: account.name,
    Email: account.email,
    SubjectSerial: account.subjectSerial,
    Serial: account.certificateSerial,
    ValidUntil: new Date(account.validUntil).toISOString(),
    OTPMethod: account.otpMethod,
    SendsCodes: sendsCodes(account),
    CodeTo: maskedDestination(account),
    SessionId: { String: sessionId },
    Username: account.username,
    MaxDocumentsPerOtp: keys.maxDocumentsPerOtp(account),
    KeyProvider: account.provider,
    Activation: keys.activation(account),
    SigningPassword: keys.signingPassword(account),
    PasswordChangeRequired: hasGivenPassword(account),
  },
});

/**
 * Signs a person in. Unknown names cost the same work and give the same answer as wrong passwords.
 * Throws RequestError `wrong_credentials`, `account_locked`, `account_blocked`, `too_many_requests`.
 */
export async function login(
  context: Context,
  credentials: Credentials,
  address: string,
): Promise<LoginAnswer> {
  const { storage, keys, clock } = context;
  const attempt = {
    username: credentials.username,
    origin: 'login',
    factors: ['password'],
    address,
  } as const;
  const outcome = await storage.attempts.evaluate(attempt, async () => {
    const account = await storage.accounts.findByUsername(credentials.username);
    const secrets = account && (await storage.accounts.sealed(account.id));
    const sealed = account && secrets && { id: account.id, secrets };
    const right = await keys.verifyPassword(sealed, credentials.password, 'login');
    return { verdict: right && account ? 'right' : 'wrong_password', value: { account, secrets } };
  });
  if (outcome.kind !== 'evaluated') throw refusal(outcome, clock());
  const { account, secrets } = outcome.value;
  const right = outcome.verdict === 'right';
  const session =
    right && account && secrets && (await begin(context, account, secrets, credentials.password));
  if (!account || !session) {
    const blocked = right && account && (await isBlocked(storage, account));
    await storage.audit.count({
      kind: 'login_refused',
      ...(account && { accountId: account.id }),
      ...(blocked && { code: 'account_blocked' }),
    });
    await recordLock(context, attempt, outcome);
    if (blocked) throw new RequestError('account_blocked');
    throw wrong('wrong_credentials', outcome.lockedUntil, clock());
  }
  return loginAnswer(account, session.id, keys);
}

/**
 * Under the verifier that was asked: a password that was changed meanwhile opens no session any more (PWD-2). One that
 * was sealed anew under another master key is asked once more.
 */
async function begin(
  context: Context,
  account: Account,
  found: SealedSecrets,
  password: string,
): Promise<NewSession | undefined> {
  const { storage, keys } = context;
  const { id } = account;
  const asked = await upgradeRow(context, account, found, password);
  const event = { kind: 'login', accountId: id };
  const session = await storage.sessions.begin(id, asked.verifier, event);
  const secrets = session === undefined ? await storage.accounts.sealed(id) : undefined;
  if (!secrets || secrets.verifier === asked.verifier) return session;
  const right = await keys.verifyPassword({ id, secrets }, password, 'login');
  return right ? storage.sessions.begin(id, secrets.verifier, event) : undefined;
}

/** As it stands now: the block may be younger than what was read before the password was looked at. */
export const isBlocked = async ({ accounts }: Storage, { id }: Account): Promise<boolean> =>
  ((await accounts.find(id))?.blockedAt ?? null) !== null;

/** Whether an operator gave the account its password, and the signer has chosen none yet. */
export const hasGivenPassword = ({ passwordGivenAt }: Account): boolean => passwordGivenAt !== null;

/** PWD-3: who holds a password that was given may change it, and nothing else. Throws `password_change_required`. */
export function requireOwnPassword({ account }: SignedIn): void {
  if (hasGivenPassword(account)) throw new RequestError('password_change_required');
}

/** The signer behind a session id, whose idle time begins anew; undefined without a live session. */
export async function resume({ storage }: Context, sessionId: string): Promise<SignedIn | undefined> {
  return storage.sessions.resume(sessionId);
}

/** HDR-3: ends the session on the server. */
export async function logout({ storage }: Context, sessionId: string, { account }: SignedIn): Promise<void> {
  await storage.sessions.end(sessionId, { kind: 'logout', accountId: account.id });
}
