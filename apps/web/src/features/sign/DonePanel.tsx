import { useQuery } from '@tanstack/react-query';
import { api, type DocumentAnswer } from '@websign/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { configQuery } from '../../common/api/queries.ts';
import { EvidenceLinks } from '../../common/EvidenceLinks.tsx';
import { SuccessIcon } from '../../common/icons.tsx';
import { SendButton } from '../../common/send/SendButton.tsx';
import { Button } from '../../common/ui/button.tsx';
import { Checksum } from '../../common/ui/checksum.tsx';
import { DownloadButton, SaveButton } from '../../common/ui/download.tsx';
import { useFormats } from '../../i18n/format.ts';
import { Onward } from './Onward.tsx';

interface Props {
  document: DocumentAnswer;
  /** How many were signed just now; 0 when one only came back to a signed document. */
  justSigned: number;
  /** How many of the group are signed, by now or before. */
  signedInGroup: number;
  /** The next document of the group that waits for a signature. */
  next: DocumentAnswer | undefined;
  onAgain: () => void;
}

/** The checksums and the terms: what proves that a copy is this file, and how long it can be fetched. */
function Receipt({ document }: { document: DocumentAnswer }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { data: config } = useQuery(configQuery);
  return (
    <>
      <dl className="ws-done__facts">
        <dt>{t('done.checksum')}</dt>
        <dd>
          <Checksum value={document.checksum} of={t('done.checksum')} />
        </dd>
        <dt>{t('done.originalChecksum')}</dt>
        <dd>
          <Checksum value={document.originalChecksum} of={t('done.originalChecksum')} />
        </dd>
      </dl>
      <p className="ws-facts">
        {t('done.kept', { date: format.date(document.keptUntil) })}{' '}
        {config && t('done.keptDays', { count: config.keepSignedDays })}
      </p>
      <p className="ws-facts">
        {t('done.originalKept', { time: format.dateTime(document.originalKeptUntil) })}{' '}
        {config && t('done.originalHours', { count: config.keepOriginalHours })}
      </p>
    </>
  );
}

/** SGN-9: a clear "signed", the download, e-mail, a new signature, the next document, and how long it is kept. */
export function DonePanel({ document, justSigned, signedInGroup, next, onAgain }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (justSigned > 0) heading.current?.focus();
  }, [justSigned]);
  const many = justSigned > 1;
  const all = signedInGroup > 1 && (
    <SaveButton
      path={api.zip(document.groupId)}
      name={`${t('done.zipName')}.zip`}
      look={many ? 'primary' : 'secondary'}
    >
      {t('done.downloadAll')}
    </SaveButton>
  );
  return (
    <section className="ws-done" aria-labelledby="done-title">
      <div className="ws-done__head">
        <SuccessIcon className="ws-done__icon" />
        <h2 id="done-title" ref={heading} tabIndex={-1} className="govgr-heading-m ws-done__title">
          {many ? t('done.titleMany', { count: justSigned }) : t('done.title')}
        </h2>
      </div>
      <p className="govgr-body">
        {document.signedAt &&
          t('done.signedAt', {
            count: Math.max(1, justSigned),
            time: format.dateTime(document.signedAt),
          })}{' '}
        {t('done.text', { count: Math.max(1, justSigned) })}
      </p>
      {document.raising && <p className="ws-notice">{t('done.raising')}</p>}
      <div className="govgr-button-group">
        {many && all}
        <DownloadButton document={document} look={many ? 'secondary' : 'primary'}>
          {t('done.download')}
        </DownloadButton>
        {!many && all}
        <SendButton document={document} />
        {next && (
          <Link className="govgr-btn govgr-btn-secondary" to={`/sign/${next.id}`}>
            {t('done.next')}
          </Link>
        )}
        {document.state === 'signed' && <Button onClick={onAgain}>{t('done.again')}</Button>}
      </div>
      <Receipt document={document} />
      <EvidenceLinks id={document.id} name={document.name} />
      <p className="ws-done__links ws-onward">
        <Onward />
      </p>
    </section>
  );
}
