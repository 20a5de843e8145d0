import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { configQuery } from '../common/api/queries.ts';
import { ExternalLink } from '../common/ui/external.tsx';

/** HDR-4: help, the security manual, the accessibility statement, and who answers for the service. */
export function Footer() {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const external = [
    { href: config?.faqUrl, text: t('footer.faq') },
    { href: config?.manualUrl, text: t('footer.manual') },
    { href: config?.securityManualUrl, text: t('footer.security') },
  ];
  return (
    <footer className="govgr-footer ws-footer">
      <div className="ws-container">
        <h2 className="ws-hidden">{t('footer.links')}</h2>
        <ul className="ws-footer__links">
          {external.map(
            ({ href, text }) =>
              href && (
                <li key={text}>
                  <ExternalLink href={href}>{text}</ExternalLink>
                </li>
              ),
          )}
          <li>
            <Link className="govgr-link" to="/accessibility">
              {t('footer.accessibility')}
            </Link>
          </li>
        </ul>
        {config && (
          <p className="ws-footer__credit">
            {config.ministry && (
              <span>
                {t('footer.creditMinistry')} <Credit name={config.ministry} href={config.ministryUrl} />
              </span>
            )}
            {config.implementer && (
              <span>
                {t('footer.creditImplementer')}{' '}
                <Credit name={config.implementer} href={config.implementerUrl} />
              </span>
            )}
            <span>{t('footer.version', { version: config.version })}</span>
          </p>
        )}
      </div>
    </footer>
  );
}

function Credit({ name, href }: { name: string; href: string }) {
  return href ? <ExternalLink href={href}>{name}</ExternalLink> : name;
}
