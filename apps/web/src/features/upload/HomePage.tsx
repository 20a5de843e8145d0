import { limits } from '@websign/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { showPopup } from '../../common/popup/store.ts';
import { useSession } from '../../common/session/store.ts';
import { DropArea } from './DropArea.tsx';
import { LastAttempt } from './LastAttempt.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { useExplain } from './useExplain.ts';
import { useUpload } from './useUpload.ts';

/** UP-1: welcome, one sentence, the drop area; below it the upload that runs or what became of the last. */
export function HomePage() {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const { upload, add, cancel, forget } = useUpload();
  const { html } = useExplain();
  const { attempt, arrived } = upload;
  const busy = upload.files.length > 0;

  useEffect(() => {
    if (arrived) void navigate(`/sign/${arrived}`);
  }, [arrived, navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one popup for each attempt, whatever the language does later
  useEffect(() => {
    if (!attempt) return;
    const { headline, about, files } = attempt;
    const canceled = 'text' in headline && headline.text === 'canceled';
    showPopup({
      icon: canceled ? 'info' : 'error',
      html: html(headline, files.length > 1 ? about : null),
      closeAfterMs: limits.popupUploadMs,
    });
  }, [attempt]);

  return (
    <div className="ws-container ws-home">
      <h1 className="govgr-heading-xl">{t('home.title')}</h1>
      <p className="govgr-body ws-lead">
        {session && <>{t('home.welcome', { name: session.fullName })} </>}
        {t('home.info')}
      </p>
      <DropArea onFiles={add} compact={busy} />
      {busy && <UploadProgress upload={upload} onCancel={cancel} />}
      {attempt && <LastAttempt attempt={attempt} onClear={forget} />}
      <LeaveGuard active={busy && !arrived} onLeave={cancel} />
    </div>
  );
}
