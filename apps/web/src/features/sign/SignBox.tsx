import type { DocumentAnswer, Placement, SignedDocument } from '@websign/contract';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../common/api/error.ts';
import type { Session } from '../../common/session/store.ts';
import { Button } from '../../common/ui/button.tsx';
import { Dialog } from '../../common/ui/dialog.tsx';
import { RetryTime } from '../../common/ui/retry-time.tsx';
import { retryable, sharedFailure, signRequestFor } from './request.ts';
import { type BoxFields, SignForm } from './SignForm.tsx';
import { SignOutcome } from './SignOutcome.tsx';
import { SignReview } from './SignReview.tsx';
import { sign } from './signing.ts';

interface Props {
  documents: DocumentAnswer[];
  places: ReadonlyMap<string, Placement>;
  session: Session;
  look: Look;
  /** What the signature will say, as soon as it is sent, so that the box on the page shows it too. */
  onLook: (look: Look) => void;
  /** Some or all were signed, or their state may have changed. */
  onSigned: (outcomes: SignedDocument[]) => void;
  onClose: () => void;
}

/** The part of the fields that the page's picture of the signature shows. */
export type Look = Pick<BoxFields, 'visible' | 'reason' | 'title'>;

type Step = 'form' | 'review' | 'working' | 'outcome';

interface Failure {
  error: CallError;
  until: number | undefined;
}

function failureOf(error: unknown): Failure {
  const known = error instanceof CallError ? error : new CallError('internal', 0, { cause: error });
  const wait = known.retryAfter;
  return { error: known, until: wait === undefined ? undefined : Date.now() + wait * 1000 };
}

/** SGN-1: the sign box with cancel, continue (review) and sign. */
export function SignBox({ documents: asked, places, session, look, onLook, onSigned, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const [step, setStep] = useState<Step>('form');
  const [documents, setDocuments] = useState(asked);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [outcomes, setOutcomes] = useState<SignedDocument[]>([]);
  const signButton = useRef<HTMLButtonElement>(null);
  const form = useForm<BoxFields>({
    defaultValues: { password: '', otp: '', lock: false, confirmed: false, ...look },
  });
  const tooMany = documents.length > session.maxDocumentsPerOtp;

  useEffect(() => {
    if (step === 'review' || step === 'outcome') signButton.current?.focus();
  }, [step]);

  // A code is good for one attempt only: after any failure the field is empty and waits for the next.
  const askAgain = (problem: Failure | null) => {
    setFailure(problem);
    setStep('form');
    form.setValue('otp', '');
    const code = problem?.error.code;
    const field = code === 'wrong_credentials' ? 'password' : 'otp';
    // Said at the field too: on a small screen the summary is out of sight while the field has the focus.
    if (code === 'wrong_credentials' || code === 'wrong_otp') {
      form.setError(field, { type: 'server', message: t(`errors.${code}`) });
    }
    requestAnimationFrame(() => form.setFocus(field, { shouldSelect: true }));
  };

  const keepLook = () => {
    const { visible, reason, title } = form.getValues();
    onLook({ visible, reason, title });
  };

  const run = async (values: BoxFields) => {
    setFailure(null);
    setOutcomes([]);
    setStep('working');
    const locale = i18n.language === 'en' ? 'en' : 'el';
    keepLook();
    try {
      const request = signRequestFor({
        documents,
        places,
        username: session.username,
        fields: values,
        locale,
      });
      const results = await sign(request, setOutcomes);
      const shared = sharedFailure(results);
      if (shared) return askAgain(failureOf(shared));
      onSigned(results);
      if (results.every(({ status }) => status === 'success')) return onClose();
      setOutcomes(results);
      setStep('outcome');
    } catch (error) {
      askAgain(failureOf(error));
    }
  };

  const again = new Set(retryable(outcomes));
  const retry = () => {
    setDocuments(asked.filter(({ id }) => again.has(id)));
    askAgain(null);
  };
  const close = () => {
    if (step === 'working') return;
    keepLook();
    onClose();
  };
  const title =
    step === 'outcome'
      ? t('box.outcomeTitle')
      : step === 'review'
        ? t('box.review')
        : documents.length === 1
          ? t('box.title')
          : t('box.titleMany', { count: documents.length });
  const proceed = form.handleSubmit(async (values) => (step === 'form' ? setStep('review') : run(values)));

  return (
    <Dialog title={title} onCancel={close} className="ws-sign-box">
      <form noValidate onSubmit={(event) => void proceed(event)}>
        <p className="ws-sign-box__what">
          {documents.length === 1 ? documents[0]?.name : t('box.oneCode', { count: documents.length })}
        </p>
        {tooMany && (
          <p className="ws-notice ws-notice--warn">{t('box.tooMany', { max: session.maxDocumentsPerOtp })}</p>
        )}
        <div role="alert">
          {failure && step === 'form' && (
            <div className="govgr-error-summary ws-summary">
              <h3 className="govgr-heading-s">{t('box.failed')}</h3>
              <p className="govgr-body">{t(`errors.${failure.error.code}`)}</p>
              {failure.until !== undefined && <RetryTime until={failure.until} />}
            </div>
          )}
        </div>
        <div hidden={step !== 'form'}>
          <SignForm form={form} session={session} documents={documents} />
        </div>
        {step === 'review' && (
          <SignReview session={session} documents={documents} places={places} fields={form.getValues()} />
        )}
        {(step === 'working' || step === 'outcome') && (
          <SignOutcome documents={documents} outcomes={outcomes} />
        )}
        <div className="govgr-button-group ws-dialog__buttons">
          {step === 'form' && (
            <>
              <Button type="submit" busy={tooMany}>
                {t('app.continue')}
              </Button>
              <Button look="primary" busy={tooMany} onClick={() => void form.handleSubmit(run)()}>
                {t('box.sign')}
              </Button>
              <Button onClick={close}>{t('app.cancel')}</Button>
            </>
          )}
          {step === 'review' && (
            <>
              <Button type="submit" look="primary" ref={signButton}>
                {t('box.sign')}
              </Button>
              <Button onClick={() => setStep('form')}>{t('app.back')}</Button>
              <Button onClick={close}>{t('app.cancel')}</Button>
            </>
          )}
          {step === 'working' && (
            <Button look="primary" busy>
              {t('box.working')}
            </Button>
          )}
          {step === 'outcome' && (
            <>
              {again.size > 0 && (
                <Button look="primary" ref={signButton} onClick={retry}>
                  {t('box.retryOne')}
                </Button>
              )}
              <Button ref={again.size > 0 ? undefined : signButton} onClick={close}>
                {t('app.close')}
              </Button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  );
}
