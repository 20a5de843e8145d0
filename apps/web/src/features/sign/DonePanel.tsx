import { api, type DocumentAnswer } from '@websign/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SuccessIcon } from '../../common/icons.tsx';
import { DownloadButton, SaveButton } from '../../common/ui/download.tsx';
import { useFormats } from '../../i18n/format.ts';
import { KeyHint, Step } from './Step.tsx';
import { useStepKeys } from './useStepKeys.ts';

interface Props {
  document: DocumentAnswer;
  /** How many were signed just now; 0 when one only came back to a signed document. */
  justSigned: number;
  /** The next document of the group that waits for a signature. */
  next: DocumentAnswer | undefined;
}

/** SGN-9: a clear "signed", and what most people do next: download, the next document, another upload. */
export function DonePanel({ document, justSigned, next }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (justSigned > 0) heading.current?.focus();
  }, [justSigned]);
  useStepKeys();
  const many = justSigned > 1;
  return (
    <section className="ws-done" aria-labelledby="done-title">
      <div className="ws-done__head">
        <SuccessIcon className="ws-done__icon" />
        <h2 id="done-title" ref={heading} tabIndex={-1} className="govgr-heading-m ws-done__title">
          {many ? t('done.titleMany', { count: justSigned }) : t('done.title')}
        </h2>
        {document.signedAt && (
          <p className="ws-done__text">
            {t('done.signedAt', {
              count: Math.max(1, justSigned),
              time: format.dateTime(document.signedAt),
            })}
          </p>
        )}
      </div>
      <div className="ws-done__steps">
        <Step step="download">
          {many ? (
            <SaveButton path={api.zip(document.groupId)} name={`${t('done.zipName')}.zip`} look="primary">
              {t('done.downloadAll')}
              <KeyHint step="download" />
            </SaveButton>
          ) : (
            <DownloadButton document={document} look="primary">
              {t('done.download')}
              <KeyHint step="download" />
            </DownloadButton>
          )}
        </Step>
        {next && (
          <Step step="next">
            <Link className="govgr-btn govgr-btn-secondary" to={`/sign/${next.id}`}>
              {t('done.next')}
              <KeyHint step="next" />
            </Link>
          </Step>
        )}
        <Step step="upload">
          <Link className="govgr-btn govgr-btn-secondary" to="/">
            {t('done.upload')}
            <KeyHint step="upload" />
          </Link>
        </Step>
      </div>
      {document.raising && <p className="ws-notice ws-done__raising">{t('done.raising')}</p>}
    </section>
  );
}
