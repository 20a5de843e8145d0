import './safe-copy.css';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorIcon } from '../icons.tsx';
import { Button } from '../ui/button.tsx';
import { FileName } from '../ui/file-name.tsx';
import { useSafeCopy } from './useSafeCopy.ts';

interface Props {
  /** The refused file's row in the history. */
  record: string;
  name: string;
  /** The person has asked for it elsewhere: it is made at once. */
  asked?: boolean;
  onTaken?: () => void;
  onMade?: () => void;
}

const nothing = () => undefined;

/** CPY-1: beside the better file a safe copy is offered; what is wrong with it is told here, and it can be tried again. */
export function SafeCopy({ record, name, asked = false, onTaken = nothing, onMade = nothing }: Props) {
  const { t } = useTranslation();
  const textId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { working, failure, question, make, decline } = useSafeCopy(record, onMade);
  useEffect(() => {
    if (!asked) return;
    button.current?.focus();
    onTaken();
    make();
  }, [asked, onTaken, make]);
  return (
    <div className="ws-safe-copy">
      <p id={textId} className="govgr-body ws-safe-copy__what">
        {t('copy.either')} {t('copy.what')}
      </p>
      <Button ref={button} busy={working} aria-describedby={textId} onClick={() => make()}>
        {t('copy.offer')}
        <span className="ws-hidden">
          : <FileName name={name} />
        </span>
      </Button>
      <p role="status" className="ws-safe-copy__said">
        {working && t('copy.working')}
      </p>
      <div role="alert">
        {failure && (
          <p className="govgr-body ws-safe-copy__failure">
            <ErrorIcon className="ws-icon--small" />
            <span>{t(`errors.${failure}`)}</span>
          </p>
        )}
      </div>
      {question && (
        <question.Dialog
          signers={question.signers}
          onCancel={decline}
          onConfirm={() => make(question.signers)}
        />
      )}
    </div>
  );
}
