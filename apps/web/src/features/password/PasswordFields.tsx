import { brokenPasswordRules, limits } from '@websign/contract';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../common/session/store.ts';
import type { TypingNotes } from '../../common/typing.ts';
import { TextField } from '../../common/ui/field.tsx';
import { PasswordField } from '../../common/ui/password.tsx';
import { RuleList } from './RuleList.tsx';

/** What the form asks; the username is fixed for a person who is signed in. */
export interface Fields {
  username: string;
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}

interface Props {
  form: UseFormReturn<Fields>;
  notes: TypingNotes;
}

/** Whose password, and the current one. */
export function KnownFields({ form: { register, formState, watch }, notes }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const { errors } = formState;
  const typed = watch();
  return (
    <>
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
    </>
  );
}

/** The new password twice, with the rules between. */
export function NewFields({ form: { register, formState, watch }, notes }: Props) {
  const { t } = useTranslation();
  const { errors } = formState;
  const typed = watch();
  const fresh = [
    ...notes.password(typed.newPassword),
    ...(typed.newPassword !== '' && typed.newPassword === typed.oldPassword ? [t('password.same')] : []),
  ];
  return (
    <>
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
    </>
  );
}
