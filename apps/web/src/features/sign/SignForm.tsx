import { limits } from '@websign/contract';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isTotp, useTotpSeconds } from '../../common/otp.ts';
import type { Session } from '../../common/session/store.ts';
import { Choice } from '../../common/ui/checkbox.tsx';
import { TextField } from '../../common/ui/field.tsx';
import { PasswordField } from '../../common/ui/password.tsx';
import { useFormats } from '../../i18n/format.ts';
import type { SignFields } from './request.ts';

interface Props {
  form: UseFormReturn<SignFields>;
  session: Session;
  /** Everything but the code has been said before and still holds. */
  codeOnly: boolean;
}

function OtpTime() {
  const { t } = useTranslation();
  const format = useFormats();
  return <span className="ws-otp-time">{t('box.otpLeft', { time: format.duration(useTotpSeconds()) })}</span>;
}

/** Who signs and how: the fixed username, password and code, and what the signature says. */
export function SignForm({ form, session, codeOnly }: Props) {
  const { t } = useTranslation();
  const { register, formState } = form;
  const totp = isTotp(session.otpMethod);
  const optional = (label: string) => (
    <>
      {label} <span className="ws-optional">{t('box.optional')}</span>
    </>
  );
  return (
    <>
      <div hidden={codeOnly}>
        <TextField
          id="sign-username"
          label={t('box.username')}
          value={session.username}
          autoComplete="username"
          readOnly
          className="ws-field--fixed"
        />
        <PasswordField
          id="sign-password"
          label={t('box.password')}
          autoComplete="current-password"
          maxLength={limits.passwordMaxLength}
          error={formState.errors.password?.message}
          {...register('password', { required: t('box.required.password') })}
        />
      </div>
      <TextField
        id="sign-otp"
        label={t('box.otp')}
        hint={t(totp ? 'box.otpHints.totp' : 'box.otpHints.other')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        error={formState.errors.otp?.message}
        className="ws-field--otp"
        after={totp && <OtpTime />}
        {...register('otp', { required: t('box.required.otp') })}
      />
      <div hidden={codeOnly}>
        <Choice id="sign-name" label={t('box.name')} hint={t('box.nameHint')} {...register('visible')} />
        <TextField
          id="sign-reason"
          label={optional(t('box.reason'))}
          maxLength={limits.reasonLength}
          {...register('reason')}
        />
        <TextField
          id="sign-title"
          label={optional(t('box.jobTitle'))}
          maxLength={limits.titleLength}
          {...register('title')}
        />
        <Choice id="sign-lock" label={t('box.lock')} hint={t('box.lockHint')} {...register('lock')} />
      </div>
    </>
  );
}
