import './password.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SuccessIcon } from '../../common/icons.tsx';
import { useSession } from '../../common/session/store.ts';
import { PasswordForm } from './PasswordForm.tsx';

/** NAV-4: with a session and without one. */
export function PasswordPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [done, setDone] = useState(false);
  return (
    <div className="ws-container ws-narrow">
      <h1 className="govgr-heading-xl">{t('password.title')}</h1>
      {done ? (
        <Done />
      ) : (
        <>
          <p className="govgr-body">
            {t('password.lead')} {t(session ? 'password.leadIn' : 'password.leadOut')}
          </p>
          <PasswordForm onDone={() => flushSync(() => setDone(true))} />
          <p className="govgr-body ws-below">{t('password.forgotten')}</p>
        </>
      )}
    </div>
  );
}

/** What stays when the popup has closed; the focus comes back here. */
function Done() {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section className="ws-notice ws-notice--good">
      <h2 ref={heading} tabIndex={-1} className="govgr-heading-m ws-dialog__title">
        <SuccessIcon />
        {t('password.done')}
      </h2>
      <p className="ws-notice__text">{t('password.othersOut')}</p>
      <p className="ws-notice__text">
        <Link className="govgr-link" to="/">
          {t('header.sign')}
        </Link>
      </p>
    </section>
  );
}
