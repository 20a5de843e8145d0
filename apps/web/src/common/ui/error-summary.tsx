import { limits } from '@websign/contract';
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type CallCode, CallError, codeOf } from '../api/error.ts';
import { RetryTime } from './retry-time.tsx';

/** Why a call failed, and until when (milliseconds since 1970) it need not be tried again. */
export interface Problem {
  code: CallCode;
  until?: number;
}

/** A wrong password or code after which one has to wait was the fifth: what there is to know is that it locked. */
const lockingCode = (code: CallCode, told: number | undefined): CallCode =>
  told !== undefined && (code === 'wrong_credentials' || code === 'wrong_otp') ? 'account_locked' : code;

export function problemOf(error: unknown): Problem {
  const told = error instanceof CallError ? error.retryAfter : undefined;
  const code = lockingCode(codeOf(error), told);
  const seconds = told ?? (code === 'account_locked' ? limits.lockMs / 1000 : undefined);
  return seconds === undefined ? { code } : { code, until: Date.now() + seconds * 1000 };
}

interface Summary {
  ref: RefObject<HTMLDivElement | null>;
  /** The form itself refused what was typed. */
  refuse(): void;
}

/** The focus goes to the summary after each try that failed: refused by the form, or by the server with `problem`. */
export function useSummary(problem: Problem | null): Summary {
  const ref = useRef<HTMLDivElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0 || problem) ref.current?.focus();
  }, [refusals, problem]);
  return { ref, refuse: () => setRefusals((count) => count + 1) };
}

interface Props {
  ref: Ref<HTMLDivElement>;
  title: string;
  /** The reason as a whole. */
  children?: ReactNode;
  until?: number | undefined;
  /** Fields that need a hand: the id of each and what is wrong with it. */
  fields: { id: string; text: string | undefined }[];
}

/** To the field, without a navigation: one would lose what the history state carries (NAV-2). */
function leadTo(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

/** What went wrong: first the reason, then links to the fields that need a hand. Nothing when all is well. */
export function ErrorSummary({ ref, title, children, until, fields }: Props) {
  const wrong = fields.filter(({ text }) => text);
  if (!children && wrong.length === 0) return null;
  return (
    <div ref={ref} className="govgr-error-summary ws-summary" role="alert" tabIndex={-1}>
      <h2 className="govgr-heading-s">{title}</h2>
      {children && <p className="govgr-body">{children}</p>}
      {until !== undefined && <RetryTime until={until} />}
      {wrong.length > 0 && (
        <ul className="ws-summary__list">
          {wrong.map(({ id, text }) => (
            <li key={id}>
              <a className="govgr-link" href={`#${id}`} onClick={(event) => leadTo(event, id)}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
