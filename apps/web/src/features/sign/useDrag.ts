import type { Placement } from '@websign/contract';
import { type PointerEvent, useRef } from 'react';

/** Follows a pointer from the press to the release, in points moved to the right and up; `scale` pixels a point. */
export function useDrag(
  scale: number,
  start: () => Placement,
  change: (from: Placement, dx: number, dy: number) => void,
) {
  const held = useRef<{ x: number; y: number; from: Placement } | null>(null);
  const release = () => {
    held.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { x: event.clientX, y: event.clientY, from: start() };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!held.current) return;
      const { x, y, from } = held.current;
      change(from, (event.clientX - x) / scale, (y - event.clientY) / scale);
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}
