import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
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

/** The links of the header; where there is little room, those of a person who is signed in open from a button. */
export function Navigation({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const { open, toggle, box, trigger } = useDisclosure<HTMLElement>();
  const listId = useId();
  return (
    <nav aria-label={t('header.navigation')} className={`ws-nav ${signedIn ? 'ws-nav--own' : ''}`} ref={box}>
      {signedIn && (
        <button
          ref={trigger}
          type="button"
          className="ws-header__link ws-header__button ws-nav__toggle"
          aria-expanded={open}
          aria-controls={listId}
          onClick={toggle}
        >
          <MenuIcon />
          {t('header.menu')}
        </button>
      )}
      <ul id={listId} className={`ws-nav__links ${signedIn && !open ? 'ws-nav__links--closed' : ''}`}>
        {(signedIn ? own : strangers).map(([name, to]) => (
          <li key={name}>
            <NavLink to={to} end className="ws-header__link">
              {t(`header.${name}`)}
            </NavLink>
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
