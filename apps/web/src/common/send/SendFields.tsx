import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../ui/checkbox.tsx';
import { TextField } from '../ui/field.tsx';

interface Props {
  to: string;
  setTo: (to: string) => void;
  copy: boolean;
  setCopy: (copy: boolean) => void;
  /** The signer's own address. */
  email: string;
  wrong: 'missing' | 'invalid' | null;
  field: RefObject<HTMLInputElement | null>;
}

/** The address, the copy, and what the letter says by itself. */
export function SendFields({ to, setTo, copy, setCopy, email, wrong, field }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <p className="govgr-body">{t('send.lead')}</p>
      <TextField
        ref={field}
        label={t('send.to')}
        hint={t('send.toHint')}
        error={wrong ? t(`send.${wrong}`) : undefined}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-autofocus
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <Choice
        label={t('send.copy')}
        hint={t('send.copyHint', { email })}
        checked={copy}
        onChange={(event) => setCopy(event.target.checked)}
      />
      <p className="govgr-hint ws-hint">{t('send.text')}</p>
    </>
  );
}
