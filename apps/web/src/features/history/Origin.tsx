import type { HistoryDetail } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { LeftOutList } from '../../common/copy/LeftOutList.tsx';
import { Checksum } from '../../common/ui/checksum.tsx';
import { Terms } from '../../common/ui/terms.tsx';
import { OriginLink } from './OriginLink.tsx';
import { Section } from './Section.tsx';
import type { HistoryView } from './view.ts';

/** CPY-3: of which file the document is a safe copy, and what it leaves out; nothing for a document that is none. */
export function Origin({ detail: { row, leftOut }, view }: { detail: HistoryDetail; view: HistoryView }) {
  const { t } = useTranslation();
  const { origin } = row;
  if (!origin) return null;
  return (
    <Section title={t('safeCopy.title')}>
      <Terms
        className="ws-row__facts"
        terms={[
          [t('safeCopy.original'), <OriginLink key="origin" origin={origin} view={view} />],
          [
            t('safeCopy.originalChecksum'),
            <Checksum key="checksum" value={origin.checksum} of={t('safeCopy.original')} />,
          ],
        ]}
      />
      <h3 className="ws-row__name">{t('safeCopy.leftOut')}</h3>
      <LeftOutList leftOut={leftOut} />
    </Section>
  );
}
