import { appName, routes } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Link, useMatch } from 'react-router';
import { useSession } from '../common/session/store.ts';
import { useMedia } from '../common/ui/media.ts';
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

/** A narrower window has no room for the links beside each other. */
const narrow = '(width < 45rem)';

/**
 * HDR-1, HDR-2: the name, the person, the language, and the way to everything. On the signing screen it is one low
 * line, because the page that is signed needs the height and the sign button should be few Tabs away.
 */
export function Header() {
  const { t } = useTranslation();
  const session = useSession();
  const signing = useMatch(routes.sign.path) !== null;
  const isNarrow = useMedia(narrow);
  return (
    <header className={`govgr-header ws-header ${signing ? 'ws-header--low' : ''}`}>
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
        <Navigation signedIn={session !== null} folded={session !== null && (signing || isNarrow)} />
      </div>
    </header>
  );
}
