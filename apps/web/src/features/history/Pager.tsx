import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChevronLeftIcon, ChevronRightIcon } from '../../common/icons.tsx';
import { firstView, type HistoryView, pageSizes, pagesOf, searchOf } from './view.ts';

/** First, previous, next, last, and how many rows a page has: links, so that each is an address of its own. */
export function Pager({ view, total }: { view: HistoryView; total: number }) {
  const { t } = useTranslation();
  const labelId = useId();
  const { page, size } = view;
  const pages = pagesOf(total, size);
  const to = (target: number, children: ReactNode) => (
    <li>
      {target === page || target < 1 || target > pages ? (
        <span className="ws-pager__off">{children}</span>
      ) : (
        <Link className="ws-pager__link" to={{ search: searchOf({ ...view, page: target }) }}>
          {children}
        </Link>
      )}
    </li>
  );
  return (
    <div className="ws-pager">
      {pages > 1 && (
        <nav aria-label={t('history.pager')}>
          <ul className="ws-pager__list">
            {to(1, t('history.first'))}
            {to(
              page - 1,
              <>
                <ChevronLeftIcon className="ws-icon--small" />
                {t('history.previous')}
              </>,
            )}
            <li className="ws-pager__place">{t('history.place', { page, pages })}</li>
            {to(
              page + 1,
              <>
                {t('history.next')}
                <ChevronRightIcon className="ws-icon--small" />
              </>,
            )}
            {to(pages, t('history.last'))}
          </ul>
        </nav>
      )}
      {total > firstView.size && (
        <nav aria-labelledby={labelId} className="ws-pager__sizes">
          <span id={labelId}>{t('history.sizes')}</span>
          <ul className="ws-choices">
            {pageSizes.map((choice) => (
              <li key={choice}>
                <Link
                  className="ws-choices__item"
                  to={{ search: searchOf({ ...view, size: choice, page: firstView.page }) }}
                  aria-current={choice === size ? 'true' : undefined}
                >
                  {choice}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
