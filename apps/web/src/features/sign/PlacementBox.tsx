import type { Placement } from '@websign/contract';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type PageBox, toScreen } from '../../common/viewer/geometry.ts';
import { moved, resized } from './placement.ts';
import { type LookText, SignatureLook } from './SignatureLook.tsx';

interface Props {
  placement: Placement;
  page: PageBox;
  pages: number;
  widthPx: number;
  text: LookText;
  covers: boolean;
  onPlace: (placement: Placement) => void;
  /** To another page by Page Up and Page Down. */
  onPage: (page: number) => void;
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Follows a pointer from the press to the release, in points moved to the right and up. */
function useDrag(
  scale: number,
  start: () => Placement,
  change: (from: Placement, dx: number, dy: number) => void,
) {
  const held = useRef<{ x: number; y: number; from: Placement } | null>(null);
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
    onPointerUp: () => {
      held.current = null;
    },
    onPointerCancel: () => {
      held.current = null;
    },
  };
}

/** The signature on its page: dragged, or moved by the arrow keys, and never off the page. */
export function PlacementBox({ placement, page, pages, widthPx, text, covers, onPlace, onPage }: Props) {
  const { t } = useTranslation();
  const scale = widthPx / page.width;
  const box = toScreen(placement, page, widthPx);
  const move = useDrag(
    scale,
    () => placement,
    (from, dx, dy) => onPlace(moved(from, dx, dy, page)),
  );
  const size = useDrag(
    scale,
    () => placement,
    (from, dx, dy) => onPlace(resized(from, from.width + dx, from.height - dy, page)),
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const arrow = arrows[event.key];
    const turn = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0;
    if (!arrow && turn === 0) return;
    event.preventDefault();
    const by = event.shiftKey ? 10 : 1;
    if (arrow) onPlace(moved(placement, arrow[0] * by, arrow[1] * by, page));
    else onPage(Math.min(Math.max(1, placement.page + turn), pages));
    // What has the focus stays in sight.
    const handle = event.currentTarget;
    requestAnimationFrame(() => handle.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  };
  return (
    <div className={`ws-box ${covers ? 'ws-box--covers' : ''}`} style={box} {...move}>
      <SignatureLook text={text} pxPerPoint={scale} size={`${box.width}x${box.height}`} />
      <button
        type="button"
        className="ws-box__handle"
        aria-label={`${t('placement.box')} ${t('placement.moved', {
          page: placement.page,
          x: Math.round(placement.x),
          y: Math.round(placement.y),
        })}`}
        onKeyDown={onKeyDown}
      />
      <span className="ws-box__corner" aria-hidden="true" {...size} />
    </div>
  );
}
