import { useTranslation } from 'react-i18next';
import type { SentBy } from '../../common/otp.ts';
import { Button } from '../../common/ui/button.tsx';
import { useFormats } from '../../i18n/format.ts';
import { type SendCode as Sending, useSendCode } from './useSendCode.ts';

interface Props {
  by: SentBy;
  /** A code is on its way: what comes next is to type it. */
  onSent: () => void;
}

/** Asks for a one-time code to be sent, says where it went, and when the next may be asked for. */
export function SendCode({ by, onSent }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const sending = useSendCode();
  const { state, wait, ask } = sending;
  const press = async () => {
    if (await ask()) onSent();
  };
  const name = state === 'sending' ? 'codes.sending' : state === 'sent' ? 'codes.again' : 'codes.send';
  return (
    <div className="ws-send-code">
      <Button busy={state === 'sending' || wait > 0} onClick={() => void press()}>
        {t(name)}
      </Button>
      <div className="ws-send-code__said" role="status">
        <Outcome by={by} sending={sending} />
      </div>
      {/* Counted quietly: read out every second it would drown what the person types. */}
      {wait > 0 && <p className="ws-send-code__wait">{t('codes.next', { time: format.duration(wait) })}</p>}
    </div>
  );
}

function Outcome({ by, sending }: { by: SentBy; sending: Sending }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { sent, failure } = sending;
  if (failure !== null) {
    const silent = by === 'provider' && failure === 'code_not_sent';
    return (
      <p className="govgr-error-message">{silent ? t('codes.providerSilent') : t(`errors.${failure}`)}</p>
    );
  }
  if (sent === null) return null;
  return <p>{t(`codes.sent.${by}`, { to: sent.to, time: format.duration(sent.validFor) })}</p>;
}
