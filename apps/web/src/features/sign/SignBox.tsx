import type { DocumentAnswer } from '@websign/contract';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOnPage } from '../../common/elsewhere.ts';
import type { Session } from '../../common/session/store.ts';
import { Dialog } from '../../common/ui/dialog.tsx';
import { LeaveQuestion } from '../../common/ui/leave.tsx';
import { RetryTime } from '../../common/ui/retry-time.tsx';
import { CodeCount } from './CodeCount.tsx';
import { CoveredPlaces } from './CoveredPlaces.tsx';
import { Leaving } from './Leaving.tsx';
import { PlacesDialog } from './PlacesDialog.tsx';
import { SignaturePlaceDialog } from './SignaturePlaceDialog.tsx';
import { SignButtons } from './SignButtons.tsx';
import { SignForm } from './SignForm.tsx';
import { SignOutcome } from './SignOutcome.tsx';
import { MovedNote, SignReview } from './SignReview.tsx';
import { useFailureText } from './useFailureText.ts';
import { type BoxProps, type BoxState, type Failure, isOfField, useSignBox } from './useSignBox.ts';
import { WarningList } from './WarningList.tsx';

function useTitle({ step, work, documents, batch }: BoxState, perCode: number): string {
  const { t } = useTranslation();
  if (step === 'outcome') return t('box.outcomeTitle');
  if (step === 'lost') return t('box.lostTitle');
  if (step === 'review') return t('box.review');
  if (step === 'working') return t('box.working');
  if (step === 'leaving') return t('provider.leavingTitle');
  if (step === 'code') return t(perCode === 1 && work.code > 1 ? 'provider.nextTitle' : 'box.codeTitle');
  const count = work.codes > 1 ? documents.length : batch.length;
  return count === 1 ? t('box.title') : t('box.titleMany', { count });
}

function Problem({ failure, session }: { failure: Failure; session: Session }) {
  const { t } = useTranslation();
  const failureText = useFailureText(session);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOfField(failure.error.code)) return;
    // On a small screen the fields below would hide it.
    place.current?.focus();
  }, [failure]);
  return (
    <div ref={place} tabIndex={-1} className="govgr-error-summary ws-summary">
      <h3 className="govgr-heading-s">{t('box.failed')}</h3>
      <p className="govgr-body">{failureText(failure.error.code)}</p>
      {failure.until !== undefined && <RetryTime until={failure.until} />}
    </div>
  );
}

/** Keeps in sight what has the focus when `body` gets another size: a telephone is turned, its keyboard comes up. */
function useFocusInSight(body: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => {
      const { activeElement } = document;
      if (activeElement !== element && element.contains(activeElement))
        activeElement?.scrollIntoView({ block: 'nearest' });
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [body]);
}

/** SGN-1: the sign box with cancel, continue (review) and sign; then the progress, and what did not work. */
export function SignBox(props: BoxProps) {
  const { t } = useTranslation();
  const box = useSignBox(props);
  const { session, said, spots } = props;
  const { maxDocumentsPerOtp: perCode } = session;
  const warned = box.reading.unread.length > 0;
  const { step, work, batch, waiting, documents, failure, attempts, form } = box;
  const shownTitle = useTitle(box, perCode);
  const asks = step === 'form' || step === 'code';
  const movedNote = useId();
  const [looked, setLooked] = useState<DocumentAnswer | null>(null);
  const text = { name: session.fullName, reason: said.reason, title: said.title };
  const lead = useRef<HTMLButtonElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useFocusInSight(body);
  // Its fields have the focus one by one; without fields the keyboard still has to scroll it.
  const scrolled = asks ? {} : { tabIndex: 0, role: 'region', 'aria-label': shownTitle };

  // The button that was pressed is gone with its step: the focus goes to what leads on.
  useEffect(() => {
    const button = lead.current;
    if (!button || step === 'form' || step === 'code') return;
    // What the step shows begins at its title.
    body.current?.scrollTo({ top: 0 });
    button.focus({ preventScroll: true });
  }, [step]);

  return (
    <>
      {/* Warnings come before what is typed: it begins with them. Else the password has the focus. */}
      <Dialog title={shownTitle} onCancel={box.close} read={warned} className="ws-sign-box">
        <form
          noValidate
          className="ws-sign-box__form"
          onSubmit={(event) => {
            event.preventDefault();
            if (asks || step === 'review') box.proceed();
          }}
        >
          <div ref={body} className="ws-sign-box__body" {...scrolled}>
            {step !== 'outcome' && <CodeCount {...{ work, batch, perCode }} onPage={isOnPage(session)} />}
            <div role="alert">{failure && asks && <Problem {...{ failure, session }} />}</div>
            <div hidden={!asks}>
              <CoveredPlaces open={box.covered} onSee={() => box.see(true)} />
              {step === 'form' && <WarningList reading={box.reading} documents={waiting} />}
              <SignForm form={form} session={session} codeOnly={step === 'code'} />
            </div>
            {step === 'review' && box.moved.length > 0 && <MovedNote id={movedNote} />}
            {step === 'review' && (
              <SignReview
                {...{ session, spots }}
                documents={batch}
                moved={box.moved}
                fields={form.getValues()}
                onSee={setLooked}
              />
            )}
            {step === 'leaving' && <Leaving page={box.page} onBack={box.back} onRefused={box.refuse} />}
            {step === 'lost' && <p className="govgr-body">{t('box.lost')}</p>}
            {(step === 'working' || step === 'outcome') && (
              <SignOutcome
                documents={step === 'working' ? batch : documents}
                outcomes={step === 'working' ? attempts.progress : [...work.outcomes.values()]}
                over={step === 'outcome'}
                silent={attempts.silent}
                onRetry={box.retry}
                onClose={box.close}
              />
            )}
          </div>
          <SignButtons {...{ box, lead, movedNote }} onPage={isOnPage(session)} />
        </form>
      </Dialog>
      {box.seeing && (
        <PlacesDialog documents={waiting} places={spots} text={text} onClose={() => box.see(false)} />
      )}
      {looked && (
        <SignaturePlaceDialog document={looked} places={spots} text={text} onClose={() => setLooked(null)} />
      )}
      <LeaveQuestion
        active={step === 'working'}
        title={t('box.leaveTitle')}
        text={t('box.leave')}
        stay={t('box.leaveStay')}
        go={t('box.leaveGo')}
      />
    </>
  );
}
