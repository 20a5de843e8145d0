import './tools.css';
import './viewer.css';
import './sheet.css';
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FindBar } from './FindBar.tsx';
import type { Area, PageBox } from './geometry.ts';
import type { KeyWords } from './KeysHelp.tsx';
import { warmUp } from './pdfjs.ts';
import { type Landing, pageTurn, useRoom, useSight, zoomKey } from './room.ts';
import { Sheet } from './Sheet.tsx';
import { Thumbnails } from './Thumbnails.tsx';
import { useFindBar } from './useFindBar.ts';
import { useKeyWords } from './useKeyWords.ts';
import { usePage } from './usePage.ts';
import { usePdf } from './usePdf.ts';
import { useView } from './useView.ts';
import { ViewerTools } from './ViewerTools.tsx';
import { nextZoom, type Zoom } from './zoom.ts';

// The worker reads its code while the document is still on its way.
warmUp();

/** A page that is on the screen, for those who draw over it. */
export interface ShownPage {
  number: number;
  /** Its width in CSS pixels. */
  widthPx: number;
  box: PageBox;
}

interface Props {
  file: Blob | undefined;
  /** The bytes could not be fetched. */
  failed: boolean;
  name: string;
  page: number;
  onPage: (page: number) => void;
  overlay?: (page: ShownPage) => ReactNode;
  /** Something can be placed on the pages: what stands on them is looked for. */
  placing?: boolean;
  /** What to bring into view when the page is drawn, when it is zoomed, and when `key` changes; `near`: zoomed to. */
  reveal?: { area: Area; key: string; near?: boolean } | null;
  /** What to say when the pages cannot be shown. */
  failedText?: string;
  /** The view may be turned by quarters and fill the screen: where nothing is placed on the page. */
  free?: boolean;
  /** How large a page is shown at first: as wide as its room, unless it should be seen as a whole. */
  fit?: Zoom;
  /** Keys of the screen around the viewer, for the list of keys. */
  moreKeys?: readonly KeyWords[];
}

const noKeys: readonly KeyWords[] = [];

/** Shows a PDF page by page, with thumbnails, find and zoom; what `overlay` gives lies over the page. */
export default function Viewer(props: Props) {
  const { file, name, page: number, onPage, overlay, placing = false, reveal, free = false } = props;
  const { fit = 'width', moreKeys = noKeys } = props;
  const { t } = useTranslation();
  const { pdf, failed: unreadable, giveUp } = usePdf(file);
  const { page, broken } = usePage(pdf, number);
  const room = useRoom();
  const { zoom, setZoom, turn, turnRight, box, scale } = useView(
    page,
    room,
    page?.pageNumber === number ? reveal : null,
    fit,
  );
  const { find, asked, tool: findTool, ...bar } = useFindBar(pdf, number, onPage);
  const [strip, setStrip] = useState(false);
  const keys = useKeyWords(placing, moreKeys);
  const frame = useRef<HTMLDivElement>(null);
  const landing = useRef<Landing>('top');
  const count = pdf?.numPages ?? 0;
  const failed = props.failed || unreadable;
  const shown = page && box && scale > 0 ? { page: page.pageNumber, scale, turn, box } : null;
  useSight(room, shown, reveal, landing);
  const onFail = useCallback((stuck: boolean) => stuck && giveUp(), [giveUp]);
  const onRoomKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = pageTurn(event.key, event.currentTarget, number, count);
    const direction = shown ? zoomKey(event.key) : null;
    if (!next && !direction) return;
    event.preventDefault();
    if (direction) setZoom(nextZoom(scale, direction) ?? zoom);
    if (!next) return;
    landing.current = next.landing;
    onPage(next.page);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+F is heard from everything inside
    <div ref={frame} className="ws-viewer" onKeyDown={bar.onKeyDown}>
      <ViewerTools
        {...{ page: number, count, onPage, zoom, scale, strip, keys, findTool }}
        onZoom={setZoom}
        onStrip={() => setStrip((open) => !open)}
        finding={asked > 0}
        onFind={bar.toggle}
        onTurn={free ? turnRight : undefined}
        frame={free ? frame : undefined}
      />
      {asked > 0 && <FindBar find={find} pages={count} asked={asked} onClose={bar.close} />}
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
          <Note {...{ failed, broken, waiting: !shown, failedText: props.failedText }} />
          {!failed && pdf && page && box && shown && (
            <Sheet {...{ pdf, page, box, scale, turn, find }} onFail={onFail}>
              {overlay?.({ number: page.pageNumber, widthPx: box.width * scale, box })}
            </Sheet>
          )}
        </section>
      </div>
    </div>
  );
}

interface NoteProps {
  failed: boolean;
  broken: boolean;
  waiting: boolean;
  failedText: string | undefined;
}

/** What stands where no page is to be seen. */
function Note({ failed, broken, waiting, failedText }: NoteProps) {
  const { t } = useTranslation();
  if (failed || broken)
    return (
      <p className="govgr-body ws-viewer__note" role="alert">
        {failed ? (failedText ?? t('viewer.failed')) : t('viewer.brokenPage')}
      </p>
    );
  if (!waiting) return null;
  return (
    <p className="govgr-body ws-viewer__note" role="status">
      {t('app.loading')}
    </p>
  );
}
