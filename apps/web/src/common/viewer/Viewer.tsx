import './viewer.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Area, type PageBox, toScreen } from './geometry.ts';
import { occupiedAreas } from './occupied.ts';
import { PageCanvas } from './PageCanvas.tsx';
import type { PDFPageProxy } from './pdfjs.ts';
import { usePdf } from './usePdf.ts';
import { ViewerTools } from './ViewerTools.tsx';
import { fitScale, type Zoom } from './zoom.ts';

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
}

/** Scrolls `room` so that `area` of the page, shown `scale` pixels a point, is in its middle. */
function bringIntoView(room: HTMLElement, area: Area, page: PageBox, scale: number): void {
  const { left, top, width, height } = toScreen(area, page, page.width * scale);
  room.scrollTo({
    left: left + width / 2 - room.clientWidth / 2,
    top: top + height / 2 - room.clientHeight / 2,
  });
}

function usePage(pdf: ReturnType<typeof usePdf>['pdf'], number: number) {
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [occupied, setOccupied] = useState<Area[]>([]);
  useEffect(() => {
    let gone = false;
    setOccupied([]);
    if (!pdf) return setPage(null);
    void pdf
      .getPage(Math.min(Math.max(1, number), pdf.numPages))
      .then(async (found) => {
        if (gone) return;
        setPage(found);
        const areas = await occupiedAreas(found);
        if (!gone) setOccupied(areas);
      })
      .catch((error: unknown) => console.warn('the page could not be read', error));
    return () => {
      gone = true;
    };
  }, [pdf, number]);
  return { page, occupied };
}

/** The width in CSS pixels that an element has for its content. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** Shows a PDF page by page, with page navigation and zoom; what `overlay` gives lies over the page. */
export default function Viewer({
  file,
  failed: unfetched,
  name,
  page: number,
  onPage,
  overlay,
  reveal,
}: Props) {
  const { t } = useTranslation();
  const { pdf, failed: unreadable } = usePdf(file);
  const failed = unfetched || unreadable;
  const { page, occupied } = usePage(pdf, number);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const { element, width } = useWidth();
  const view = page?.getViewport({ scale: 1 });
  const scale = view && width > 0 ? fitScale(zoom, view.width, width) : 0;
  const count = pdf?.numPages ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a drag must not scroll; the key says when it may
  useEffect(() => {
    const room = element.current;
    if (!room || !view || scale === 0) return;
    const box = { width: view.width, height: view.height };
    if (reveal) bringIntoView(room, reveal.area, box, scale);
    else room.scrollTo({ top: 0 });
  }, [page, scale, reveal?.key]);

  return (
    <div className="ws-viewer">
      <ViewerTools page={number} count={count} onPage={onPage} zoom={zoom} scale={scale} onZoom={setZoom} />
      <section
        ref={element}
        className="ws-viewer__scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('viewer.label', { name })}
      >
        {failed && (
          <p className="govgr-body ws-viewer__note" role="alert">
            {t('viewer.failed')}
          </p>
        )}
        {!failed && !(page && view) && (
          <p className="govgr-body ws-viewer__note" role="status">
            {t('app.loading')}
          </p>
        )}
        {page && view && scale > 0 && (
          <div className="ws-sheet" style={{ width: view.width * scale, height: view.height * scale }}>
            <PageCanvas
              page={page}
              scale={scale}
              label={t('viewer.pageLabel', { page: page.pageNumber, count })}
            />
            {overlay?.({
              number: page.pageNumber,
              widthPx: view.width * scale,
              box: { width: view.width, height: view.height },
              occupied,
            })}
          </div>
        )}
      </section>
    </div>
  );
}
