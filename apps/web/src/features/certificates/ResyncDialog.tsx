import { useTranslation } from 'react-i18next';
import { useTypingNotes } from '../../common/typing.ts';
import { Button } from '../../common/ui/button.tsx';
import { Dialog } from '../../common/ui/dialog.tsx';
import { ErrorSummary, type Problem, useSummary } from '../../common/ui/error-summary.tsx';
import { ResyncFields } from './ResyncFields.tsx';
import { useResync } from './useResync.ts';

const names = ['password', 'otp1', 'otp2'] as const;

/** Password and two consecutive codes; a window without any limit of time. */
export function ResyncDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { form, problem, submit } = useResync(onClose);
  const summary = useSummary(problem);
  const notes = useTypingNotes();
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(submit, summary.refuse);

  return (
    <Dialog title={t('resync.title')} onCancel={() => !isSubmitting && onClose()}>
      <form
        noValidate
        onSubmit={(event) => (isSubmitting ? event.preventDefault() : void send(event))}
        {...notes.watch}
      >
        <p className="govgr-body">
          {t('resync.when')} {t('resync.how')}
        </p>
        <ErrorSummary
          ref={summary.ref}
          title={t('resync.summary')}
          until={problem?.until}
          fields={names.map((name) => ({ id: `resync-${name}`, text: errors[name]?.message }))}
        >
          {problem && <Reason problem={problem} />}
        </ErrorSummary>
        {/* For password managers, which ask whose password it is. */}
        <input
          className="ws-hidden"
          autoComplete="username"
          value={username}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <ResyncFields form={form} notes={notes} />
        <div className="govgr-button-group ws-dialog__buttons">
          <Button type="submit" look="primary" busy={isSubmitting}>
            {t(isSubmitting ? 'resync.working' : 'resync.submit')}
          </Button>
          <Button busy={isSubmitting} onClick={onClose}>
            {t('app.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Reason({ problem: { code } }: { problem: Problem }) {
  const { t } = useTranslation();
  if (code === 'wrong_otp') return t('resync.wrong');
  return t(code === 'internal' ? 'resync.failed' : `errors.${code}`);
}
