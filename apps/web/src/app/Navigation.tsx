import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useMatch } from 'react-router';
import { configQuery } from '../common/api/queries.ts';
import { MenuIcon } from '../common/icons.tsx';
import { ExternalLink } from '../common/ui/external.tsx';
import { useDisclosure } from './useDisclosure.ts';

/** HDR-1, by the texts of `header`. */
const own = [
  ['sign', '/'],
  ['history', '/history'],
  ['verify', '/verify'],
  ['certificates', '/certificates'],
  ['changePassword', '/change_password'],
] as const;
const strangers = [['login', '/login']] as const;

interface Props {
  signedIn: boolean;
  /** The links open from a button. */
  folded: boolean;
}

/** A link that is the current one at `to`, and at `alsoAt`: a document that is being signed belongs to the first link. */
function HeaderLink({ to, alsoAt, children }: { to: string; alsoAt: string; children: ReactNode }) {
  const matches = [useMatch(to), useMatch(alsoAt)];
  const isCurrent = matches.some((match) => match !== null);
  return (
    <Link
      to={to}
      className={`ws-header__link ${isCurrent ? 'active' : ''}`}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}

/** The links of the header, beside each other or behind a button. */
export function Navigation({ signedIn, folded }: Props) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const { open, toggle, box, trigger } = useDisclosure<HTMLElement>();
  const listId = useId();
  return (
    <nav
      aria-label={t('header.navigation')}
      className={`ws-nav ${folded ? 'ws-nav--folded' : signedIn ? 'ws-nav--own' : ''}`}
      ref={box}
    >
      {folded && (
        <button
          ref={trigger}
          type="button"
          className="ws-header__link ws-header__button ws-nav__toggle"
          aria-expanded={open}
          aria-controls={listId}
          onClick={toggle}
        >
          <MenuIcon />
          <span className="ws-nav__menu">{t('header.menu')}</span>
        </button>
      )}
      <ul id={listId} className="ws-nav__links" hidden={folded && !open}>
        {(signedIn ? own : strangers).map(([name, to]) => (
          <li key={name}>
            <HeaderLink to={to} alsoAt={name === 'sign' ? '/sign/*' : to}>
              {t(`header.${name}`)}
            </HeaderLink>
          </li>
        ))}
        {config?.faqUrl && (
          <li>
            <ExternalLink href={config.faqUrl} className="ws-header__link">
              {t('header.faq')}
            </ExternalLink>
          </li>
        )}
      </ul>
    </nav>
  );
}
