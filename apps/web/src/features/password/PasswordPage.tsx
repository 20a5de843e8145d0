import './password.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { carried } from '../../common/handed.ts';
import { InfoIcon, SuccessIcon } from '../../common/icons.tsx';
import { notePasswordChosen, useSession } from '../../common/session/store.ts';
import { targetFrom } from '../../common/session/targets.ts';
import { PasswordForm } from './PasswordForm.tsx';

/** NAV-4: with a session and without one. PWD-3: before anything else where an operator gave the password. */
export function PasswordPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [done, setDone] = useState(false);
  const goOn = useGoingOn();
  const required = session?.passwordChangeRequired === true;
  const leave = async () => (required ? goOn() : flushSync(() => setDone(true)));
  return (
    <div className="ws-container ws-narrow">
      <h1 className="govgr-heading-xl">{t('password.title')}</h1>
      {done ? (
        <Done />
      ) : (
        <>
          {required && <Required />}
          <p className="govgr-body">
            {t('password.lead')} {t(session ? 'password.leadIn' : 'password.leadOut')}
          </p>
          <PasswordForm onDone={leave} />
          <p className="govgr-body ws-below">{t('password.forgotten')}</p>
        </>
      )}
    </div>
  );
}

/** Leads to where the person was going before they were led here (NAV-2). */
function useGoingOn(): () => Promise<void> {
  const { state } = useLocation();
  const navigate = useNavigate();
  return async () => {
    notePasswordChosen();
    await navigate(targetFrom(state), { replace: true, state: carried(state) });
  };
}

function Required() {
  const { t } = useTranslation();
  return (
    <p className="ws-notice" role="status">
      <InfoIcon className="ws-notice__icon ws-icon--small" /> {t('password.required')}
    </p>
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
