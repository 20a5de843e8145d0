import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronLeftIcon, ChevronRightIcon, MinusIcon, PlusIcon } from '../icons.tsx';
import { factorOf, nextZoom, type Zoom } from './zoom.ts';

interface Props {
  page: number;
  count: number;
  onPage: (page: number) => void;
  zoom: Zoom;
  scale: number;
  onZoom: (zoom: Zoom) => void;
}

function PageField({ page, count, onPage }: Pick<Props, 'page' | 'count' | 'onPage'>) {
  const { t } = useTranslation();
  const [text, setText] = useState(String(page));
  useEffect(() => setText(String(page)), [page]);
  const go = () => {
    const wanted = Number.parseInt(text, 10);
    if (Number.isInteger(wanted) && count > 0) onPage(Math.min(Math.max(1, wanted), count));
    else setText(String(page));
  };
  return (
    <label className="ws-tools__page">
      <span>{t('viewer.page')}</span>
      <input
        className="ws-number"
        inputMode="numeric"
        value={text}
        size={4}
        onChange={(event) => setText(event.target.value)}
        onBlur={go}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && go()}
      />
      {count > 0 && <span>{t('viewer.of', { count })}</span>}
    </label>
  );
}

function Tool(props: { label: string; off: boolean; onClick: () => void; children: ReactNode }) {
  const { label, off, onClick, children } = props;
  return (
    <button
      type="button"
      className="ws-tool"
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={() => !off && onClick()}
    >
      {children}
    </button>
  );
}

/** Page navigation and zoom. */
export function ViewerTools({ page, count, onPage, zoom, scale, onZoom }: Props) {
  const { t } = useTranslation();
  const larger = scale > 0 ? nextZoom(scale, 1) : null;
  const smaller = scale > 0 ? nextZoom(scale, -1) : null;
  const percent = scale > 0 ? `${Math.round(factorOf(scale) * 100)}%` : '';
  return (
    <div className="ws-tools" role="toolbar" aria-label={t('viewer.tools')}>
      <Tool label={t('viewer.previous')} off={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeftIcon />
      </Tool>
      <PageField page={page} count={count} onPage={onPage} />
      <Tool label={t('viewer.next')} off={page >= count} onClick={() => onPage(page + 1)}>
        <ChevronRightIcon />
      </Tool>
      <span className="ws-tools__gap" />
      <Tool
        label={t('viewer.zoomOut')}
        off={smaller === null}
        onClick={() => smaller !== null && onZoom(smaller)}
      >
        <MinusIcon />
      </Tool>
      <span className="ws-tools__zoom" aria-label={t('viewer.zoom')} role="status">
        {percent}
      </span>
      <Tool
        label={t('viewer.zoomIn')}
        off={larger === null}
        onClick={() => larger !== null && onZoom(larger)}
      >
        <PlusIcon />
      </Tool>
      <button
        type="button"
        className="ws-tool ws-tool--text"
        aria-pressed={zoom === 'fit'}
        onClick={() => onZoom('fit')}
      >
        {t('viewer.fit')}
      </button>
    </div>
  );
}
