import { api, type ResyncOtpRequest } from '@websign/contract';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../common/api/call.ts';
import { plainCode } from '../../common/otp.ts';
import { showPopup } from '../../common/popup/store.ts';
import { type Problem, problemOf } from '../../common/ui/error-summary.tsx';

interface Resync {
  form: UseFormReturn<ResyncOtpRequest>;
  problem: Problem | null;
  submit(given: ResyncOtpRequest): Promise<void>;
}

/** Sends the two codes; after success it closes the dialog and says so. */
export function useResync(onClose: () => void): Resync {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const form = useForm<ResyncOtpRequest>({
    defaultValues: { password: '', otp1: '', otp2: '' },
    shouldFocusError: false,
  });
  const submit = async (given: ResyncOtpRequest) => {
    setProblem(null);
    const body = { ...given, otp1: plainCode(given.otp1), otp2: plainCode(given.otp2) };
    try {
      await send(api.resyncOtp, { method: 'POST', body });
    } catch (error) {
      const next = problemOf(error);
      // A wrong password spends no code; after anything else the two may be used up.
      const spent = next.code === 'wrong_credentials' ? (['password'] as const) : (['otp1', 'otp2'] as const);
      for (const name of spent) form.resetField(name);
      return setProblem(next);
    }
    onClose();
    const html = `<p><strong>${t('resync.done')}</strong></p><p>${t('resync.next')}</p>`;
    showPopup({ icon: 'success', html });
  };
  return { form, problem, submit };
}
