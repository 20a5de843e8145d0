import { useTranslation } from 'react-i18next';
import type { CallCode } from '../../common/api/error.ts';
import { isElsewhere } from '../../common/elsewhere.ts';
import { sentBy } from '../../common/otp.ts';
import type { Session } from '../../common/session/store.ts';

/** What is said of a failure: wrong passwords and codes are told as whose they are. */
export function useFailureText(
  session: Pick<Session, 'keyProvider' | 'otpMethod' | 'signingPassword'>,
): (code: CallCode) => string {
  const { t } = useTranslation();
  const elsewhere = isElsewhere(session);
  return (code) => {
    if (elsewhere && code === 'wrong_credentials') return t('provider.wrongPassword');
    if (session.signingPassword === 'pin' && code === 'wrong_credentials') return t('box.wrongPin');
    if (elsewhere && code === 'wrong_otp') return t('provider.wrongOtp');
    if (!elsewhere && code === 'wrong_otp' && sentBy(session.otpMethod)) return t('codes.wrong');
    const hint = code === 'signing_not_permitted' ? ` ${t('box.tryInvisible')}` : '';
    return t(`errors.${code}`) + hint;
  };
}
