import type { Finding, UploadedFile } from '@websign/contract';
import { type Explanation, explain } from '../../common/explain.ts';
import type { Refusal } from '../../common/files/admission.ts';

/** Why something was not accepted: by the server or the network, or before a byte was sent. */
export type Reason = Explanation | { refusal: Refusal };

/** One file of an attempt that is over: what became of it and, if it was accepted, where it went. */
export interface FileOutcome {
  key: number;
  name: string;
  size: number;
  state: 'success' | 'error' | 'canceled' | 'queued';
  document: string | null;
  explanation: Reason | null;
  findings: Finding[];
  /** UP-12: it came with signatures in it. */
  signed: boolean;
  /** Its row in the history, refused or not. */
  record: string | null;
  /** A safe copy may be a way on from the refusal (CPY-1). */
  copyable: boolean;
}

/** The account of an attempt that stays readable after its popup has gone (UP-8). */
export interface Attempt {
  /** Milliseconds since 1970. */
  at: number;
  /** Null when every file was accepted. */
  headline: Reason | null;
  files: FileOutcome[];
  /** The popup has said it. */
  told: boolean;
  /** The person has gone on with what was accepted. */
  followed: boolean;
  /** The file, by its key, of which the person has just asked for a safe copy in the popup. */
  copying: number | null;
}

type Named = Pick<FileOutcome, 'key' | 'name' | 'size'>;

export function outcome({ key, name, size }: Named, part: Partial<FileOutcome>): FileOutcome {
  return {
    key,
    name,
    size,
    state: 'error',
    document: null,
    explanation: null,
    findings: [],
    signed: false,
    record: null,
    copyable: false,
    ...part,
  };
}

/** What the server says of one file; a file that it says nothing of was not looked at. */
export function outcomeOf(entry: Named, file: UploadedFile | undefined): FileOutcome {
  // What came behind a file that is too large was not looked at either.
  if (!file || file.code === 'not_taken') return outcome(entry, { state: 'queued' });
  return outcome(entry, {
    state: file.status,
    document: file.id,
    explanation: file.status === 'success' ? null : explain(file.message, file.error, file.code),
    findings: file.findings,
    signed: file.error?.has_signatures ?? false,
    record: file.record,
    copyable: file.copyable && file.record !== null,
  });
}

const order = { error: 0, queued: 1, canceled: 2, success: 3 };

/** What needs a hand comes first, so that it is seen among a thousand. */
export function byUrgency(files: FileOutcome[]): FileOutcome[] {
  return [...files].sort((a, b) => order[a.state] - order[b.state] || a.key - b.key);
}

export const acceptedOf = (files: FileOutcome[]): FileOutcome[] =>
  files.filter(({ state }) => state === 'success');

/** Where one goes on when only a part was accepted; null when nothing was, or when the person has gone there. */
export function documentToSign({ headline, followed, files }: Attempt): string | null {
  if (!headline || followed) return null;
  return acceptedOf(files).find(({ document }) => document !== null)?.document ?? null;
}

/** The file that the popup offers a safe copy of: the only one that has none other to go on with, nor to choose from. */
export function fileToCopy(attempt: Attempt): FileOutcome | null {
  const [only = null, ...others] = attempt.files.filter(({ copyable }) => copyable);
  return others.length === 0 && acceptedOf(attempt.files).length === 0 ? only : null;
}

/** One reason and the files that it kept out. */
export interface SharedReason {
  reason: Reason;
  names: string[];
}

/** The reasons of an attempt, each once, in the order of their first files. */
export function reasonsOf(files: FileOutcome[]): SharedReason[] {
  const reasons = new Map<string, SharedReason>();
  for (const { state, explanation, name } of files) {
    if (state !== 'error' || !explanation) continue;
    const key = JSON.stringify(explanation);
    const shared = reasons.get(key) ?? { reason: explanation, names: [] };
    shared.names.push(name);
    reasons.set(key, shared);
  }
  return [...reasons.values()];
}
