import { appName } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../common/session/store.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Navigation } from './Navigation.tsx';
import { UserMenu } from './UserMenu.tsx';

function Mark() {
  return (
    <svg className="ws-mark" viewBox="0 0 32 32" width="40" height="40" aria-hidden="true" focusable="false">
      <path d="M7 3h12l6 6v20H7z" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <path d="M19 3v6h6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <path
        d="M11 23c2.5-6 5-8.5 6-7.300s-3.5 7-1.2 7 2.3-3.5 3.5-3.5 0 3.5 2.7 3"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** HDR-1, HDR-2: the name, the person, the language, and the way to everything. */
export function Header() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <header className="govgr-header ws-header">
      <div className="ws-container ws-header__row">
        <Link to="/" className="ws-brand">
          <Mark />
          <span>
            <span className="ws-brand__name">{appName}</span>
            <span className="ws-brand__tagline">{t('app.tagline')}</span>
          </span>
        </Link>
        {session && <UserMenu session={session} />}
        <LanguageSwitch />
        <Navigation signedIn={session !== null} />
      </div>
    </header>
  );
}
