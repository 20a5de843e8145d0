import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { PopupHost } from '../common/popup/PopupHost.tsx';
import { useSession } from '../common/session/store.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { DemoBanner } from './DemoBanner.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { IdleWatch } from './IdleWatch.tsx';
import { isTouched } from './touched.ts';

/** The frame of every screen: skip link, header, the page, footer. */
export function Shell() {
  const { t } = useTranslation();
  const session = useSession();
  const location = useLocation();
  const main = useRef<HTMLElement>(null);

  // After a navigation the page's content has the focus, as after the loading of a document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the effect waits for
  useLayoutEffect(() => {
    // Before the person has done anything this is the loading of the document, redirects included.
    if (!isTouched()) return;
    main.current?.focus({ preventScroll: true });
  }, [location.pathname]);

  return (
    <div className="ws-page">
      <a className="govgr-skip-link ws-skip" href="#main">
        {t('app.skip')}
      </a>
      <div className="ws-screen">
        <Header />
        <DemoBanner />
        <ConnectionBanner />
        <main id="main" ref={main} tabIndex={-1} className="ws-main">
          <Outlet />
        </main>
      </div>
      <Footer />
      <PopupHost />
      {session && <IdleWatch sessionId={session.sessionId} />}
      <ScrollRestoration />
    </div>
  );
}
