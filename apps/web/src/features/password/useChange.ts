import { api, type ChangePasswordRequest } from '@websign/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../common/api/call.ts';
import { passwordChanged } from '../../common/notice.ts';
import { escapeHtml, showPopup } from '../../common/popup/store.ts';
import { useSession } from '../../common/session/store.ts';
import { type Problem, problemOf } from '../../common/ui/error-summary.tsx';

interface Change {
  problem: Problem | null;
  change(request: ChangePasswordRequest): Promise<void>;
}

/** PWD-1, PWD-2: changes the password and says so; who is signed out is led to the login page. */
export function useChange(onDone: () => Promise<void>): Change {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<Problem | null>(null);
  const change = async (request: ChangePasswordRequest) => {
    setProblem(null);
    try {
      await call(api.changePassword, { method: 'POST', body: request });
    } catch (error) {
      return setProblem(problemOf(error));
    }
    // Before the popup opens: it gives the focus back to where it is then.
    if (session) await onDone();
    else await navigate('/login', { state: passwordChanged });
    const ended = t(session ? 'password.othersOut' : 'password.allOut');
    showPopup({
      icon: 'success',
      html: `<p><strong>${escapeHtml(t('password.done'))}</strong></p><p>${escapeHtml(ended)}</p>`,
    });
  };
  return { problem, change };
}
