import { api, type HistoryDetail, originalName } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Checksum } from '../../common/ui/checksum.tsx';
import { SaveLink } from '../../common/ui/download.tsx';
import { Terms } from '../../common/ui/terms.tsx';
import { useFormats } from '../../i18n/format.ts';
import { Section } from './Section.tsx';

interface Props {
  detail: HistoryDetail;
  onGone: () => void;
}

/** The file as it was uploaded, or as it was made of one (CPY-2): its size and checksum, and its bytes while they are kept. */
export function Original({ detail: { row, original_kept, original_kept_until }, onGone }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const title = t(row.origin ? 'safeCopy.unsigned' : 'historyRow.original');
  const time = format.dateTime(original_kept_until);
  return (
    <Section title={title}>
      <Terms
        className="ws-row__facts"
        terms={[
          [t('history.columns.size'), format.bytes(row.size)],
          [t('history.columns.checksum'), <Checksum key="checksum" value={row.checksum} of={title} />],
        ]}
      />
      <p className="ws-facts">{t(`historyRow.${original_kept ? 'keptUntil' : 'gone'}`, { time })}</p>
      {original_kept && (
        <SaveLink
          path={`${api.file(row.id)}?revision=original`}
          name={originalName(row.filename)}
          onFailure={onGone}
        >
          {t(row.origin ? 'safeCopy.download' : 'historyRow.downloadOriginal')}
        </SaveLink>
      )}
    </Section>
  );
}
