import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSession } from '../session/store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FileName } from '../ui/file-name.tsx';
import { SendDone } from './SendDone.tsx';
import { SendFields } from './SendFields.tsx';
import { SendProblem } from './SendProblem.tsx';
import { useSend } from './useSend.ts';

interface Props {
  document: { id: string; name: string };
  onClose: () => void;
}

/** One signed document to one recipient: the address, a copy to oneself, and what became of it. */
export function SendDialog({ document, onClose }: Props) {
  const { t } = useTranslation();
  const email = useSession()?.email ?? '';
  const [to, setTo] = useState('');
  const [copy, setCopy] = useState(false);
  const { step, wrong, failure, submit } = useSend();
  const inHistory = useLocation().pathname === '/history';
  const field = useRef<HTMLInputElement>(null);
  const leave = useRef<HTMLButtonElement>(null);
  const working = step === 'working';
  const over = step === 'done' || failure?.why === 'final';

  useEffect(() => {
    if (over) leave.current?.focus();
  }, [over]);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (await submit(document.id, to, copy)) field.current?.focus();
  };
  const close = () => {
    if (!working) onClose();
  };

  return (
    <Dialog title={t(step === 'done' ? 'send.done' : 'send.title')} onCancel={close}>
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        <p className="govgr-body ws-file__name">
          <FileName name={document.name} />
        </p>
        <div role="alert">{failure && <SendProblem failure={failure} />}</div>
        <div role="status">{step === 'done' && <SendDone to={to.trim()} copyTo={copy ? email : null} />}</div>
        {!over && <SendFields {...{ to, setTo, copy, setCopy, email, wrong, field }} />}
        <div className="govgr-button-group ws-dialog__buttons">
          {!over && (
            <Button type="submit" look="primary" busy={working}>
              {t(working ? 'send.working' : 'send.submit')}
            </Button>
          )}
          <Button ref={leave} busy={working} onClick={close}>
            {t(over ? 'app.close' : 'app.cancel')}
          </Button>
          {step === 'done' && !inHistory && (
            <Link className="govgr-link" to={`/history?row=${document.id}`} onClick={onClose}>
              {t('send.toHistory')}
            </Link>
          )}
        </div>
      </form>
    </Dialog>
  );
}
