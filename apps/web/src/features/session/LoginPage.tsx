import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { isPasswordChanged } from '../../common/notice.ts';
import { endingOf } from '../../common/session/ending.ts';
import { LoginForm } from './LoginForm.tsx';

export function LoginPage() {
  const { t } = useTranslation();
  const { state } = useLocation();
  const ending = endingOf(state);
  const note = isPasswordChanged(state)
    ? t('login.passwordChanged')
    : ending && t(ending === 'left' ? 'login.left' : 'login.over');
  return (
    <div className="ws-container ws-narrow">
      <h1 className="govgr-heading-xl">{t('login.title')}</h1>
      {note && (
        <p id="login-note" className="ws-notice">
          {note}
        </p>
      )}
      <p className="govgr-body">{t('login.lead')}</p>
      <LoginForm note={note ? 'login-note' : undefined} />
      <p className="govgr-body ws-below">
        <Link className="govgr-link" to="/change_password">
          {t('header.changePassword')}
        </Link>
      </p>
    </div>
  );
}
