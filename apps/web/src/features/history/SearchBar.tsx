import { limits } from '@websign/contract';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Button } from '../../common/ui/button.tsx';
import { firstView, type HistoryView, searchOf } from './view.ts';

const filters = { all: undefined, signed: true, unsigned: false } as const;
type Filter = keyof typeof filters;

/** Search by submit, so that nothing moves while one types; the filter as links, each a view of its own. */
export function SearchBar({ view }: { view: HistoryView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const inputId = useId();
  const labelId = useId();
  const input = useRef<HTMLInputElement>(null);
  // Another search, such as the one before after going back, is what the field shows.
  useEffect(() => {
    if (input.current) input.current.value = view.q;
  }, [view.q]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    void navigate({ search: searchOf({ ...view, q, page: firstView.page }) }, { preventScrollReset: true });
  };
  return (
    <div className="ws-history__tools">
      <search>
        <form className="ws-history__search" onSubmit={submit}>
          <label className="ws-label" htmlFor={inputId}>
            {t('history.searchLabel')}
          </label>
          <div className="ws-field__row">
            <input
              ref={input}
              id={inputId}
              name="q"
              type="search"
              className="govgr-input"
              defaultValue={view.q}
              maxLength={limits.searchLength}
              autoComplete="off"
              spellCheck={false}
            />
            <Button type="submit">{t('history.search')}</Button>
          </div>
        </form>
      </search>
      <nav aria-labelledby={labelId} className="ws-history__filter">
        <span id={labelId} className="ws-label">
          {t('history.filter')}
        </span>
        <ul className="ws-choices">
          {(Object.keys(filters) as Filter[]).map((filter) => (
            <li key={filter}>
              <Link
                className="ws-choices__item"
                to={{ search: searchOf({ ...view, signed: filters[filter], page: firstView.page }) }}
                aria-current={view.signed === filters[filter] ? 'true' : undefined}
                preventScrollReset
              >
                {t(`history.filters.${filter}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
