import { useState } from 'react';
import { type PageBox, rotationOf } from './geometry.ts';
import type { PDFPageProxy } from './pdfjs.ts';
import type { Room } from './room.ts';
import { scaleFor, type Zoom } from './zoom.ts';

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

/** How large and which way up `page` is shown in `room`. */
export function useView(page: PDFPageProxy | null, room: Room): View {
  const [zoom, setZoom] = useState<Zoom>('width');
  const [turn, setTurn] = useState(0);
  const view = page?.getViewport({ scale: 1, rotation: rotationOf(page, turn) });
  const box = view ? { width: view.width, height: view.height } : null;
  return {
    zoom,
    setZoom,
    turn,
    turnRight: () => setTurn((degrees) => (degrees + 90) % 360),
    box,
    scale: box && room.width > 0 ? scaleFor(zoom, box, room) : 0,
  };
}
