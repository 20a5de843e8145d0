import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { configQuery } from '../common/api/queries.ts';
import { ChevronDownIcon, PersonIcon } from '../common/icons.tsx';
import type { Session } from '../common/session/store.ts';
import { Button } from '../common/ui/button.tsx';
import { ExternalLink } from '../common/ui/external.tsx';
import { useFormats } from '../i18n/format.ts';
import { useLogout } from './logout.ts';

/** HDR-2: who is signed in, with which certificate, and the way out. */
export function UserMenu({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormats();
  const logout = useLogout();
  const { data: config } = useQuery(configQuery);
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the menu
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onEscape);
    };
  }, [open]);

  return (
    <div className="ws-user" ref={box}>
      <button
        ref={trigger}
        type="button"
        className="ws-header__link ws-header__button"
        aria-expanded={open}
        aria-controls={panelId}
        aria-label={t('header.accountOf', { name: session.fullName })}
        onClick={() => setOpen(!open)}
      >
        <PersonIcon />
        <span className="ws-user__name">{session.fullName}</span>
        <ChevronDownIcon className="ws-icon--small" />
      </button>
      <div id={panelId} className="ws-user__panel" hidden={!open}>
        <h2 className="ws-user__title">{t('header.account')}</h2>
        <p className="ws-user__line">
          <strong>{session.fullName}</strong>
        </p>
        <p className="ws-user__line">{session.email}</p>
        <p className="ws-user__line">
          {t('header.certificateUntil', { date: format.date(session.validUntil) })}
        </p>
        {config?.faqUrl && (
          <p className="ws-user__line">
            <ExternalLink href={config.faqUrl}>{t('header.faq')}</ExternalLink>
          </p>
        )}
        <Button className="ws-user__logout" onClick={logout}>
          {t('header.logout')}
        </Button>
      </div>
    </div>
  );
}
