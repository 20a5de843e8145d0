import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import FindingsPanel from '../../common/findings/FindingsPanel.tsx';
import { isPlaced } from '../../common/findings/groups.ts';
import { Choice } from '../../common/ui/checkbox.tsx';
import { isUnread } from './request.ts';
import type { Marks } from './useMarks.ts';

/** What the check found in the document; each place leads to it on the pages, where it is outlined. */
export function DeskFindings({ document, marks }: { document: DocumentAnswer; marks: Marks }) {
  const { t } = useTranslation();
  const { findings, state } = document;
  const placed = state !== 'expired' && findings.some((finding) => isPlaced(finding) && finding.rect);
  return (
    <section className="ws-side__part" aria-labelledby="findings-title">
      <h2 id="findings-title" className="govgr-heading-s">
        {t('findings.title')}
      </h2>
      {findings.length === 0 && (
        <p className="ws-facts">{t(isUnread(document) ? 'findings.unread' : 'findings.none')}</p>
      )}
      {placed && (
        <Choice
          label={t('findings.mark')}
          checked={marks.on}
          onChange={(event) => marks.turn(event.target.checked)}
        />
      )}
      <FindingsPanel
        key={document.id}
        findings={findings}
        level={3}
        pages={null}
        report={document}
        {...(state === 'expired' ? {} : { onPlace: marks.show })}
      />
      <p role="status" className="ws-hidden">
        {marks.finding && t('findings.marked', { page: marks.finding.page })}
      </p>
    </section>
  );
}
