import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef } from 'react';
import { mostRuns } from './pageText.ts';
import type { PDFPageProxy } from './pdfjs.ts';
import { isCancelled } from './within.ts';

interface Props {
  page: PDFPageProxy;
  scale: number;
  turn: number;
  /** The element of each run of text, in their order; empty while there are none. */
  onRuns: (runs: HTMLElement[]) => void;
}

/** Lets runs of text pass until there are too many of them to lay out. */
function bounded(source: ReadableStream): ReadableStream {
  let passed = 0;
  return source.pipeThrough(
    new TransformStream<{ items: unknown[] }, { items: unknown[] }>({
      transform(chunk, controller) {
        const items = chunk.items.slice(0, mostRuns - passed);
        passed += items.length;
        controller.enqueue({ ...chunk, items });
        if (passed >= mostRuns) controller.terminate();
      },
    }),
  );
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
    const viewport = page.getViewport({ scale, rotation: page.rotate + turn });
    element.current?.style.setProperty('--total-scale-factor', String(scale * (page.userUnit || 1)));
    layer.current?.update({ viewport });
  });

  useEffect(() => {
    const room = element.current;
    if (!room) return;
    const container = document.createElement('div');
    container.className = 'ws-text-layer';
    room.append(container);
    const viewport = page.getViewport({
      scale: view.current.scale,
      rotation: page.rotate + view.current.turn,
    });
    const own = new TextLayer({
      textContentSource: bounded(page.streamTextContent()),
      container,
      viewport,
    });
    layer.current = own;
    own.render().then(
      () => told.current(own.textDivs),
      (error: unknown) => {
        if (!isCancelled(error)) console.warn('the text of the page could not be laid out', error);
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
