import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronDownIcon } from '../icons.tsx';
import { ChevronUpIcon, CloseIcon } from './icons.tsx';
import { Tool } from './Tool.tsx';
import { type Find, mostHits, rankOf } from './useFind.ts';

interface Props {
  find: Find;
  pages: number;
  /** Changes when the field is asked for again. */
  asked: number;
  onClose: () => void;
}

/** «3 από 17», or why there is nothing. */
function useOutcome({ wanted, found, current }: Find, pages: number): string {
  const { t, i18n } = useTranslation();
  if (wanted === '') return '';
  const number = new Intl.NumberFormat(i18n.language);
  if (found.total > 0) {
    const total = `${number.format(found.total)}${found.total >= mostHits ? '+' : ''}`;
    return t('viewer.found', { current: number.format(current ? rankOf(found.counts, current) : 1), total });
  }
  if (found.running) return t('viewer.searching', { page: found.searched, count: pages });
  return t(found.letters === 0 ? 'viewer.noText' : 'viewer.notFound');
}

/** The find field with what it found: Enter goes on, Shift and Enter back, Esc closes. */
export function FindBar({ find, pages, asked, onClose }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const outcome = useOutcome(find, pages);
  const off = find.found.total === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request puts the focus here
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') find.go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  return (
    <search className="ws-find">
      <input
        ref={field}
        className="ws-find__field"
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        aria-label={t('viewer.findLabel')}
        placeholder={t('viewer.findLabel')}
        value={find.query}
        onChange={(event) => find.ask(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Tool label={t('viewer.findPrevious')} off={off} onClick={() => find.go(-1)}>
        <ChevronUpIcon />
      </Tool>
      <Tool label={t('viewer.findNext')} off={off} onClick={() => find.go(1)}>
        <ChevronDownIcon />
      </Tool>
      <span className="ws-find__outcome" role="status">
        {outcome}
      </span>
      <Tool label={t('viewer.findClose')} onClick={onClose}>
        <CloseIcon />
      </Tool>
    </search>
  );
}
