import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../common/session/store.ts';
import { useTypingNotes } from '../../common/typing.ts';
import { Button } from '../../common/ui/button.tsx';
import { ErrorSummary, type Problem, useSummary } from '../../common/ui/error-summary.tsx';
import { type Fields, KnownFields, NewFields } from './PasswordFields.tsx';
import { useChange } from './useChange.ts';

const names = ['username', 'oldPassword', 'newPassword', 'confirmPassword'] as const;
const empty: Fields = { username: '', oldPassword: '', newPassword: '', confirmPassword: '' };

/** Old, new and confirmation, and the username of a person who is signed out (PWD-1, PWD-2, NAV-4). */
export function PasswordForm({ onDone }: { onDone: () => Promise<void> }) {
  const { t } = useTranslation();
  const session = useSession();
  const { problem, change } = useChange(onDone);
  const summary = useSummary(problem);
  const notes = useTypingNotes();
  const form = useForm<Fields>({
    defaultValues: { ...empty, username: session?.username ?? '' },
    shouldFocusError: false,
  });
  const { resetField } = form;
  const { errors, isSubmitting } = form.formState;

  useEffect(() => {
    if (problem) resetField('oldPassword');
  }, [problem, resetField]);

  const send = form.handleSubmit(
    ({ username, ...passwords }) => change(session ? passwords : { username, ...passwords }),
    summary.refuse,
  );

  return (
    <form
      noValidate
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : void send(event))}
      {...notes.watch}
    >
      <ErrorSummary
        ref={summary.ref}
        title={t('password.summary')}
        until={problem?.until}
        fields={names.map((id) => ({ id, text: errors[id]?.message }))}
      >
        {problem && <Reason problem={problem} />}
      </ErrorSummary>
      <KnownFields form={form} notes={notes} />
      <NewFields form={form} notes={notes} />
      <Button type="submit" look="primary" busy={isSubmitting}>
        {t(isSubmitting ? 'password.working' : 'password.submit')}
      </Button>
    </form>
  );
}

/** Without an answer the change may have been made all the same. */
function Reason({ problem: { code } }: { problem: Problem }) {
  const { t } = useTranslation();
  if (code === 'internal') return t('password.failed');
  const silent = code === 'network' || code === 'invalid_answer';
  return (
    <>
      {t(`errors.${code}`)} {silent && t('password.unsure')}
    </>
  );
}
