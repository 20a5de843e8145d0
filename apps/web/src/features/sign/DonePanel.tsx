import type { DocumentAnswer } from '@websign/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SuccessIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';
import { DownloadButton } from '../../common/ui/download.tsx';
import { useFormats } from '../../i18n/format.ts';

interface Props {
  document: DocumentAnswer;
  /** How many were signed just now; 0 when one only came back to a signed document. */
  justSigned: number;
  /** The next document of the group that waits for a signature. */
  next: DocumentAnswer | undefined;
  onAgain: () => void;
}

/** SGN-9: a clear "signed", the download, a new signature, the next document, and how long it is kept. */
export function DonePanel({ document, justSigned, next, onAgain }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (justSigned > 0) heading.current?.focus();
  }, [justSigned]);
  const count = Math.max(1, justSigned);
  return (
    <section className="ws-done" aria-labelledby="done-title">
      <div className="ws-done__head">
        <SuccessIcon className="ws-done__icon" />
        <h2 id="done-title" ref={heading} tabIndex={-1} className="govgr-heading-m ws-done__title">
          {justSigned > 1 ? t('done.titleMany', { count: justSigned }) : t('done.title')}
        </h2>
      </div>
      <p className="govgr-body">
        {document.signedAt && t('done.signedAt', { count, time: format.dateTime(document.signedAt) })}{' '}
        {t('done.text', { count })}
      </p>
      <div className="govgr-button-group">
        <DownloadButton document={document} look="primary">
          {t('done.download')}
        </DownloadButton>
        {next && (
          <Link className="govgr-btn govgr-btn-secondary" to={`/sign/${next.id}`}>
            {t('done.next')}
          </Link>
        )}
        {document.state === 'signed' && <Button onClick={onAgain}>{t('done.again')}</Button>}
        <Link className="govgr-link" to="/">
          {t('done.upload')}
        </Link>
      </div>
      <dl className="ws-done__facts">
        <dt>{t('done.checksum')}</dt>
        <dd className="ws-checksum">{document.checksum}</dd>
      </dl>
      <p className="ws-facts">{t('done.kept', { date: format.date(document.keptUntil) })}</p>
    </section>
  );
}
