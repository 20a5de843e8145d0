import { useQueryClient } from '@tanstack/react-query';
import { api, type SendRequest } from '@websign/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../api/call.ts';
import { idempotencyKey } from '../api/idempotency.ts';
import { SuccessIcon } from '../icons.tsx';
import { useSession } from '../session/store.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { addressProblem } from './address.ts';
import { type SendFailure, sendFailureOf } from './failure.ts';
import { SendProblem } from './SendProblem.tsx';

interface Props {
  document: { id: string; name: string };
  onClose: () => void;
}

/** One signed document to one recipient: the address, a copy to oneself, and what became of it. */
export function SendDialog({ document, onClose }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const queries = useQueryClient();
  const [to, setTo] = useState('');
  const [copy, setCopy] = useState(false);
  const [wrong, setWrong] = useState<'missing' | 'invalid' | null>(null);
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const [step, setStep] = useState<'form' | 'working' | 'done'>('form');
  const field = useRef<HTMLInputElement>(null);
  const leave = useRef<HTMLButtonElement>(null);
  /** What was asked for last: asking for the same again, after no answer came, sends nothing twice. */
  const asked = useRef<{ content: string; key: string } | null>(null);
  const email = session?.email ?? '';
  const over = step === 'done' || failure?.why === 'final';

  useEffect(() => {
    if (over) leave.current?.focus();
  }, [over]);

  const keyFor = (request: SendRequest): string => {
    const content = JSON.stringify(request);
    if (asked.current?.content !== content) asked.current = { content, key: idempotencyKey() };
    return asked.current.key;
  };
  const refuse = (problem: 'missing' | 'invalid') => {
    setWrong(problem);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (step !== 'form') return;
    setFailure(null);
    const problem = addressProblem(to);
    setWrong(problem);
    if (problem) return refuse(problem);
    setStep('working');
    const body: SendRequest = { document: document.id, to: to.trim(), copy };
    try {
      await send(api.send, { method: 'POST', body, headers: { 'Idempotency-Key': keyFor(body) } });
      setStep('done');
    } catch (error) {
      const found = sendFailureOf(error, Date.now());
      setStep('form');
      if (found.why === 'address') refuse('invalid');
      else setFailure(found);
    }
    // Whatever came of it, the history knows better than what is shown now.
    void queries.invalidateQueries({ queryKey: ['history'] });
  };
  const close = () => {
    if (step !== 'working') onClose();
  };

  return (
    <Dialog title={step === 'done' ? t('send.done') : t('send.title')} onCancel={close}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <p className="govgr-body ws-file__name">
          <bdi>{document.name}</bdi>
        </p>
        <div role="alert">{failure && <SendProblem failure={failure} />}</div>
        <div role="status">
          {step === 'done' && (
            <>
              <p className="govgr-body">
                <SuccessIcon className="ws-notice__icon" /> {t('send.doneText', { to: to.trim() })}{' '}
                {copy && t('send.doneCopy', { email })}
              </p>
              <p className="govgr-body">{t('send.doneHistory')}</p>
            </>
          )}
        </div>
        {!over && (
          <>
            <p className="govgr-body">{t('send.lead')}</p>
            <TextField
              ref={field}
              label={t('send.to')}
              hint={t('send.toHint')}
              error={wrong ? t(`send.${wrong}`) : undefined}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              data-autofocus
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
            <Choice
              label={t('send.copy')}
              hint={t('send.copyHint', { email })}
              checked={copy}
              onChange={(event) => setCopy(event.target.checked)}
            />
            <p className="govgr-hint ws-hint">{t('send.text')}</p>
          </>
        )}
        <div className="govgr-button-group ws-dialog__buttons">
          {!over && (
            <Button type="submit" look="primary" busy={step === 'working'}>
              {t(step === 'working' ? 'send.working' : 'send.submit')}
            </Button>
          )}
          <Button ref={leave} busy={step === 'working'} onClick={close}>
            {t(over ? 'app.close' : 'app.cancel')}
          </Button>
          {step === 'done' && (
            <Link className="govgr-link" to={`/history?row=${document.id}`} onClick={onClose}>
              {t('send.toHistory')}
            </Link>
          )}
        </div>
      </form>
    </Dialog>
  );
}
