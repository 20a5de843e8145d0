import { limits } from '@websign/contract';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isOnPage, useProviderName } from '../../common/elsewhere.ts';
import type { Session } from '../../common/session/store.ts';
import { Choice } from '../../common/ui/checkbox.tsx';
import { TextField } from '../../common/ui/field.tsx';
import { Code, Password } from './Credentials.tsx';
import type { SignFields } from './request.ts';

interface Props {
  form: UseFormReturn<SignFields>;
  session: Session;
  /** Everything but the code has been said before and still holds. */
  codeOnly: boolean;
}

/** What will happen on the provider's own page. */
function OnPage() {
  const { t } = useTranslation();
  const name = useProviderName();
  return (
    <div className="ws-notice">
      <p className="ws-notice__text">{t('provider.what', { name })}</p>
      <p className="ws-notice__text">{t('provider.time')}</p>
    </div>
  );
}

/** Who signs and how: the fixed username, password and code or the provider's page, and what the signature says. */
export function SignForm({ form, session, codeOnly }: Props) {
  const { t } = useTranslation();
  const { register } = form;
  const onPage = isOnPage(session);
  const optional = (label: string) => (
    <>
      {label} <span className="ws-optional">{t('box.optional')}</span>
    </>
  );
  return (
    <>
      {onPage && <OnPage />}
      <div hidden={codeOnly}>
        <TextField
          id="sign-username"
          label={t('box.username')}
          value={session.username}
          autoComplete="username"
          readOnly
          className="ws-field--fixed"
        />
        {!onPage && <Password form={form} session={session} />}
      </div>
      {!onPage && <Code form={form} session={session} codeOnly={codeOnly} />}
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
