import { useTranslation } from 'react-i18next';
import { LoginForm } from './LoginForm.tsx';

export function LoginPage() {
  const { t } = useTranslation();
  return (
    <div className="ws-container ws-narrow">
      <h1 className="govgr-heading-xl">{t('login.title')}</h1>
      <p className="govgr-body">{t('login.lead')}</p>
      <LoginForm />
    </div>
  );
}
