import { limits, type ResyncOtpRequest } from '@websign/contract';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { plainCode } from '../../common/otp.ts';
import type { TypingNotes } from '../../common/typing.ts';
import { TextField } from '../../common/ui/field.tsx';
import { PasswordField } from '../../common/ui/password.tsx';
import { NextCode } from './NextCode.tsx';

const sixDigits = /^[0-9]{6}$/;
const codeField = {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: 32,
  className: 'ws-field--code',
} as const;

interface Props {
  form: UseFormReturn<ResyncOtpRequest>;
  notes: TypingNotes;
}

/** Password, the code that is shown now, and the next one when it comes. */
export function ResyncFields({ form: { register, formState, watch }, notes }: Props) {
  const { t } = useTranslation();
  const [typedAt, setTypedAt] = useState<number | null>(null);
  const { password, otp1 } = watch();
  const { errors } = formState;
  const complete = sixDigits.test(plainCode(otp1));
  useEffect(() => setTypedAt(complete ? Date.now() : null), [complete]);
  const shaped = (value: string) => sixDigits.test(plainCode(value)) || t('resync.digits');
  const next = (value: string, { otp1: first }: ResyncOtpRequest) =>
    plainCode(value) === plainCode(first) ? t('resync.same') : shaped(value);

  return (
    <>
      <PasswordField
        id="resync-password"
        label={t('login.password')}
        autoComplete="current-password"
        maxLength={limits.passwordMaxLength}
        error={errors.password?.message}
        notes={notes.password(password)}
        data-autofocus
        {...register('password', { required: t('login.passwordMissing') })}
      />
      <TextField
        {...codeField}
        id="resync-otp1"
        label={t('resync.first')}
        hint={t('resync.firstHint')}
        error={errors.otp1?.message}
        {...register('otp1', { required: t('resync.firstMissing'), validate: shaped })}
      />
      <TextField
        {...codeField}
        id="resync-otp2"
        label={t('resync.second')}
        hint={t('resync.secondHint')}
        error={errors.otp2?.message}
        {...register('otp2', { required: t('resync.secondMissing'), validate: next })}
      />
      {typedAt !== null && <NextCode since={typedAt} />}
    </>
  );
}
