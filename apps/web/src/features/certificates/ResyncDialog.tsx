import { api, limits, type ResyncOtpRequest } from '@websign/contract';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../common/api/call.ts';
import { plainCode } from '../../common/otp.ts';
import { showPopup } from '../../common/popup/store.ts';
import { useTypingNotes } from '../../common/typing.ts';
import { Button } from '../../common/ui/button.tsx';
import { Dialog } from '../../common/ui/dialog.tsx';
import { ErrorSummary, type Problem, problemOf } from '../../common/ui/error-summary.tsx';
import { TextField } from '../../common/ui/field.tsx';
import { PasswordField } from '../../common/ui/password.tsx';
import { NextCode } from './NextCode.tsx';

const sixDigits = /^[0-9]{6}$/;
const names = ['password', 'otp1', 'otp2'] as const;

/** Password and two consecutive codes; a window without any limit of time. */
export function ResyncDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [invalid, setInvalid] = useState(0);
  const [typedAt, setTypedAt] = useState<number | null>(null);
  const summary = useRef<HTMLDivElement>(null);
  const notes = useTypingNotes();
  const form = useForm<ResyncOtpRequest>({
    defaultValues: { password: '', otp1: '', otp2: '' },
    shouldFocusError: false,
  });
  const { register, formState, watch, resetField } = form;
  const { errors, isSubmitting } = formState;
  const { password, otp1 } = watch();
  const complete = sixDigits.test(plainCode(otp1));

  useEffect(() => setTypedAt(complete ? Date.now() : null), [complete]);
  useEffect(() => {
    if (invalid > 0 || problem) summary.current?.focus();
  }, [invalid, problem]);

  const submit = async (given: ResyncOtpRequest) => {
    setProblem(null);
    const body = { ...given, otp1: plainCode(given.otp1), otp2: plainCode(given.otp2) };
    try {
      await send(api.resyncOtp, { method: 'POST', body });
    } catch (error) {
      const next = problemOf(error);
      // A wrong password spends no code; after anything else the two may be used up.
      if (next.code === 'wrong_credentials') resetField('password');
      else for (const name of ['otp1', 'otp2'] as const) resetField(name);
      return setProblem(next);
    }
    onClose();
    showPopup({
      icon: 'success',
      html: `<p><strong>${t('resync.done')}</strong></p><p>${t('resync.next')}</p>`,
    });
  };
  const code = (missing: string) => ({
    required: missing,
    validate: (value: string) => sixDigits.test(plainCode(value)) || t('resync.digits'),
  });
  const submitted = form.handleSubmit(submit, () => setInvalid((count) => count + 1));

  return (
    <Dialog title={t('resync.title')} onCancel={() => !isSubmitting && onClose()}>
      <form
        noValidate
        onSubmit={(event) => (isSubmitting ? event.preventDefault() : void submitted(event))}
        {...notes.watch}
      >
        <p className="govgr-body">
          {t('resync.when')} {t('resync.how')}
        </p>
        <ErrorSummary
          ref={summary}
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
          id="resync-otp1"
          label={t('resync.first')}
          hint={t('resync.firstHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={32}
          className="ws-field--code"
          error={errors.otp1?.message}
          {...register('otp1', code(t('resync.firstMissing')))}
        />
        <TextField
          id="resync-otp2"
          label={t('resync.second')}
          hint={t('resync.secondHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={32}
          className="ws-field--code"
          error={errors.otp2?.message}
          {...register('otp2', {
            required: t('resync.secondMissing'),
            validate: (value, all) => {
              if (plainCode(value) === plainCode(all.otp1)) return t('resync.same');
              return sixDigits.test(plainCode(value)) || t('resync.digits');
            },
          })}
        />
        {typedAt !== null && <NextCode since={typedAt} />}
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
