import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef } from 'react';
import type { PDFPageProxy } from './pdfjs.ts';

/** Pixels of the largest canvas; past it the page is drawn coarser instead of not at all. */
const mostPixels = 16_000_000;

function isCancelled(error: unknown): boolean {
  return error instanceof Error && /Cancelled|Abort/.test(error.name);
}

/** One page drawn at `scale` CSS pixels a point, with its text over it for selecting and reading out. */
export function PageCanvas({ page, scale, label }: { page: PDFPageProxy; scale: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const viewport = page.getViewport({ scale });
    const wanted = window.devicePixelRatio || 1;
    const density = Math.min(wanted, Math.sqrt(mostPixels / (viewport.width * viewport.height)));
    element.width = Math.floor(viewport.width * density);
    element.height = Math.floor(viewport.height * density);
    const task = page.render({ canvas: element, viewport, transform: [density, 0, 0, density, 0, 0] });
    task.promise.catch((error: unknown) => {
      if (!isCancelled(error)) console.warn('the page could not be drawn', error);
    });
    return () => task.cancel();
  }, [page, scale]);

  useEffect(() => {
    const container = text.current;
    if (!container) return;
    const viewport = page.getViewport({ scale });
    container.style.setProperty('--total-scale-factor', String(scale * (page.userUnit || 1)));
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
    layer.render().catch((error: unknown) => {
      if (!isCancelled(error)) console.warn('the text of the page could not be laid out', error);
    });
    return () => {
      layer.cancel();
      container.replaceChildren();
    };
  }, [page, scale]);

  return (
    <>
      <canvas ref={canvas} className="ws-page-canvas" role="img" aria-label={label} />
      <div ref={text} className="ws-text-layer" />
    </>
  );
}
