import type { Placement } from '@websign/contract';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type PageBox, toScreen } from '../../common/viewer/geometry.ts';
import { pointsPerCentimetre, useLengths } from './lengths.ts';
import { resized } from './placement.ts';
import { type LookText, SignatureLook } from './SignatureLook.tsx';
import { useDrag } from './useDrag.ts';
import type { Place } from './usePlace.ts';
import { useQuiet } from './useQuiet.ts';

interface Props {
  at: Place;
  page: PageBox;
  pages: number;
  widthPx: number;
  text: LookText;
  covers: boolean;
  /** Whether the signature will have an opaque ground. */
  isOpaque: boolean;
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const millimetre = pointsPerCentimetre / 10;

/** What a key asks for: a millimetre to the right and up, in points; a centimetre with Shift; null for other keys. */
function arrowOf({ key, shiftKey }: KeyboardEvent): [number, number] | null {
  const arrow = arrows[key];
  const by = shiftKey ? 10 * millimetre : millimetre;
  return arrow ? [arrow[0] * by, arrow[1] * by] : null;
}

const intoSight = (element: HTMLElement) =>
  requestAnimationFrame(() => element.scrollIntoView({ block: 'nearest', inline: 'nearest' }));

/** The signature on its page: dragged, or moved and sized by the arrow keys, and never off the page. */
export function PlacementBox({ at, page, pages, widthPx, text, covers, isOpaque }: Props) {
  const { t } = useTranslation();
  const lengths = useLengths();
  const { placement, place, toPage, sought } = at;
  const element = useRef<HTMLDivElement>(null);
  const scale = widthPx / page.width;
  const box = toScreen(placement, page, widthPx);
  const sized = (from: Placement, dx: number, dy: number) =>
    place(resized(from, from.width + dx, from.height - dy, page));
  const move = useDrag(
    scale,
    () => placement,
    (from, dx, dy) => place({ ...from, x: from.x + dx, y: from.y + dy }),
  );
  const size = useDrag(scale, () => placement, sized);

  // The viewer has scrolled its own room; on a low screen the window must follow it.
  useEffect(() => {
    if (!sought.current || !element.current) return;
    sought.current = false;
    intoSight(element.current);
  });

  const onMoveKey = (event: KeyboardEvent<HTMLElement>) => {
    const arrow = arrowOf(event);
    const turn = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0;
    if (!arrow && turn === 0) return;
    event.preventDefault();
    const next = Math.min(Math.max(1, placement.page + turn), pages);
    if (arrow) place({ ...placement, x: placement.x + arrow[0], y: placement.y + arrow[1] });
    else if (next !== placement.page) toPage(next);
    // What has the focus stays in sight.
    intoSight(event.currentTarget);
  };
  const onSizeKey = (event: KeyboardEvent<HTMLElement>) => {
    const arrow = arrowOf(event);
    if (!arrow) return;
    event.preventDefault();
    sized(placement, ...arrow);
    intoSight(event.currentTarget);
  };
  const where = t('placement.moved', {
    page: placement.page,
    x: lengths.words(placement.x),
    y: lengths.words(placement.y),
  });
  const large = t('placement.sized', {
    width: lengths.words(placement.width),
    height: lengths.words(placement.height),
  });
  return (
    <div ref={element} className={`ws-box ${covers ? 'ws-box--covers' : ''}`} style={box} {...move}>
      <SignatureLook {...{ text, page, isOpaque }} at={placement} scale={scale} />
      <button
        type="button"
        className="ws-box__handle"
        aria-label={`${t('placement.box')} ${where}`}
        onKeyDown={onMoveKey}
      />
      <button
        type="button"
        className="ws-box__corner"
        aria-label={`${t('placement.resize')} ${large}`}
        onKeyDown={onSizeKey}
        {...size}
      />
      <Spoken where={where} size={large} />
    </div>
  );
}

/** Says where the box came to stand and how large it is, once it stays so; nothing before the first change. */
function Spoken({ where, size }: { where: string; size: string }) {
  return (
    <span role="status" className="ws-hidden">
      {useQuiet(where)} {useQuiet(size)}
    </span>
  );
}
