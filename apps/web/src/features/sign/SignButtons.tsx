import { type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../common/ui/button.tsx';
import { isRetryable } from './request.ts';
import type { BoxState } from './useSignBox.ts';

interface Props {
  box: BoxState;
  /** The button that has the focus when its step begins. */
  lead: RefObject<HTMLButtonElement | null>;
  /** Id of what says why the review is shown, where it does. */
  movedNote: string;
  /** The provider's own page is what leads on. */
  onPage: boolean;
}

/** SGN-1: cancel, continue, sign, in this order; Enter does the next thing, Esc cancels. */
export function SignButtons({ box, lead, movedNote, onPage }: Props) {
  const { t } = useTranslation();
  const note = useId();
  const { step, work } = box;
  const unread = box.reading.unread.length;
  const cancel = <Button onClick={box.close}>{t('app.cancel')}</Button>;
  const failed = [...work.outcomes.values()].filter(isRetryable).map(({ document }) => document);
  return (
    <div className="govgr-button-group ws-dialog__buttons">
      <p role="status" className={box.looking ? 'ws-facts ws-sign-box__unread' : 'ws-hidden'}>
        {box.looking && t('covered.looking')}
      </p>
      {step === 'form' && (
        <>
          {cancel}
          {!onPage && (
            <Button type="submit" busy={box.looking}>
              {t('app.continue')}
            </Button>
          )}
          <Button
            look="primary"
            busy={box.looking}
            // What is missing it says, and leads to: a button that does nothing would leave one to search.
            onClick={box.signNow}
            aria-describedby={unread > 0 ? note : undefined}
          >
            {t(onPage ? 'provider.go' : 'box.sign')}
          </Button>
          {unread > 0 && (
            <p id={note} className="ws-facts ws-sign-box__unread">
              {t('box.unread', { count: unread })}
            </p>
          )}
        </>
      )}
      {step === 'review' && (
        <>
          {cancel}
          <Button onClick={box.back}>{t('app.back')}</Button>
          <Button
            type="submit"
            look="primary"
            ref={lead}
            busy={box.looking}
            aria-describedby={box.moved.length > 0 ? movedNote : undefined}
          >
            {t(onPage ? 'provider.go' : 'box.sign')}
          </Button>
        </>
      )}
      {step === 'code' && (
        <>
          {cancel}
          <Button type="submit" look="primary" busy={box.looking}>
            {t('box.sign')}
          </Button>
        </>
      )}
      {step === 'working' && (
        <Button look="primary" busy ref={lead}>
          {t('box.working')}
        </Button>
      )}
      {step === 'leaving' && (
        <Button look="primary" busy ref={lead}>
          {t('provider.go')}
        </Button>
      )}
      {step === 'lost' && (
        <>
          <Button onClick={box.close}>{t('app.close')}</Button>
          <Button look="primary" ref={lead} onClick={box.ask}>
            {t('box.ask')}
          </Button>
        </>
      )}
      {step === 'outcome' && (
        <>
          <Button ref={failed.length > 0 ? undefined : lead} onClick={box.close}>
            {t('app.close')}
          </Button>
          {failed.length > 0 && (
            <Button look="primary" ref={lead} onClick={() => box.retry(failed)}>
              {failed.length > 1 ? t('box.retryMany', { total: failed.length }) : t('box.retry')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
