import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Area, type PageBox, toScreen } from './geometry.ts';

/** The element that scrolls and the CSS pixels that it has for its content. */
export interface Room {
  element: RefObject<HTMLDivElement | null>;
  width: number;
  height: number;
}

/**
 * Measures the room of the pages. Its height follows from where it begins (viewer.css): what is at the bottom of
 * the room is then at the bottom of the window, not below it.
 */
export function useRoom(): Room {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const room = element.current;
    if (!room) return;
    const top = room.getBoundingClientRect().top + window.scrollY;
    room.style.setProperty('--ws-room-top', `${Math.round(top)}px`);
  }, []);
  useEffect(() => {
    const room = element.current;
    if (!room) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(room);
    return () => observer.disconnect();
  }, []);
  return { element, ...size };
}

/** Scrolls `room` so that `area` of the page, shown `scale` pixels a point, is in its middle. */
function bringIntoView(room: HTMLElement, area: Area, page: PageBox, scale: number): void {
  const { left, top, width, height } = toScreen(area, page, page.width * scale);
  room.scrollTo({
    left: left + width / 2 - room.clientWidth / 2,
    top: top + height / 2 - room.clientHeight / 2,
  });
}

/** What is on the screen, for knowing what a change of it means for the scroll offsets. */
export interface Sight {
  page: number;
  scale: number;
  turn: number;
  box: PageBox;
}

/** Which end of a page is shown first: turning back shows its bottom. */
export type Landing = 'top' | 'bottom';

/**
 * Scrolls after a change: to `reveal` if there is one, else to the page's `landing`; after zooming what was at
 * the top or in the middle stays there.
 */
export function useSight(
  { element }: Room,
  sight: Sight | null,
  reveal: { area: Area; key: string } | null | undefined,
  landing: RefObject<Landing>,
): void {
  const before = useRef<Sight | null>(null);
  const { page, scale, turn } = sight ?? { page: 0, scale: 0, turn: 0 };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drag must not scroll; the key says when it may
  useLayoutEffect(() => {
    const room = element.current;
    if (!room || !sight) return;
    const last = before.current;
    before.current = sight;
    if (reveal) bringIntoView(room, reveal.area, sight.box, sight.scale);
    else if (last?.page === page && last.turn === turn) {
      const grown = scale / last.scale;
      room.scrollTo({
        left: (room.scrollLeft + room.clientWidth / 2) * grown - room.clientWidth / 2,
        // A page seen from its top stays so, also when the room is measured anew just after it opened.
        top:
          room.scrollTop <= 1 ? 0 : (room.scrollTop + room.clientHeight / 2) * grown - room.clientHeight / 2,
      });
    } else room.scrollTo({ left: 0, top: landing.current === 'bottom' ? room.scrollHeight : 0 });
    landing.current = 'top';
  }, [page, scale, turn, reveal?.key]);
}

/** What a key does in the room: turn to a page, or nothing but what the browser does. */
export function pageTurn(
  key: string,
  room: Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight' | 'scrollWidth' | 'clientWidth'>,
  page: number,
  count: number,
): { page: number; landing: Landing } | null {
  // Offsets are rounded: a pixel before the end is the end.
  const atTop = room.scrollTop <= 1;
  const atBottom = room.scrollTop + room.clientHeight >= room.scrollHeight - 1;
  const wide = room.scrollWidth > room.clientWidth + 1;
  const to = (wanted: number, landing: Landing) => {
    const next = Math.min(Math.max(1, wanted), count);
    return next === page ? null : { page: next, landing };
  };
  if (key === 'PageDown' && atBottom) return to(page + 1, 'top');
  if (key === 'PageUp' && atTop) return to(page - 1, 'bottom');
  if (key === 'ArrowRight' && !wide) return to(page + 1, 'top');
  if (key === 'ArrowLeft' && !wide) return to(page - 1, 'top');
  if (key === 'Home') return to(1, 'top');
  if (key === 'End') return to(count, 'top');
  return null;
}

/** Whether a key zooms: in (`1`), out (`-1`), or not. */
export function zoomKey(key: string): 1 | -1 | null {
  if (key === '+' || key === '=') return 1;
  return key === '-' || key === '−' ? -1 : null;
}
