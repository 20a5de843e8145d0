import type { HistoryRow } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Terms } from '../../common/ui/terms.tsx';
import { useFormats } from '../../i18n/format.ts';
import { Section } from './Section.tsx';
import { SecurityWord, SignedWord, ValidityWord } from './words.tsx';

/** What the list says of the file, with nothing shortened. */
export function RowFacts({ row }: { row: HistoryRow }) {
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <Section title={t('historyRow.facts')}>
      <Terms
        className="ws-row__facts"
        terms={[
          [t('historyRow.uploadedAt'), format.dateTime(row.uploaded_at)],
          [
            t('history.columns.signed'),
            <SignedWord key="signed" signed={row.signed} validity={row.validity} />,
          ],
          [t('history.columns.signedAt'), row.signed_at === null ? '' : format.dateTime(row.signed_at)],
          [t('history.columns.security'), <SecurityWord key="security" security={row.security} />],
          [t('history.columns.validity'), <ValidityWord key="validity" row={row} />],
        ]}
      />
    </Section>
  );
}
