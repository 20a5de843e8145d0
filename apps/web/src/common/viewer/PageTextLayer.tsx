import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef } from 'react';
import { rotationOf } from './geometry.ts';
import { mostRuns } from './pageText.ts';
import type { PDFPageProxy } from './pdfjs.ts';
import { RunWidths } from './runWidths.ts';
import { isCancelled } from './within.ts';

interface Props {
  page: PDFPageProxy;
  scale: number;
  turn: number;
  /** The element of each run of text, in their order; empty while there are none. */
  onRuns: (runs: HTMLElement[]) => void;
}

/** The text of a page over its picture: to be selected, found and read out. */
export function PageTextLayer({ page, scale, turn, onRuns }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const layer = useRef<TextLayer | null>(null);
  const view = useRef({ scale, turn });
  const told = useRef(onRuns);

  // Only the page makes new text; zoom and turn restyle what is there.
  useEffect(() => {
    view.current = { scale, turn };
    told.current = onRuns;
    const viewport = page.getViewport({ scale, rotation: rotationOf(page, turn) });
    element.current?.style.setProperty('--total-scale-factor', String(scale * (page.userUnit || 1)));
    layer.current?.update({ viewport });
  });

  useEffect(() => {
    const room = element.current;
    if (!room) return;
    delete room.dataset.read;
    const container = document.createElement('div');
    container.className = 'ws-text-layer';
    room.append(container);
    const viewport = page.getViewport({
      scale: view.current.scale,
      rotation: rotationOf(page, view.current.turn),
    });
    const widths = new RunWidths();
    const own = new TextLayer({
      textContentSource: widths.bounded(page.streamTextContent(), mostRuns),
      container,
      viewport,
    });
    layer.current = own;
    own.render().then(
      () => {
        widths.apply(own.textDivs);
        told.current(own.textDivs);
        room.dataset.read = 'true';
      },
      (error: unknown) => {
        if (isCancelled(error)) return;
        console.warn('the text of the page could not be laid out', error);
        room.dataset.read = 'true';
      },
    );
    return () => {
      layer.current = null;
      own.cancel();
      container.remove();
      told.current([]);
    };
  }, [page]);
  return <div ref={element} className="ws-text-room" />;
}
