import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../common/api/queries.ts';
import { ExternalLink } from '../../common/ui/external.tsx';
import { useFormats } from '../../i18n/format.ts';

/** When the statement was last gone through, after the checks that it names had passed. */
const preparedOn = '2026-11-21';
const limitations = ['documents', 'appearance', 'session'] as const;

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="govgr-heading-m ws-part">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** An address, a page or a telephone number, as it was configured. */
function Contact({ at }: { at: string }) {
  const { t } = useTranslation();
  if (at === '') return <p className="govgr-body">{t('accessibility.contactNone')}</p>;
  const mail = /^[^\s@]+@[^\s@]+$/.test(at);
  return (
    <p className="govgr-body">
      {t('accessibility.contactAt')}{' '}
      {mail && (
        <a className="govgr-link" href={`mailto:${at}`}>
          {at}
        </a>
      )}
      {!mail && (/^https?:\/\//.test(at) ? <ExternalLink href={at}>{at}</ExternalLink> : at)}
    </p>
  );
}

/** The accessibility statement (Implementing Decision (EU) 2018/1523): what was tested, what was not, whom to tell. */
export function AccessibilityPage() {
  const { t } = useTranslation();
  const format = useFormats();
  const { data: config } = useQuery(configQuery);
  return (
    <div className="ws-container ws-narrow">
      <h1 className="govgr-heading-xl">{t('accessibility.title')}</h1>
      <p className="govgr-body">{t('accessibility.commitment')}</p>
      {config && (
        <p className="govgr-body">
          {config.ministry && t('accessibility.body', { body: config.ministry })}{' '}
          {t('accessibility.scope', { version: config.version })}
        </p>
      )}
      <Part id="status" title={t('accessibility.statusTitle')}>
        <p className="govgr-body">{t('accessibility.status')}</p>
      </Part>
      <Part id="limits" title={t('accessibility.limitsTitle')}>
        <ul className="govgr-list govgr-list--bullet govgr-list--spaced">
          {limitations.map((name) => (
            <li key={name}>{t(`accessibility.limits.${name}`)}</li>
          ))}
        </ul>
      </Part>
      <Part id="untested" title={t('accessibility.untestedTitle')}>
        <p className="govgr-body">{t('accessibility.untested')}</p>
      </Part>
      <Part id="prepared" title={t('accessibility.preparedTitle')}>
        <p className="govgr-body">{t('accessibility.prepared', { date: format.date(preparedOn) })}</p>
      </Part>
      <Part id="contact" title={t('accessibility.contactTitle')}>
        <p className="govgr-body">{t('accessibility.contact')}</p>
        <Contact at={config?.accessibilityContact ?? ''} />
      </Part>
      <Part id="enforcement" title={t('accessibility.enforcementTitle')}>
        <p className="govgr-body">{t('accessibility.enforcement')}</p>
      </Part>
    </div>
  );
}
