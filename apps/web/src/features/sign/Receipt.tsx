import { useQuery } from '@tanstack/react-query';
import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../common/api/queries.ts';
import { EvidenceLinks } from '../../common/EvidenceLinks.tsx';
import { Checksum } from '../../common/ui/checksum.tsx';
import { useFormats } from '../../i18n/format.ts';

/** What proves that a copy is this file and how it came to be signed, and how long it can be fetched. */
export function Receipt({ document }: { document: DocumentAnswer }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { data: config } = useQuery(configQuery);
  // Of a safe copy the original is another file, which the notice above tells of.
  const before = t(document.origin ? 'safeCopy.unsignedChecksum' : 'done.originalChecksum');
  return (
    <section className="ws-side__part" aria-labelledby="receipt-title">
      <h2 id="receipt-title" className="govgr-heading-s">
        {t('done.receipt')}
      </h2>
      <dl className="ws-receipt">
        <dt>{t('done.checksum')}</dt>
        <dd>
          <Checksum value={document.checksum} of={t('done.checksum')} />
        </dd>
        <dt>{before}</dt>
        <dd>
          <Checksum value={document.originalChecksum} of={before} />
        </dd>
      </dl>
      <EvidenceLinks id={document.id} name={document.name} />
      <p className="ws-facts">
        {t('done.kept', { date: format.date(document.keptUntil) })}{' '}
        {config && t('done.keptDays', { count: config.keepSignedDays })}
      </p>
      <p className="ws-facts">
        {t(document.origin ? 'safeCopy.kept' : 'done.originalKept', {
          time: format.dateTime(document.originalKeptUntil),
        })}{' '}
        {config && t('done.originalHours', { count: config.keepOriginalHours })}
      </p>
    </section>
  );
}
