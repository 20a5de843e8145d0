import { api } from '@websign/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SaveButton } from '../../common/ui/download.tsx';
import { useLocale } from '../../i18n/format.ts';
import { filterOf, type HistoryView, mark } from './view.ts';

/** `2026-11-21`, as the Swedes write it. */
const today = () => new Intl.DateTimeFormat('sv-SE').format(new Date());

/**
 * HIS-2: all rows that the filter lets through, as CSV in the language that is shown, with the separator that spreadsheets
 * of that language expect.
 */
export function ExportButton({ view }: { view: HistoryView }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const hintId = useId();
  const search = filterOf(view);
  search.set('locale', locale);
  search.set('separator', locale === 'el' ? 'semicolon' : 'comma');
  return (
    <div className="ws-history__export">
      <SaveButton
        path={`${api.historyCsv}${mark(search)}`}
        name={`${t('history.exportName')}_${today()}.csv`}
        describedBy={hintId}
      >
        {t('history.export')}
      </SaveButton>
      <span id={hintId} className="govgr-hint ws-hint">
        {t('history.exportHint')}
      </span>
    </div>
  );
}
