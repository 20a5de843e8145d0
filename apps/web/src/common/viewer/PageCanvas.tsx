import { useEffect, useRef } from 'react';
import { rotationOf } from './geometry.ts';
import type { PDFPageProxy } from './pdfjs.ts';
import { isCancelled } from './within.ts';
import { canvasSize } from './zoom.ts';

/** Until a page must be drawn, in milliseconds; what takes longer is made to hold up whoever looks at it. */
const drawingMs = 30_000;

interface Props {
  page: PDFPageProxy;
  /** CSS pixels a point. */
  scale: number;
  /** Degrees clockwise that the view is turned, beside the page's own turn. */
  turn: number;
  label: string;
  /** It cannot be drawn, or not whole; `stuck`: its worker gave nothing and may never come back. */
  onFail: (stuck: boolean) => void;
}

/** Frees the memory of canvases at once; some browsers keep it for long otherwise. */
function release(canvases: Iterable<Element>): void {
  for (const canvas of canvases) {
    if (!(canvas instanceof HTMLCanvasElement)) continue;
    canvas.width = 0;
    canvas.height = 0;
    canvas.remove();
  }
}

function newCanvas(label: string, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = 'ws-page-canvas';
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/**
 * One page drawn at `scale`. At another zoom the old drawing stays, stretched, until the new one is done, so that
 * nothing flashes.
 */
export function PageCanvas({ page, scale, turn, label, onFail }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const told = useRef(onFail);
  useEffect(() => {
    told.current = onFail;
  });

  useEffect(() => {
    const room = holder.current;
    if (!room) return;
    const viewport = page.getViewport({ scale, rotation: rotationOf(page, turn) });
    const { width, height } = canvasSize(viewport, window.devicePixelRatio || 1);
    const canvas = newCanvas(label, width, height);
    const same = `${page.pageNumber} ${turn}`;
    if (room.dataset.drawn !== same || room.childElementCount === 0) {
      release([...room.children]);
      room.append(canvas);
    }
    // Drawn for what was wanted before: it stays until the new one is there, and does not count as drawn.
    for (const old of room.querySelectorAll('canvas')) delete old.dataset.drawn;
    const transform = [width / viewport.width, 0, 0, height / viewport.height, 0, 0];
    let gone = false;
    const task = page.render({ canvas, viewport, transform });
    let painting = false;
    task.onContinue = (next: () => void) => {
      painting = true;
      next();
    };
    const timer = setTimeout(() => {
      task.cancel();
      // What was painted came from a worker that works: only this page is too much.
      told.current(!painting);
    }, drawingMs);
    task.promise
      .then(
        () => {
          if (gone) return release([canvas]);
          if (!canvas.isConnected) {
            release([...room.children]);
            room.append(canvas);
          }
          room.dataset.drawn = same;
          canvas.dataset.drawn = 'true';
        },
        (error: unknown) => {
          if (gone || isCancelled(error)) return release(canvas.isConnected ? [] : [canvas]);
          console.warn('the page could not be drawn', error);
          told.current(false);
        },
      )
      .finally(() => clearTimeout(timer));
    return () => {
      gone = true;
      clearTimeout(timer);
      task.cancel();
    };
  }, [page, scale, turn, label]);

  useEffect(() => {
    const room = holder.current;
    return () => release([...(room?.children ?? [])]);
  }, []);
  return <div ref={holder} className="ws-page-holder" />;
}
