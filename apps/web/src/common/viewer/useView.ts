import { useLayoutEffect, useRef, useState } from 'react';
import { type Area, type PageBox, rotationOf } from './geometry.ts';
import type { PDFPageProxy } from './pdfjs.ts';
import type { Room } from './room.ts';
import { closeUp, scaleFor, type Zoom } from './zoom.ts';

interface View {
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  /** Degrees clockwise that the view is turned, beside the page's own turn. */
  turn: number;
  turnRight: () => void;
  /** The page as it is shown, in points; null while there is none. */
  box: PageBox | null;
  /** CSS pixels a point; 0 while it is not known. */
  scale: number;
}

type Reveal = { area: Area; key: string; near?: boolean } | null | undefined;

/** How large and which way up `page` is shown in `room`: `first`, then as zoomed, or to what is to be revealed `near`. */
export function useView(page: PDFPageProxy | null, room: Room, reveal: Reveal, first: Zoom): View {
  const [zoom, setZoom] = useState<Zoom>(first);
  const [turn, setTurn] = useState(0);
  const view = page?.getViewport({ scale: 1, rotation: rotationOf(page, turn) });
  const box = view ? { width: view.width, height: view.height } : null;
  useCloseUp(box, room, reveal, setZoom);
  return {
    zoom,
    setZoom,
    turn,
    turnRight: () => setTurn((degrees) => (degrees + 90) % 360),
    box,
    scale: box && room.width > 0 ? scaleFor(zoom, box, room) : 0,
  };
}

/** Zooms to each new place once, as soon as its page is there: what the person does with it then is theirs. */
function useCloseUp(box: PageBox | null, room: Room, reveal: Reveal, setZoom: (zoom: Zoom) => void): void {
  const done = useRef('');
  useLayoutEffect(() => {
    if (!reveal?.near || !box || room.width === 0 || done.current === reveal.key) return;
    done.current = reveal.key;
    setZoom(closeUp(reveal.area, box, room));
  });
}
