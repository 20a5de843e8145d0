import { type KeyboardEvent, type Ref, type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronLeftIcon, ChevronRightIcon, MinusIcon, PlusIcon } from '../icons.tsx';
import { FindIcon, FullScreenIcon, RotateIcon, ThumbnailsIcon } from './icons.tsx';
import { KeysHelp, type KeyWords } from './KeysHelp.tsx';
import { Tool } from './Tool.tsx';
import { factorOf, nextZoom, steps, type Zoom } from './zoom.ts';

interface Props {
  page: number;
  count: number;
  onPage: (page: number) => void;
  zoom: Zoom;
  scale: number;
  onZoom: (zoom: Zoom) => void;
  strip: boolean;
  onStrip: () => void;
  finding: boolean;
  onFind: () => void;
  findTool: Ref<HTMLButtonElement>;
  /** Absent where the view is not to be turned. */
  onTurn: (() => void) | undefined;
  /** What may fill the screen. */
  frame: RefObject<HTMLElement | null> | undefined;
  keys: KeyWords[];
}

function PageField({ page, count, onPage }: Pick<Props, 'page' | 'count' | 'onPage'>) {
  const { t } = useTranslation();
  const [text, setText] = useState(String(page));
  useEffect(() => setText(String(page)), [page]);
  const go = () => {
    const wanted = Number.parseInt(text, 10);
    const next = Number.isInteger(wanted) && count > 0 ? Math.min(Math.max(1, wanted), count) : page;
    setText(String(next));
    if (next !== page) onPage(next);
  };
  return (
    <label className="ws-tools__page">
      <span>{t('viewer.page')}</span>
      <input
        className="ws-number"
        inputMode="numeric"
        value={text}
        maxLength={6}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && go()}
      />
      {count > 0 && <span>{t('viewer.of', { count })}</span>}
    </label>
  );
}

function ZoomTools({ zoom, scale, onZoom }: Pick<Props, 'zoom' | 'scale' | 'onZoom'>) {
  const { t, i18n } = useTranslation();
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  const larger = scale > 0 ? nextZoom(scale, 1) : null;
  const smaller = scale > 0 ? nextZoom(scale, -1) : null;
  const now = scale > 0 ? ` (${percent.format(factorOf(scale))})` : '';
  return (
    <>
      <Tool
        label={t('viewer.zoomOut')}
        off={smaller === null}
        onClick={() => smaller !== null && onZoom(smaller)}
      >
        <MinusIcon />
      </Tool>
      <select
        className="ws-tools__zoom"
        aria-label={t('viewer.zoom')}
        value={zoom}
        onChange={({ target: { value } }) =>
          onZoom(value === 'width' || value === 'page' ? value : Number(value))
        }
      >
        {(['width', 'page'] as const).map((fit) => (
          <option key={fit} value={fit}>
            {t(`viewer.fits.${fit}`)}
            {fit === zoom ? now : ''}
          </option>
        ))}
        {steps.map((step) => (
          <option key={step} value={step}>
            {percent.format(step)}
          </option>
        ))}
      </select>
      <Tool
        label={t('viewer.zoomIn')}
        off={larger === null}
        onClick={() => larger !== null && onZoom(larger)}
      >
        <PlusIcon />
      </Tool>
    </>
  );
}

function FullScreen({ frame }: { frame: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const [full, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const change = full ? () => document.exitFullscreen() : () => frame.current?.requestFullscreen();
  return (
    <Tool
      label={t('viewer.fullScreen')}
      pressed={full}
      onClick={() => change()?.catch((error: unknown) => console.warn('no full screen', error))}
    >
      <FullScreenIcon />
    </Tool>
  );
}

/** Thumbnails, pages, zoom, turn, find and the list of keys. */
export function ViewerTools(props: Props) {
  const { page, count, onPage, zoom, scale, onZoom, onTurn } = props;
  const { t } = useTranslation();
  return (
    <fieldset className="ws-tools" aria-label={t('viewer.tools')}>
      <Tool label={t('viewer.thumbnails')} expanded={props.strip} onClick={props.onStrip}>
        <ThumbnailsIcon />
      </Tool>
      <div className="ws-tools__part">
        <Tool label={t('viewer.previous')} off={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeftIcon />
        </Tool>
        <PageField page={page} count={count} onPage={onPage} />
        <Tool label={t('viewer.next')} off={page >= count} onClick={() => onPage(page + 1)}>
          <ChevronRightIcon />
        </Tool>
      </div>
      <div className="ws-tools__part ws-tools__part--zoom">
        <ZoomTools zoom={zoom} scale={scale} onZoom={onZoom} />
        {onTurn && (
          <Tool label={t('viewer.rotate')} onClick={onTurn}>
            <RotateIcon />
          </Tool>
        )}
      </div>
      <div className="ws-tools__part">
        <Tool ref={props.findTool} label={t('viewer.find')} expanded={props.finding} onClick={props.onFind}>
          <FindIcon />
        </Tool>
        {props.frame && <FullScreen frame={props.frame} />}
        <KeysHelp keys={props.keys} />
      </div>
    </fieldset>
  );
}
