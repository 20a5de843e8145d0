import { api, type DocumentAnswer } from '@websign/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SuccessIcon } from '../../common/icons.tsx';
import { SendButton } from '../../common/send/SendButton.tsx';
import { Button } from '../../common/ui/button.tsx';
import { DownloadButton, SaveButton } from '../../common/ui/download.tsx';
import { useFormats } from '../../i18n/format.ts';
import { Onward } from './Onward.tsx';
import { type StepKey, useStepKeys } from './useStepKeys.ts';

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

/** The key of a step, as it is written on the keyboard; it is spoken with the list of keys, not with each button. */
function KeyHint({ step }: { step: StepKey }) {
  const { t } = useTranslation();
  return (
    <span className="ws-key ws-done__key" aria-hidden="true">
      {t(`done.keys.${step}`)}
    </span>
  );
}

/** A step of what comes after signing: what its key presses is the button or link inside. */
function Step({ step, children }: { step: StepKey; children: ReactNode }) {
  return (
    <span className="ws-done__step" data-step={step}>
      {children}
    </span>
  );
}

/**
 * SGN-9: a clear "signed", the download, e-mail, a new signature, the next document and the next upload; each of the
 * frequent ones by one key.
 */
export function DonePanel({ document, justSigned, signedInGroup, next, onAgain }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (justSigned > 0) heading.current?.focus();
  }, [justSigned]);
  useStepKeys(panel);
  const many = justSigned > 1;
  const own = (
    <DownloadButton document={document} look={many ? 'secondary' : 'primary'}>
      {t('done.download')}
      {!many && <KeyHint step="download" />}
    </DownloadButton>
  );
  const all = signedInGroup > 1 && (
    <SaveButton
      path={api.zip(document.groupId)}
      name={`${t('done.zipName')}.zip`}
      look={many ? 'primary' : 'secondary'}
    >
      {t('done.downloadAll')}
      {many && <KeyHint step="download" />}
    </SaveButton>
  );
  return (
    <section ref={panel} className="ws-done" aria-labelledby="done-title">
      <div className="ws-done__head">
        <SuccessIcon className="ws-done__icon" />
        <h2 id="done-title" ref={heading} tabIndex={-1} className="govgr-heading-m ws-done__title">
          {many ? t('done.titleMany', { count: justSigned }) : t('done.title')}
        </h2>
        <p className="ws-done__text">
          {document.signedAt &&
            t('done.signedAt', {
              count: Math.max(1, justSigned),
              time: format.dateTime(document.signedAt),
            })}{' '}
          {t('done.text', { count: Math.max(1, justSigned) })}
        </p>
      </div>
      {document.raising && <p className="ws-notice">{t('done.raising')}</p>}
      <div className="ws-done__steps">
        <Step step="download">{many ? all : own}</Step>
        {next && (
          <Step step="next">
            <Link className="govgr-btn govgr-btn-secondary" to={`/sign/${next.id}`}>
              {t('done.next')}
              <KeyHint step="next" />
            </Link>
          </Step>
        )}
        {document.state === 'signed' && (
          <Step step="again">
            <Button onClick={onAgain}>
              {t('done.again')}
              <KeyHint step="again" />
            </Button>
          </Step>
        )}
        {many ? own : all}
        <SendButton document={document} />
        <Step step="upload">
          <span className="ws-onward">
            <Onward hint={<KeyHint step="upload" />} />
          </span>
        </Step>
      </div>
    </section>
  );
}
