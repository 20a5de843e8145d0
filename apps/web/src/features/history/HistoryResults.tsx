import type { HistoryAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ExportButton } from './ExportButton.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { Pager } from './Pager.tsx';
import { firstView, type HistoryView, isWhole, pagesOf, searchOf } from './view.ts';

interface Props {
  view: HistoryView;
  answer: HistoryAnswer;
  /** The rows are still those of the view before. */
  stale: boolean;
}

/** The rows with their pages and export, or in words why there are none and where to go. */
export function HistoryResults({ view, answer: { rows, total }, stale }: Props) {
  const { t } = useTranslation();
  if (total === 0) {
    const all = isWhole(view);
    return (
      <div className="ws-history__none">
        <p className="govgr-body">{t(all ? 'history.empty' : 'history.noMatch')}</p>
        {all ? (
          <div className="govgr-button-group">
            <Link className="govgr-btn govgr-btn-primary" to="/">
              {t('history.start')}
            </Link>
          </div>
        ) : (
          <Link className="govgr-link" to={{ search: searchOf({ ...firstView, size: view.size }) }}>
            {t('history.clear')}
          </Link>
        )}
      </div>
    );
  }
  const pages = pagesOf(total, view.size);
  if (view.page > pages)
    return (
      <div className="ws-history__none">
        <p className="govgr-body">{t('history.noSuchPage')}</p>
        <Link className="govgr-link" to={{ search: searchOf({ ...view, page: pages }) }} replace>
          {t('history.toLast')}
        </Link>
      </div>
    );
  return (
    <div className={stale ? 'ws-history--stale' : undefined} aria-busy={stale}>
      <HistoryTable rows={rows} view={view} />
      <Pager view={view} total={total} />
      <ExportButton view={view} />
    </div>
  );
}
