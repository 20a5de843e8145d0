import { type Dispatch, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../common/ui/button.tsx';
import { filesClass, ShowRest, useCapped } from '../../common/ui/capped.tsx';
import { type Check, type CheckAction, type Sort, sortOf, sorts } from './checks.ts';
import { Result } from './Result.tsx';

interface Props {
  list: readonly Check[];
  dispatch: Dispatch<CheckAction>;
  onClear: () => void;
}

/** File by file what was found; of many, how many of each verdict, and only those that are asked for. */
export function Results({ list, dispatch, onClear }: Props) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<Sort | null>(null);
  const counts = countsOf(list);
  const filter = wanted !== null && counts.has(wanted) ? wanted : null;
  const { shown, rest, showAll } = useCapped(
    list.filter((check) => filter === null || sortOf(check) === filter),
  );
  const failed = list.filter(({ trouble }) => trouble?.again).map(({ key }) => key);
  const again = useCallback((key: number) => dispatch({ do: 'again', keys: [key] }), [dispatch]);
  if (list.length === 0) return null;
  return (
    <section className="ws-part" aria-labelledby="results-title">
      <h2 id="results-title" className="govgr-heading-m">
        {t('verify.results')}
      </h2>
      {counts.size > 1 && <Filter counts={counts} total={list.length} now={filter} onChoose={setWanted} />}
      {failed.length > 1 && (
        <Button onClick={() => dispatch({ do: 'again', keys: failed })}>
          {t('verify.retryAll', { count: failed.length })}
        </Button>
      )}
      <ul className={`ws-results ${filesClass(shown.length)}`}>
        {shown.map((check) => (
          <Result key={check.key} check={check} alone={list.length === 1} onAgain={again} />
        ))}
      </ul>
      <ShowRest rest={rest} onShow={showAll} />
      <Button onClick={onClear}>{t('verify.clear')}</Button>
    </section>
  );
}

function countsOf(list: readonly Check[]): Map<Sort, number> {
  const counts = new Map<Sort, number>();
  for (const sort of sorts) {
    const count = list.filter((check) => sortOf(check) === sort).length;
    if (count > 0) counts.set(sort, count);
  }
  return counts;
}

interface FilterProps {
  counts: Map<Sort, number>;
  total: number;
  now: Sort | null;
  onChoose: (sort: Sort | null) => void;
}

function Filter({ counts, total, now, onChoose }: FilterProps) {
  const { t } = useTranslation();
  const choice = (sort: Sort | null, word: string, count: number) => (
    <button
      key={sort ?? ''}
      type="button"
      className="ws-sorts__item"
      aria-pressed={now === sort}
      onClick={() => onChoose(sort)}
    >
      {t('verify.counted', { word, count })}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent
    <div role="group" aria-label={t('verify.filter')} className="ws-sorts">
      {choice(null, t('verify.all'), total)}
      {[...counts].map(([sort, count]) => choice(sort, t(`verify.sorts.${sort}`), count))}
    </div>
  );
}
