import { brokenPasswordRules, limits } from '@websign/contract';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../common/session/store.ts';
import { useTypingNotes } from '../../common/typing.ts';
import { Button } from '../../common/ui/button.tsx';
import { ErrorSummary, type Problem } from '../../common/ui/error-summary.tsx';
import { TextField } from '../../common/ui/field.tsx';
import { PasswordField } from '../../common/ui/password.tsx';
import { RuleList } from './RuleList.tsx';
import { useChange } from './useChange.ts';

interface Fields {
  username: string;
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}

const names = ['username', 'oldPassword', 'newPassword', 'confirmPassword'] as const;
const empty: Fields = { username: '', oldPassword: '', newPassword: '', confirmPassword: '' };

/** Old, new and confirmation, and the username of a person who is signed out (PWD-1, PWD-2, NAV-4). */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const { problem, change } = useChange(onDone);
  const [invalid, setInvalid] = useState(0);
  const summary = useRef<HTMLDivElement>(null);
  const notes = useTypingNotes();
  const form = useForm<Fields>({
    defaultValues: { ...empty, username: session?.username ?? '' },
    shouldFocusError: false,
  });
  const { register, formState, watch, resetField } = form;
  const { errors, isSubmitting } = formState;
  const typed = watch();

  useEffect(() => {
    if (invalid > 0 || problem) summary.current?.focus();
  }, [invalid, problem]);
  useEffect(() => {
    if (problem) resetField('oldPassword');
  }, [problem, resetField]);

  const send = form.handleSubmit(
    ({ username, ...passwords }) => change(session ? passwords : { username, ...passwords }),
    () => setInvalid((count) => count + 1),
  );
  const fresh = [
    ...notes.password(typed.newPassword),
    ...(typed.newPassword !== '' && typed.newPassword === typed.oldPassword ? [t('password.same')] : []),
  ];

  return (
    <form
      noValidate
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : void send(event))}
      {...notes.watch}
    >
      <ErrorSummary
        ref={summary}
        title={t('password.summary')}
        until={problem?.until}
        fields={names.map((id) => ({ id, text: errors[id]?.message }))}
      >
        {problem && <Reason problem={problem} />}
      </ErrorSummary>
      <TextField
        id="username"
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.usernameLength}
        readOnly={session !== null}
        className={session ? 'ws-field--fixed' : ''}
        error={errors.username?.message}
        notes={session ? [] : notes.text(typed.username)}
        {...register('username', { required: t('login.usernameMissing') })}
      />
      <PasswordField
        id="oldPassword"
        label={t('password.old')}
        autoComplete="current-password"
        maxLength={limits.passwordMaxLength}
        error={errors.oldPassword?.message}
        notes={notes.password(typed.oldPassword)}
        {...register('oldPassword', { required: t('password.oldMissing') })}
      />
      <PasswordField
        id="newPassword"
        label={t('password.new')}
        autoComplete="new-password"
        hint={t('password.newHint')}
        maxLength={limits.passwordMaxLength}
        error={errors.newPassword?.message}
        notes={fresh}
        {...register('newPassword', {
          required: t('password.newMissing'),
          validate: (value) => brokenPasswordRules(value).length === 0 || t('errors.password_rules'),
        })}
      />
      <RuleList password={typed.newPassword} confirmation={typed.confirmPassword} />
      <PasswordField
        id="confirmPassword"
        label={t('password.confirm')}
        autoComplete="new-password"
        maxLength={limits.passwordMaxLength}
        error={errors.confirmPassword?.message}
        notes={notes.password(typed.confirmPassword)}
        {...register('confirmPassword', {
          required: t('password.confirmMissing'),
          validate: (value, all) => value === all.newPassword || t('errors.password_confirmation'),
        })}
      />
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
