import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { isPasswordChanged } from '../../common/notice.ts';
import { endingOf } from '../../common/session/ending.ts';
import { LoginForm } from './LoginForm.tsx';

export function LoginPage() {
  const { t } = useTranslation();
  const { state } = useLocation();
  const ending = endingOf(state);
  return (
    <div className="ws-container ws-narrow">
      <h1 className="govgr-heading-xl">{t('login.title')}</h1>
      {isPasswordChanged(state) && <p className="ws-notice">{t('login.passwordChanged')}</p>}
      {ending && <p className="ws-notice">{t(ending === 'left' ? 'login.left' : 'login.over')}</p>}
      <p className="govgr-body">{t('login.lead')}</p>
      <LoginForm />
      <p className="govgr-body ws-below">
        <Link className="govgr-link" to="/change_password">
          {t('header.changePassword')}
        </Link>
      </p>
    </div>
  );
}
