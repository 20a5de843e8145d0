import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallCode } from '../../common/api/error.ts';
import { RetryTime } from '../../common/ui/retry-time.tsx';

/** Why signing in failed, and until when (milliseconds since 1970) it need not be tried again. */
export interface LoginProblem {
  code: CallCode;
  until?: number;
}

interface Props {
  ref: Ref<HTMLDivElement>;
  problem: LoginProblem | null;
  username: string | undefined;
  password: string | undefined;
}

/** The error summary: first the reason, then links to the fields that need a hand. */
export function LoginErrors({ ref, problem, username, password }: Props) {
  const { t } = useTranslation();
  if (!problem && !username && !password) return null;
  return (
    <div ref={ref} className="govgr-error-summary ws-summary" role="alert" tabIndex={-1}>
      <h2 className="govgr-heading-s">{t('login.summary')}</h2>
      {problem && <p className="govgr-body">{t(`errors.${problem.code}`)}</p>}
      {problem?.until !== undefined && <RetryTime until={problem.until} />}
      {(username || password) && (
        <ul className="ws-summary__list">
          {username && (
            <li>
              <a className="govgr-link" href="#username">
                {username}
              </a>
            </li>
          )}
          {password && (
            <li>
              <a className="govgr-link" href="#password">
                {password}
              </a>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
