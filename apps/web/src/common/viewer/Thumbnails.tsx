import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { rotationOf } from './geometry.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';
import { oneByOne, pageAfterKey, rowPx, rowsInSight, thumbPx } from './strip.ts';
import { isCancelled } from './within.ts';

interface Props {
  pdf: PDFDocumentProxy;
  page: number;
  turn: number;
  onPage: (page: number) => void;
}

interface ThumbProps extends Props {
  number: number;
  /** The one of the strip that Tab reaches. */
  tabbable: boolean;
  line: ReturnType<typeof oneByOne>;
  onFocus: () => void;
}

/** Draws page `number` small into `canvas` when its turn comes; gives what ends it. */
function drawThumb(
  canvas: HTMLCanvasElement,
  { pdf, number, turn, line }: Pick<ThumbProps, 'pdf' | 'number' | 'turn' | 'line'>,
): () => void {
  let gone = false;
  let cancel = () => {};
  line(async () => {
    if (gone) return;
    try {
      const page = await pdf.getPage(number);
      if (gone) return;
      const rotation = rotationOf(page, turn);
      const whole = page.getViewport({ scale: 1, rotation });
      const density = Math.min(window.devicePixelRatio || 1, 2);
      const fit = thumbPx / Math.max(whole.width, whole.height);
      const viewport = page.getViewport({ scale: fit * density, rotation });
      canvas.width = Math.max(1, Math.round(viewport.width));
      canvas.height = Math.max(1, Math.round(viewport.height));
      canvas.style.width = `${canvas.width / density}px`;
      canvas.style.height = `${canvas.height / density}px`;
      const task = page.render({ canvas, viewport });
      cancel = () => task.cancel();
      await task.promise;
      page.cleanup();
    } catch (error) {
      if (!isCancelled(error) && !gone) console.warn('a thumbnail could not be drawn', error);
    }
  });
  return () => {
    gone = true;
    cancel();
    canvas.width = 0;
    canvas.height = 0;
  };
}

function Thumb({ pdf, page, turn, onPage, number, tabbable, line, onFocus }: ThumbProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    return element ? drawThumb(element, { pdf, number, turn, line }) : undefined;
  }, [pdf, number, turn, line]);
  return (
    <li
      className="ws-thumb"
      style={{ top: (number - 1) * rowPx, height: rowPx }}
      aria-setsize={pdf.numPages}
      aria-posinset={number}
    >
      <button
        type="button"
        className="ws-thumb__button"
        data-page={number}
        tabIndex={tabbable ? 0 : -1}
        aria-current={number === page ? 'page' : undefined}
        aria-label={t('viewer.pageLabel', { page: number, count: pdf.numPages })}
        onClick={() => onPage(number)}
        onFocus={onFocus}
      >
        <span className="ws-thumb__paper" aria-hidden="true">
          <canvas ref={canvas} className="ws-thumb__canvas" width={1} height={1} />
        </span>
        <span aria-hidden="true">{number}</span>
      </button>
    </li>
  );
}

/** Which rows of the strip are in sight, and how one is brought there. */
function useRows(room: RefObject<HTMLElement | null>, count: number) {
  const [sight, setSight] = useState({ first: 1, last: Math.min(count, 1) });
  const look = () => {
    const strip = room.current;
    if (strip) setSight(rowsInSight(strip.scrollTop, strip.clientHeight, count));
  };
  const bring = (number: number) => {
    const strip = room.current;
    if (!strip) return;
    const top = (number - 1) * rowPx;
    if (top < strip.scrollTop) strip.scrollTop = top;
    else if (top + rowPx > strip.scrollTop + strip.clientHeight)
      strip.scrollTop = top + rowPx - strip.clientHeight;
    look();
  };

  // A strip that gets more room shows more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one watcher for one strip
  useEffect(() => {
    const strip = room.current;
    if (!strip) return;
    const observer = new ResizeObserver(look);
    observer.observe(strip);
    return () => observer.disconnect();
  }, [count]);
  return { sight, look, bring };
}

/** The pages in small at the side; only those in sight are drawn, one after the other. */
export function Thumbnails({ pdf, page, turn, onPage }: Props) {
  const { t } = useTranslation();
  const count = pdf.numPages;
  const room = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState(page);
  const moving = useRef(false);
  const { sight, look, bring } = useRows(room, count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each document has a line of its own
  const line = useMemo(oneByOne, [pdf]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the strip follows the page, whatever else changes
  useLayoutEffect(() => {
    setFocused(page);
    bring(page);
  }, [page, count]);

  useEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    room.current?.querySelector<HTMLElement>(`[data-page="${focused}"]`)?.focus({ preventScroll: true });
  }, [focused]);

  const onKeyDown = (event: KeyboardEvent) => {
    const leap = Math.max(1, Math.floor((room.current?.clientHeight ?? rowPx) / rowPx));
    const next = pageAfterKey(event.key, focused, count, leap);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === focused) return;
    moving.current = true;
    setFocused(next);
    bring(next);
  };

  const { first, last } = sight;
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const shown = [...new Set([...numbers, Math.min(focused, count)])].sort((a, b) => a - b);
  return (
    <nav
      ref={room}
      className="ws-strip"
      aria-label={t('viewer.thumbnails')}
      onScroll={look}
      onKeyDown={onKeyDown}
    >
      <ol className="ws-strip__all" style={{ height: count * rowPx }}>
        {shown.map((number) => (
          <Thumb
            key={number}
            {...{ pdf, page, turn, onPage, number, line }}
            tabbable={number === focused}
            onFocus={() => setFocused(number)}
          />
        ))}
      </ol>
    </nav>
  );
}
