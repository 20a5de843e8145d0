import { limits, uploadType, type VerifiedDocument } from '@websign/contract';
import { folderType } from '../../common/files/admission.ts';

/** How far the check of one file is. */
export type CheckState = 'waiting' | 'sending' | 'checking' | 'done' | 'failed';

/** Why a file was not checked, where no error code of the service says so. */
export type OwnProblem = 'folder' | 'fileType' | 'fileTooBig' | 'gone' | 'canceled';

export interface Trouble {
  /** A code of the service or of the connection, or what this page found by itself. */
  why: { own: OwnProblem } | { code: string };
  /** Whether another try may go better. */
  again: boolean;
}

/** What the service said of one file. */
export interface Judged {
  /** ISO 8601. */
  at: string;
  document: VerifiedDocument;
}

export interface Check {
  key: number;
  file: File;
  state: CheckState;
  /** Bytes. */
  sent: number;
  /** Times that the service was away or busy. */
  tries: number;
  judged: Judged | null;
  trouble: Trouble | null;
}

export interface Checks {
  list: Check[];
  /** A busy service is not asked again before, in milliseconds since 1970. */
  pausedUntil: number;
  nextKey: number;
}

export type CheckAction =
  | { do: 'add'; files: readonly File[] }
  | { do: 'start'; key: number }
  | { do: 'sent'; key: number; bytes: number }
  | { do: 'judge'; key: number; judged: Judged }
  | { do: 'fail'; key: number; trouble: Trouble }
  /** The service was away or busy: once more, not before `until`. */
  | { do: 'wait'; key: number; until: number; trouble: Trouble }
  | { do: 'resume' }
  | { do: 'again'; keys: readonly number[] }
  | { do: 'cancel' }
  | { do: 'remove'; key: number }
  | { do: 'clear' };

export const noChecks: Checks = { list: [], pausedUntil: 0, nextKey: 1 };

/** Tries of one file while the service is away or busy, before it is told as failed. */
const mostTries = 5;

/** What speaks against sending a file at all. Files that no program is registered for come without a type. */
export function refuse(file: Pick<File, 'name' | 'size' | 'type'>): OwnProblem | null {
  if (file.type === folderType) return 'folder';
  const named = file.type === '' && /\.pdf$/i.test(file.name);
  if (file.type !== uploadType && !named) return 'fileType';
  return file.size > limits.fileBytes ? 'fileTooBig' : null;
}

function fresh(file: File, key: number): Check {
  const own = refuse(file);
  const base = { key, file, sent: 0, tries: 0, judged: null };
  return own === null
    ? { ...base, state: 'waiting', trouble: null }
    : { ...base, state: 'failed', trouble: { why: { own }, again: false } };
}

const change = (checks: Checks, key: number, to: (check: Check) => Check): Checks => ({
  ...checks,
  list: checks.list.map((check) => (check.key === key ? to(check) : check)),
});

const failed = (check: Check, trouble: Trouble): Check => ({ ...check, state: 'failed', trouble });
const waiting = (check: Check): Check => ({ ...check, state: 'waiting', sent: 0 });

function settle(check: Check, { at, document }: Judged): Check {
  const { code } = document;
  if (document.verdict === null)
    return failed(check, { why: { code: code ?? 'internal' }, again: code === null });
  return { ...check, state: 'done', judged: { at, document }, trouble: null };
}

/** Everything that happens to the checks of one visit; it is forgotten with the page. */
export function reduceChecks(checks: Checks, action: CheckAction): Checks {
  switch (action.do) {
    case 'add': {
      const added = action.files.map((file, index) => fresh(file, checks.nextKey + index));
      return { ...checks, list: [...checks.list, ...added], nextKey: checks.nextKey + added.length };
    }
    case 'start':
      return change(checks, action.key, (check) => ({ ...check, state: 'sending', sent: 0, trouble: null }));
    case 'sent':
      return change(checks, action.key, (check) => ({
        ...check,
        sent: Math.min(action.bytes, check.file.size),
        state: action.bytes >= check.file.size ? 'checking' : 'sending',
      }));
    case 'judge':
      return change(checks, action.key, (check) => settle(check, action.judged));
    case 'fail':
      return change(checks, action.key, (check) => failed(check, action.trouble));
    case 'wait': {
      const until = Math.max(checks.pausedUntil, action.until);
      return change({ ...checks, pausedUntil: until }, action.key, (check) =>
        check.tries + 1 >= mostTries
          ? failed(check, action.trouble)
          : { ...waiting(check), tries: check.tries + 1 },
      );
    }
    case 'resume':
      // Another list, so that whoever runs it looks again.
      return { ...checks, pausedUntil: 0, list: [...checks.list] };
    case 'again': {
      const keys = new Set(action.keys);
      const list = checks.list.map((check) =>
        keys.has(check.key) ? { ...waiting(check), tries: 0, trouble: null } : check,
      );
      return { ...checks, pausedUntil: 0, list };
    }
    case 'cancel':
      return {
        ...checks,
        pausedUntil: 0,
        list: checks.list.map((check) =>
          isOpen(check) ? failed(check, { why: { own: 'canceled' }, again: true }) : check,
        ),
      };
    case 'remove':
      return { ...checks, list: checks.list.filter(({ key }) => key !== action.key) };
    case 'clear':
      return { ...noChecks, nextKey: checks.nextKey };
  }
}

/** Not settled yet. */
export const isOpen = ({ state }: Check): boolean =>
  state === 'waiting' || state === 'sending' || state === 'checking';

/** By what results are counted and filtered: the verdict, or that there is none. */
export type Sort = NonNullable<VerifiedDocument['verdict']> | 'unchecked';
export const sorts: readonly Sort[] = [
  'invalid',
  'indeterminate',
  'valid-with-warnings',
  'valid',
  'unsigned',
  'unchecked',
];

/** Null while the file is not settled. */
export function sortOf({ state, judged }: Check): Sort | null {
  if (state === 'failed') return 'unchecked';
  return state === 'done' ? (judged?.document.verdict ?? 'unchecked') : null;
}

/** Done of all, by the bytes that were sent and what is left to be checked. */
export function progressOf(list: readonly Check[]): { done: number; percent: number } {
  const done = list.filter((check) => !isOpen(check)).length;
  const shares = list.reduce((sum, check) => sum + (isOpen(check) ? shareOf(check) : 1), 0);
  return { done, percent: list.length === 0 ? 100 : (shares / list.length) * 100 };
}

/** Sending is taken for half of the work. */
const shareOf = ({ sent, file }: Check): number => (file.size === 0 ? 0.5 : sent / file.size / 2);
