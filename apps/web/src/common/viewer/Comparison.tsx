import './sheet.css';
import './comparison.css';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Area, PageBox } from './geometry.ts';
import { PageCanvas } from './PageCanvas.tsx';
import { PageTextLayer } from './PageTextLayer.tsx';
import type { PDFPageProxy } from './pdfjs.ts';
import { useRoom } from './room.ts';
import { type Searched, useDifferences, useSearch } from './useDifferences.ts';
import { usePage } from './usePage.ts';
import { usePdf } from './usePdf.ts';

export interface Side {
  title: string;
  /** Undefined while it is fetched, and where it cannot be had. */
  file: Blob | undefined;
  /** What to say where it has no such page. */
  missing: string;
  /** Why it cannot be had; then the other side is shown alone. */
  unavailable?: string | undefined;
  /** What to say where it cannot be shown, instead of the usual words. */
  broken?: string;
}

/** A page as it is drawn, for those who mark places on it. */
export interface Drawn {
  box: PageBox;
  /** CSS pixels. */
  widthPx: number;
  /** Where the two sides look different; empty until it is known. */
  differing: readonly Area[];
}

interface Props {
  sides: readonly [Side, Side];
  /** Null while the pages that differ are still looked for. */
  page: number | null;
  /** Times the width of its room. */
  zoom: number;
  /** What to bring into view when the page or the zoom changes; by default where the sides look different. */
  reveal: Area | null;
  overlay: (drawn: Drawn) => ReactNode;
  /** Asks for the pages that look different, each as it is found, and hears of the end. */
  search?: Searched | undefined;
}

type Rooms = RefObject<Map<number, HTMLElement>>;

/** The same page of two states of a document, beside each other or, with little room, one above the other. */
export default function Comparison({ sides, page: number, zoom, reveal, overlay, search }: Props) {
  const rooms = useRef(new Map<number, HTMLElement>());
  const [before, after] = [useOpened(sides[0], number), useOpened(sides[1], number)];
  const differing = useDifferences(before.shown, after.shown);
  useSearch(before.pdf, after.pdf, search, before.failed || after.failed);
  const [first = null] = differing;
  return (
    <div className="ws-comparison">
      {[before, after].map((opened, index) => (
        <Pane
          key={opened.side.title}
          {...{ opened, index, rooms, zoom, overlay, differing }}
          reveal={reveal ?? first}
        />
      ))}
    </div>
  );
}

type Opened = ReturnType<typeof useOpened>;

/** One side's document and the page of it that is shown; null while there is none. */
function useOpened(side: Side, number: number | null) {
  const { pdf, failed, giveUp } = usePdf(side.file);
  const { page, broken } = usePage(pdf, number ?? 1);
  const absent = pdf !== null && number !== null && number > pdf.numPages;
  const shown = page?.pageNumber === number ? page : null;
  return { side, pdf, shown, absent, failed: failed || broken || side.unavailable !== undefined, giveUp };
}

interface PaneProps extends Pick<Props, 'zoom' | 'reveal' | 'overlay'> {
  opened: Opened;
  index: number;
  rooms: Rooms;
  differing: readonly Area[];
}

function Pane({ opened, index, rooms, zoom, reveal, overlay, differing }: PaneProps) {
  const { side, pdf, shown, absent, failed, giveUp } = opened;
  const { element, width } = useRoom();
  const view = shown?.getViewport({ scale: 1 });
  const box = view ? { width: view.width, height: view.height } : null;
  const scale = box ? (width / box.width) * zoom : 0;
  useLayoutEffect(() => {
    const all = rooms.current;
    if (element.current) all.set(index, element.current);
    return () => void all.delete(index);
  }, [rooms, element, index]);
  useRevealed(element, box, scale, reveal);
  return (
    <section className="ws-comparison__side" aria-label={side.title}>
      <h3 className="govgr-heading-s">{side.title}</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: what scrolls must be reachable by keyboard, and has a name */}
      <div
        ref={element}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={side.title}
        className={`ws-comparison__room ${failed ? 'ws-comparison__room--bare' : ''}`}
        onScroll={({ currentTarget }) => follow(rooms, index, currentTarget)}
      >
        <Note {...{ side, failed, absent, waiting: !shown }} />
        {!absent && !failed && shown && box && scale > 0 && (
          <div className="ws-sheet" style={{ width: box.width * scale, height: box.height * scale }}>
            <Drawing
              page={shown}
              title={side.title}
              count={pdf?.numPages ?? 0}
              scale={scale}
              onStuck={giveUp}
            />
            {overlay({ box, widthPx: box.width * scale, differing })}
          </div>
        )}
      </div>
    </section>
  );
}

interface DrawingProps {
  page: PDFPageProxy;
  title: string;
  count: number;
  scale: number;
  onStuck: () => void;
}

const noRuns = () => undefined;

function Drawing({ page, title, count, scale, onStuck }: DrawingProps) {
  const { t } = useTranslation();
  const label = t('compare.sheet', { side: title, page: page.pageNumber, count });
  return (
    <>
      <PageCanvas page={page} scale={scale} turn={0} label={label} onFail={(stuck) => stuck && onStuck()} />
      <PageTextLayer page={page} scale={scale} turn={0} onRuns={noRuns} />
    </>
  );
}

/** The other page is scrolled along. */
function follow(rooms: Rooms, index: number, { scrollLeft: left, scrollTop: top }: HTMLElement): void {
  for (const [other, room] of rooms.current) {
    const there = Math.abs(room.scrollTop - top) < 1 && Math.abs(room.scrollLeft - left) < 1;
    if (other !== index && !there) room.scrollTo({ left, top });
  }
}

/** Brings `area` into the middle of the room once the page is there, and again at another zoom. */
function useRevealed(
  element: RefObject<HTMLDivElement | null>,
  box: PageBox | null,
  scale: number,
  area: Area | null,
): void {
  const height = box?.height ?? 0;
  useLayoutEffect(() => {
    const room = element.current;
    if (!room || !area || scale === 0) return;
    room.scrollTo({
      left: (area.x + area.width / 2) * scale - room.clientWidth / 2,
      top: (height - area.y - area.height / 2) * scale - room.clientHeight / 2,
    });
  }, [element, height, scale, area]);
}

interface NoteProps {
  side: Side;
  failed: boolean;
  absent: boolean;
  waiting: boolean;
}

function Note({ side, failed, absent, waiting }: NoteProps) {
  const { t } = useTranslation();
  const why = side.unavailable ?? side.broken ?? t('compare.failed');
  const text = failed ? why : absent ? side.missing : waiting ? t('app.loading') : '';
  return text === '' ? null : (
    <p className="govgr-body ws-viewer__note" role={failed ? 'alert' : 'status'}>
      {text}
    </p>
  );
}
