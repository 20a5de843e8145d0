import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { configQuery } from '../common/api/queries.ts';
import { ChevronDownIcon, PersonIcon } from '../common/icons.tsx';
import { isTotp } from '../common/otp.ts';
import type { Session } from '../common/session/store.ts';
import { Button } from '../common/ui/button.tsx';
import { ExternalLink } from '../common/ui/external.tsx';
import { useFormats } from '../i18n/format.ts';
import { useLogout } from './logout.ts';
import { useDisclosure } from './useDisclosure.ts';

/** Where the menu leads, by the texts of `header`. */
const entries = [
  ['history', '/history'],
  ['verify', '/verify'],
  ['ownCertificates', '/certificates#certificate'],
  ['changePassword', '/change_password'],
  ['resync', '/certificates#resync'],
  ['account', '/certificates#account'],
] as const;

/** HDR-2: who is signed in, what is theirs, help, and the way out. */
export function UserMenu({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormats();
  const logout = useLogout();
  const { data: config } = useQuery(configQuery);
  const { open, toggle, box, trigger } = useDisclosure<HTMLDivElement>();
  const panelId = useId();
  const shown = entries.filter(([name]) => name !== 'resync' || isTotp(session.otpMethod));

  return (
    <div className="ws-user" ref={box}>
      <button
        ref={trigger}
        type="button"
        className="ws-header__link ws-header__button"
        aria-expanded={open}
        aria-controls={panelId}
        aria-label={t('header.accountOf', { name: session.fullName })}
        onClick={toggle}
      >
        <PersonIcon />
        <span className="ws-user__name">{session.fullName}</span>
        <ChevronDownIcon className="ws-icon--small" />
      </button>
      <div id={panelId} className="ws-user__panel" hidden={!open}>
        <p className="ws-user__line">
          <strong>{session.fullName}</strong>
        </p>
        <p className="ws-user__line">{session.email}</p>
        <p className="ws-user__line">
          {t('header.certificateUntil', { date: format.date(session.validUntil) })}
        </p>
        <ul className="ws-user__entries">
          {shown.map(([name, to]) => (
            <li key={name}>
              <Link className="ws-user__entry" to={to}>
                {t(`header.${name}`)}
              </Link>
            </li>
          ))}
          {config?.faqUrl && (
            <li>
              <ExternalLink className="ws-user__entry" href={config.faqUrl}>
                {t('header.faq')}
              </ExternalLink>
            </li>
          )}
        </ul>
        <Button className="ws-user__logout" onClick={logout}>
          {t('header.logout')}
        </Button>
      </div>
    </div>
  );
}
