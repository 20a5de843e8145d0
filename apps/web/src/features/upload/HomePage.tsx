import { useQuery } from '@tanstack/react-query';
import { limits } from '@websign/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { configQuery } from '../../common/api/queries.ts';
import { DropArea } from '../../common/files/DropArea.tsx';
import { preloadFindings } from '../../common/findings/LazyFindings.tsx';
import { showPopup } from '../../common/popup/store.ts';
import { useSession } from '../../common/session/store.ts';
import { useFormats } from '../../i18n/format.ts';
import type { Attempt } from './attempt.ts';
import { LastAttempt } from './LastAttempt.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { dispatchUpload } from './store.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { useExplain } from './useExplain.ts';
import { useUpload } from './useUpload.ts';

/** UP-8: one popup for each attempt that did not go well. */
function useAttemptPopup(attempt: Attempt | null): void {
  const { html } = useExplain();
  useEffect(() => {
    if (!attempt?.headline || attempt.told) return;
    const { headline, about, files } = attempt;
    const text = 'text' in headline ? headline.text : null;
    showPopup({
      // SGN-7: what somebody has signed already is a warning.
      icon: text === 'canceled' ? 'info' : text === 'withSignatures' ? 'warning' : 'error',
      html: html(headline, files.length > 1 ? about : null),
      closeAfterMs: limits.popupUploadMs,
    });
    dispatchUpload({ do: 'told' });
  }, [attempt, html]);
}

/** How long files stay, so that nobody counts on them being kept. */
function Retention() {
  const { t } = useTranslation();
  const format = useFormats();
  const { data: config } = useQuery(configQuery);
  if (!config) return null;
  return (
    <p className="govgr-hint ws-kept">
      {t('home.kept', {
        original: format.unit(config.keepOriginalHours, 'hour'),
        signed: format.unit(config.keepSignedDays, 'day'),
      })}
    </p>
  );
}

/** UP-1: welcome, one sentence, the drop area; below it the upload that runs or what became of the last. */
export function HomePage() {
  const { t } = useTranslation();
  const format = useFormats();
  const session = useSession();
  const navigate = useNavigate();
  const { upload, add, cancel, forget } = useUpload();
  const input = useRef<HTMLInputElement>(null);
  const { attempt, arrived } = upload;
  const busy = upload.files.length > 0;

  useEffect(() => {
    if (!arrived) return;
    dispatchUpload({ do: 'leave' });
    void navigate(`/sign/${arrived}`);
  }, [arrived, navigate]);
  useAttemptPopup(attempt);
  useEffect(() => {
    if (busy) preloadFindings();
  }, [busy]);

  const words = {
    title: t('home.dropTitle'),
    or: t('home.dropOr'),
    now: t('home.dropNow'),
    choose: t(busy ? 'home.more' : 'home.choose'),
    limits: t('home.limits', {
      file: format.bytes(limits.fileBytes),
      total: format.bytes(limits.totalBytes),
    }),
  };
  const clear = () => {
    forget();
    input.current?.focus();
  };
  return (
    <div className="ws-container ws-home">
      <h1 className="govgr-heading-xl">{t('home.title')}</h1>
      <p className="govgr-body ws-lead">
        {session && <>{t('home.welcome', { name: session.fullName })} </>}
        {t('home.info')}
      </p>
      <DropArea onFiles={add} compact={busy} ref={input} words={words} />
      {busy && <UploadProgress upload={upload} onCancel={cancel} />}
      {attempt && !arrived && <LastAttempt attempt={attempt} onClear={clear} />}
      <Retention />
      <LeaveGuard active={busy && !arrived} onLeave={cancel} />
    </div>
  );
}
