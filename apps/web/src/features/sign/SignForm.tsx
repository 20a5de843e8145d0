import { limits } from '@websign/contract';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isOnPage, useProviderName } from '../../common/elsewhere.ts';
import type { Session } from '../../common/session/store.ts';
import { Choice } from '../../common/ui/checkbox.tsx';
import { TextField } from '../../common/ui/field.tsx';
import { Code, Password, ShowPassword } from './Credentials.tsx';
import { RememberedField } from './RememberedField.tsx';
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
  const [isShown, setShown] = useState(false);
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
        {!onPage && <Password {...{ form, session, isShown }} />}
      </div>
      {!onPage && <Code form={form} session={session} codeOnly={codeOnly} />}
      <div hidden={codeOnly}>
        {!onPage && <ShowPassword {...{ session, isShown }} onShow={setShown} />}
        <Choice id="sign-name" label={t('box.name')} hint={t('box.nameHint')} {...register('visible')} />
        <RememberedField form={form} name="reason" label={t('box.reason')} maxLength={limits.reasonLength} />
        <RememberedField form={form} name="title" label={t('box.jobTitle')} maxLength={limits.titleLength} />
        <Choice id="sign-lock" label={t('box.lock')} hint={t('box.lockHint')} {...register('lock')} />
      </div>
    </>
  );
}
