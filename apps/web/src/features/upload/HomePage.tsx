import { useQuery } from '@tanstack/react-query';
import { limits } from '@websign/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { configQuery } from '../../common/api/queries.ts';
import { DropArea } from '../../common/files/DropArea.tsx';
import { preloadFindings } from '../../common/findings/LazyFindings.tsx';
import { useFormats } from '../../i18n/format.ts';
import { documentToSign } from './attempt.ts';
import { LazyAttempt, preloadAttempt } from './LazyAttempt.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { NextStep } from './NextStep.tsx';
import { signPath } from './paths.ts';
import { dispatchUpload } from './store.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { useAttemptPopup } from './usePopup.ts';
import { useUpload } from './useUpload.ts';

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
  const navigate = useNavigate();
  const { upload, add, cancel, forget } = useUpload();
  const input = useRef<HTMLInputElement>(null);
  const wayOn = useRef<HTMLAnchorElement>(null);
  const { attempt, arrived } = upload;
  const busy = upload.files.length > 0;
  const next = attempt && !busy && !arrived ? documentToSign(attempt) : null;

  useEffect(() => {
    if (!arrived) return;
    dispatchUpload({ do: 'leave' });
    void navigate(signPath(arrived));
  }, [arrived, navigate]);
  useAttemptPopup(attempt, wayOn);
  useEffect(() => preloadAttempt(), []);
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
  const follow = () => dispatchUpload({ do: 'follow' });
  const clear = () => {
    forget();
    input.current?.focus();
  };
  return (
    <div className="ws-container ws-home">
      <h1 className="govgr-heading-xl">{t('home.title')}</h1>
      {attempt && next ? (
        <NextStep attempt={attempt} document={next} onFollow={follow} ref={wayOn} />
      ) : (
        <p className="govgr-body ws-lead">
          {t('home.welcome')} {t('home.info')}
        </p>
      )}
      <DropArea
        onFiles={add}
        compact={busy || next !== null}
        second={next !== null}
        ref={input}
        words={words}
      />
      {busy && <UploadProgress upload={upload} onCancel={cancel} />}
      {attempt && !arrived && <LazyAttempt attempt={attempt} onClear={clear} />}
      <Retention />
      <LeaveGuard active={busy && !arrived} onLeave={cancel} />
    </div>
  );
}
