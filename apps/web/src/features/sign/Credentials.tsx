import { limits } from '@websign/contract';
import type { KeyboardEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isElsewhere, useProviderName } from '../../common/elsewhere.ts';
import { isTotp, sentBy, useTotpSeconds } from '../../common/otp.ts';
import type { Session } from '../../common/session/store.ts';
import { Choice } from '../../common/ui/checkbox.tsx';
import { TextField } from '../../common/ui/field.tsx';
import { useFormats } from '../../i18n/format.ts';
import type { SignFields } from './request.ts';
import { SendCode } from './SendCode.tsx';

interface Props {
  form: UseFormReturn<SignFields>;
  session: Session;
  codeOnly: boolean;
}

/** The password that activates the key, named as whose it is. It has the focus when the box opens. */
export function Password({ form, session, isShown }: Omit<Props, 'codeOnly'> & { isShown: boolean }) {
  const { t } = useTranslation();
  const name = useProviderName();
  const { register, formState } = form;
  const words = {
    websign: { label: t('box.password'), hint: undefined, required: t('box.required.password') },
    provider: {
      label: t('provider.password', { name }),
      hint: t('provider.passwordHint'),
      required: t('provider.passwordMissing'),
    },
    pin: { label: t('box.pin'), hint: t('box.pinHint'), required: t('box.required.pin') },
  } as const;
  const { label, hint, required } = words[session.signingPassword];
  // Enter does the next thing: after the password comes the code.
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !form.getValues('password') || form.getValues('otp')) return;
    event.preventDefault();
    form.setFocus('otp');
  };
  return (
    <TextField
      id="sign-password"
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      data-autofocus=""
      onKeyDown={goOn}
      label={label}
      hint={hint}
      // What a browser keeps for this site is the password of this site.
      autoComplete={session.signingPassword === 'websign' ? 'current-password' : 'off'}
      maxLength={limits.passwordMaxLength}
      error={formState.errors.password?.message}
      {...register('password', { required })}
    />
  );
}

interface ShowProps {
  session: Session;
  isShown: boolean;
  onShow: (shown: boolean) => void;
}

/** Shows the letters of the password. It stands after the code, so that from one to the other it is a single Tab. */
export function ShowPassword({ session, isShown, onShow }: ShowProps) {
  const { t } = useTranslation();
  return (
    <Choice
      label={t(session.signingPassword === 'pin' ? 'box.showPin' : 'box.showPassword')}
      checked={isShown}
      onChange={(event) => onShow(event.target.checked)}
    />
  );
}

/** The code, with the words of its method; for time-based ones the seconds left. */
export function Code({ form, session, codeOnly }: Props) {
  const { t } = useTranslation();
  const { register, formState } = form;
  const elsewhere = isElsewhere(session);
  const totp = !elsewhere && isTotp(session.otpMethod);
  const by = session.sendsCodes ? sentBy(session.otpMethod) : undefined;
  const hint = elsewhere
    ? t(codeOnly ? 'provider.otpNext' : 'provider.otpHint')
    : by === 'email' || by === 'sms'
      ? t(`codes.hints.${by}`, { to: session.codeTo })
      : t(totp ? 'box.otpHints.totp' : 'box.otpHints.other');
  return (
    <>
      {by && <SendCode by={by} onSent={() => form.setFocus('otp')} />}
      <TextField
        id="sign-otp"
        label={t(elsewhere ? 'provider.otp' : 'box.otp')}
        hint={hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        error={formState.errors.otp?.message}
        className="ws-field--otp"
        after={totp && <OtpTime />}
        {...register('otp', { required: t('box.required.otp') })}
      />
    </>
  );
}

function OtpTime() {
  const { t } = useTranslation();
  const format = useFormats();
  return <span className="ws-otp-time">{t('box.otpLeft', { time: format.duration(useTotpSeconds()) })}</span>;
}
