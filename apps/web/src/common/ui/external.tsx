import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localized } from '../../i18n/index.ts';

/** A link out of the application, in a new tab so that an upload or a form is not lost. */
export function ExternalLink({
  href,
  children,
  className = 'govgr-link',
}: {
  href: string;
  children: ReactNode;
  className?: string;
}) {
  const { t } = useTranslation();
  return (
    <a className={className} href={localized(href)} target="_blank" rel="noopener noreferrer">
      {children} <span className="ws-hidden">{t('app.newTab')}</span>
    </a>
  );
}
