import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../common/api/queries.ts';
import { ExternalLink } from '../common/ui/external.tsx';

/** HDR-4: help, the security manual, and who answers for the service. */
export function Footer() {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  return (
    <footer className="govgr-footer ws-footer">
      <div className="ws-container">
        {config && (
          <>
            <h2 className="ws-hidden">{t('footer.links')}</h2>
            <ul className="ws-footer__links">
              {config.faqUrl && (
                <li>
                  <ExternalLink href={config.faqUrl}>{t('footer.faq')}</ExternalLink>
                </li>
              )}
              {config.manualUrl && (
                <li>
                  <ExternalLink href={config.manualUrl}>{t('footer.manual')}</ExternalLink>
                </li>
              )}
              {config.securityManualUrl && (
                <li>
                  <ExternalLink href={config.securityManualUrl}>{t('footer.security')}</ExternalLink>
                </li>
              )}
            </ul>
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
          </>
        )}
      </div>
    </footer>
  );
}

function Credit({ name, href }: { name: string; href: string }) {
  return href ? <ExternalLink href={href}>{name}</ExternalLink> : name;
}
