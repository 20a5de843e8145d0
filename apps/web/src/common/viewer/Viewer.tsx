import './viewer.css';
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FindBar } from './FindBar.tsx';
import type { Area, PageBox } from './geometry.ts';
import { warmUp } from './pdfjs.ts';
import { type Landing, pageTurn, useRoom, useSight } from './room.ts';
import { Sheet } from './Sheet.tsx';
import { Thumbnails } from './Thumbnails.tsx';
import { useFind } from './useFind.ts';
import { useKeyWords } from './useKeyWords.ts';
import { usePage } from './usePage.ts';
import { usePdf } from './usePdf.ts';
import { ViewerTools } from './ViewerTools.tsx';
import { nextZoom, scaleFor, type Zoom } from './zoom.ts';

// The worker reads its code while the document is still on its way.
warmUp();

/** A page that is on the screen, for those who draw over it. */
export interface ShownPage {
  number: number;
  /** Its width in CSS pixels. */
  widthPx: number;
  box: PageBox;
  /** What stands on it already; empty until it is known. */
  occupied: Area[];
}

interface Props {
  file: Blob | undefined;
  /** The bytes could not be fetched. */
  failed: boolean;
  name: string;
  page: number;
  onPage: (page: number) => void;
  overlay?: (page: ShownPage) => ReactNode;
  /** What to bring into view when the page is drawn, when it is zoomed, and when `key` changes. */
  reveal?: { area: Area; key: string } | null;
  /** The view may be turned by quarters and fill the screen: where nothing is placed on the page. */
  free?: boolean;
}

/** Shows a PDF page by page, with thumbnails, find and zoom; what `overlay` gives lies over the page. */
export default function Viewer(props: Props) {
  const { file, failed: unfetched, name, page: number, onPage, overlay, reveal, free = false } = props;
  const { t } = useTranslation();
  const { pdf, failed: unreadable, giveUp } = usePdf(file);
  const { page, occupied, broken } = usePage(pdf, number, overlay !== undefined);
  const [zoom, setZoom] = useState<Zoom>('width');
  const [turn, setTurn] = useState(0);
  const [strip, setStrip] = useState(false);
  const [asked, setAsked] = useState(0);
  const keys = useKeyWords(overlay !== undefined);
  const room = useRoom();
  const frame = useRef<HTMLDivElement>(null);
  const findTool = useRef<HTMLButtonElement>(null);
  const landing = useRef<Landing>('top');
  const find = useFind(pdf, number, onPage);
  const view = page?.getViewport({ scale: 1, rotation: page.rotate + turn });
  const box = view && { width: view.width, height: view.height };
  const scale = box && room.width > 0 ? scaleFor(zoom, box, room) : 0;
  const count = pdf?.numPages ?? 0;
  const failed = unfetched || unreadable;
  const onFail = useCallback((stuck: boolean) => stuck && giveUp(), [giveUp]);
  useSight(
    room,
    page && box && scale > 0 ? { page: page.pageNumber, scale, turn, box } : null,
    reveal,
    landing,
  );

  const closeFind = () => {
    setAsked(0);
    find.ask('');
    findTool.current?.focus();
  };
  const onRoomKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = pageTurn(event.key, event.currentTarget, number, count);
    const step =
      scale > 0 && /^[+=−-]$/.test(event.key) ? nextZoom(scale, /[+=]/.test(event.key) ? 1 : -1) : null;
    if (!next && step === null) return;
    event.preventDefault();
    if (step !== null) setZoom(step);
    if (!next) return;
    landing.current = next.landing;
    onPage(next.page);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'f';
    // A second time, in the field, the browser's own search opens.
    if (!isFind || (event.target instanceof Element && event.target.closest('.ws-find'))) return;
    event.preventDefault();
    setAsked((times) => times + 1);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+F is heard from everything inside
    <div ref={frame} className="ws-viewer" onKeyDown={onKeyDown}>
      <ViewerTools
        {...{ page: number, count, onPage, zoom, scale, strip, keys, findTool }}
        onZoom={setZoom}
        onStrip={() => setStrip((open) => !open)}
        finding={asked > 0}
        onFind={() => (asked > 0 ? closeFind() : setAsked(1))}
        onTurn={free ? () => setTurn((degrees) => (degrees + 90) % 360) : undefined}
        frame={free ? frame : undefined}
      />
      {asked > 0 && <FindBar find={find} pages={count} asked={asked} onClose={closeFind} />}
      <div className="ws-viewer__body">
        {strip && pdf && <Thumbnails pdf={pdf} page={number} turn={turn} onPage={onPage} />}
        <section
          ref={room.element}
          className="ws-viewer__scroll"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t('viewer.label', { name })}
          onKeyDown={onRoomKey}
        >
          {(failed || broken) && (
            <p className="govgr-body ws-viewer__note" role="alert">
              {t(failed ? 'viewer.failed' : 'viewer.brokenPage')}
            </p>
          )}
          {!failed && !broken && !(page && scale > 0) && (
            <p className="govgr-body ws-viewer__note" role="status">
              {t('app.loading')}
            </p>
          )}
          {!failed && pdf && page && box && scale > 0 && (
            <Sheet {...{ pdf, page, box, scale, turn, find }} onFail={onFail}>
              {overlay?.({ number: page.pageNumber, widthPx: box.width * scale, box, occupied })}
            </Sheet>
          )}
        </section>
      </div>
    </div>
  );
}
