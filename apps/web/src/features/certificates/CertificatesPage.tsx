import './certificates.css';
import { useQuery } from '@tanstack/react-query';
import type { CertificatesAnswer } from '@websign/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { codeOf } from '../../common/api/error.ts';
import { isElsewhere, useProviderName } from '../../common/elsewhere.ts';
import { isTotp, sentBy } from '../../common/otp.ts';
import { useSession } from '../../common/session/store.ts';
import { Button } from '../../common/ui/button.tsx';
import { Loading } from '../../common/ui/loading.tsx';
import { Terms } from '../../common/ui/terms.tsx';
import { Chain } from './Chain.tsx';
import { Part } from './Part.tsx';
import { PreferencesPart } from './PreferencesPart.tsx';
import { certificatesQuery } from './query.ts';
import { ResyncDialog } from './ResyncDialog.tsx';
import { Validity, ValidityWarning } from './Validity.tsx';

/** CRT-1: who the signer is, until when, with which chain, and how the codes come. */
export function CertificatesPage() {
  const { t } = useTranslation();
  const { data: account, error, isFetching, refetch } = useQuery(certificatesQuery);
  return (
    <div className="ws-container ws-middle">
      <h1 className="govgr-heading-xl">{t('account.title')}</h1>
      {error && !account && (
        <div role="alert">
          <p className="govgr-body">{t(`errors.${codeOf(error)}`)}</p>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {t('account.again')}
          </Button>
        </div>
      )}
      {!error && !account && <Loading />}
      {account && <Account account={account} />}
    </div>
  );
}

function Account({ account }: { account: CertificatesAnswer }) {
  const { t } = useTranslation();
  return (
    <>
      <ValidityWarning account={account} />
      <Part id="account" title={t('account.person')}>
        <Terms
          className="ws-terms"
          terms={[
            [t('account.fullName'), account.fullName],
            [t('login.username'), account.username],
            [t('account.email'), account.email],
            [t('account.subjectSerial'), account.subjectSerial],
          ]}
        />
      </Part>
      <Part id="certificate" title={t('account.certificate')}>
        <Validity account={account} />
      </Part>
      <Part id="chain" title={t('account.chain')}>
        <Chain chain={account.chain} />
      </Part>
      <PreferencesPart />
      <Part id="security" title={t('account.security')}>
        <Security account={account} />
      </Part>
    </>
  );
}

/** By which way codes come, and where to. */
function OtpMethod({ method }: { method: string }) {
  const { t } = useTranslation();
  const to = useSession()?.codeTo;
  const by = sentBy(method);
  if (isTotp(method)) return t('account.totp');
  if (by) return t(`codes.methods.${by}`, { to });
  return method === 'NONE' ? t('codes.methods.page') : <bdi>{method}</bdi>;
}

/** Password and codes, and what can be done about them. `#resync` opens the dialog, from the menu too. */
function Security({ account }: { account: CertificatesAnswer }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const opener = useRef<HTMLButtonElement>(null);
  const provider = useProviderName();
  const totp = isTotp(account.otpMethod);
  const shown = totp && hash === '#resync';
  const wasShown = useRef(false);
  // Not back to the menu's entry that may have opened it: that is hidden by now.
  useEffect(() => {
    if (wasShown.current && !shown) opener.current?.focus();
    wasShown.current = shown;
  }, [shown]);
  const open = () => void navigate('#resync', { preventScrollReset: true });
  const close = () => void navigate({ hash: '' }, { replace: true, preventScrollReset: true });
  return (
    <>
      <h3 className="govgr-heading-s">{t('login.password')}</h3>
      <p className="govgr-body">
        {t(isElsewhere(account) ? 'account.passwordElsewhere' : 'account.passwordLead')}
      </p>
      <p className="govgr-body">
        <Link className="govgr-link" to="/change_password">
          {t('header.changePassword')}
        </Link>
      </p>
      <h3 className="govgr-heading-s">{t('account.key')}</h3>
      <p className="govgr-body">
        {t(`account.keyPlaces.${account.keyProvider}`)}
        {isElsewhere(account) && provider}
      </p>
      <h3 className="govgr-heading-s">{t('account.otpMethod')}</h3>
      <p className="govgr-body">
        <OtpMethod method={account.otpMethod} />
      </p>
      {totp && (
        <>
          <p className="govgr-body">{t('resync.when')}</p>
          <Button ref={opener} onClick={open}>
            {t('resync.title')}
          </Button>
        </>
      )}
      {shown && <ResyncDialog username={account.username} onClose={close} />}
    </>
  );
}
