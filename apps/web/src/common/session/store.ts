import {
  type KeyActivation,
  type KeyProvider,
  type LoginAnswer,
  type Signer,
  type SigningPassword,
  sessionKeys,
} from '@websign/contract';
import { useSyncExternalStore } from 'react';
import type { Ending } from './ending.ts';

/** The session as the application uses it (SES-2). */
export interface Session {
  isAuthorized: true;
  sessionId: string;
  username: string;
  /** Surname, then name. */
  fullName: string;
  email: string;
  subjectSerial: string;
  serial: string;
  /** ISO 8601 with zone. */
  validUntil: string;
  otpMethod: string;
  /** Whether a one-time code is sent when it is asked for. */
  sendsCodes: boolean;
  /** Where it is sent, masked; '' where none is, or where the provider alone knows. */
  codeTo: string;
  maxDocumentsPerOtp: number;
  keyProvider: KeyProvider;
  activation: KeyActivation;
  /** Whose password activates it. */
  signingPassword: SigningPassword;
  /** Whether the password was given by an operator: nothing else can be done before it is changed. */
  passwordChangeRequired: boolean;
}

const listeners = new Set<() => void>();
let ending: Ending | null = null;
let current: Session | null = restore();

function fromSigner(sessionId: string, signer: Signer): Session {
  return {
    isAuthorized: true,
    sessionId,
    username: signer.Username,
    fullName: `${signer.Surname} ${signer.Name}`,
    email: signer.Email,
    subjectSerial: signer.SubjectSerial,
    serial: signer.Serial,
    validUntil: signer.ValidUntil,
    otpMethod: signer.OTPMethod,
    sendsCodes: signer.SendsCodes,
    codeTo: signer.CodeTo,
    maxDocumentsPerOtp: signer.MaxDocumentsPerOtp,
    keyProvider: signer.KeyProvider,
    activation: signer.Activation,
    signingPassword: signer.SigningPassword,
    // A session from before the server told it is none of those.
    passwordChangeRequired: signer.PasswordChangeRequired ?? false,
  };
}

/** SES-3: a non-empty id with its user item is a session; anything else is none. */
function restore(): Session | null {
  const sessionId = sessionStorage.getItem(sessionKeys.sessionId);
  const user = sessionStorage.getItem(sessionKeys.user);
  if (!sessionId || !user) return null;
  try {
    return fromSigner(sessionId, (JSON.parse(user) as LoginAnswer).signer);
  } catch {
    // Somebody else's or a torn entry: the person signs in again.
    clearStorage();
    return null;
  }
}

/** Takes the session out of the storage; what is shown stays until {@link closeSession}. */
export function clearStorage(): void {
  sessionStorage.clear();
}

function publish(session: Session | null): void {
  current = session;
  for (const listener of listeners) listener();
}

export function currentSession(): Session | null {
  return current;
}

/** The id now in session storage, which another part of the page may have cleared; '' without one. */
export function storedSessionId(): string {
  return sessionStorage.getItem(sessionKeys.sessionId) ?? '';
}

/** SES-1: keeps the whole login response and the id as its own item. */
export function openSession(answer: LoginAnswer): void {
  const sessionId = answer.signer.SessionId.String;
  sessionStorage.setItem(sessionKeys.sessionId, sessionId);
  sessionStorage.setItem(sessionKeys.user, JSON.stringify(answer));
  ending = null;
  publish(fromSigner(sessionId, answer.signer));
}

/** The signer has chosen a password: the session is good for everything from now on. */
export function notePasswordChosen(): void {
  const user = sessionStorage.getItem(sessionKeys.user);
  if (!current || !user) return;
  const answer = JSON.parse(user) as LoginAnswer;
  answer.signer.PasswordChangeRequired = false;
  sessionStorage.setItem(sessionKeys.user, JSON.stringify(answer));
  publish({ ...current, passwordChangeRequired: false });
}

/** Ends the session in this tab; `onPurpose` when the signer asked for it. */
export function closeSession(onPurpose = false): void {
  ending = onPurpose ? 'left' : 'over';
  clearStorage();
  publish(null);
}

/** How the last session ended since the page was loaded; null when none did. */
export function sessionEnding(): Ending | null {
  return ending;
}

/** Whether the signer signed out, so that nothing of this one is left for the next. */
export function signedOut(): boolean {
  return ending === 'left';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession);
}
