import { useQuery } from '@tanstack/react-query';
import type { DocumentAnswer, Placement } from '@websign/contract';
import { type Dispatch, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { occupiedQuery } from '../../common/api/places.ts';
import { areaOf } from '../../common/findings/marks.ts';
import { type Area, overlaps } from '../../common/viewer/geometry.ts';
import type { Desk, DeskAction } from './desk.ts';
import { isInside, keepInside, pageBox } from './placement.ts';
import type { KnownPlace, Places, Spread } from './usePlaces.ts';

/** Where the signature of the shown document stands, which page is on the screen, and what it covers there. */
export interface Place {
  placement: Placement;
  shown: number;
  /** It lies over something that stands on the shown page. */
  covers: boolean;
  /** What the server told of it; undefined while it is asked. */
  told: KnownPlace | undefined;
  /** The document is signed in its own field: nothing moves the signature. */
  isFixed: boolean;
  /** The signature of this document is not seen, although the others' are. */
  isHidden: boolean;
  unhide: () => void;
  /** Gives the other documents the same place; null where there are none. */
  spread: (() => Promise<Spread>) | null;
  /** The last place that was asked for lay beyond the page, and was brought back onto it (SGN-3). */
  limited: boolean;
  /** Changes when the signature should be brought into view. */
  revealKey: string;
  /** True once a control beside the page has moved the signature, until it has been brought into the window. */
  sought: RefObject<boolean>;
  show: (page: number) => void;
  /** By hand on the page, which stays where it is. */
  place: (wanted: Placement) => void;
  /** By a control beside the page, which shows the place. */
  placeInView: (wanted: Placement) => void;
  toPage: (page: number) => void;
}

/**
 * Begins at the wanted place, or at the free one that is nearest to it, as the server tells; what is then seen is what
 * is sent. The signer's own choice is never moved, but onto the page. `others` may be given the same place.
 */
export function usePlace(
  document: DocumentAnswer,
  others: readonly DocumentAnswer[],
  desk: Desk,
  places: Places,
  dispatch: Dispatch<DeskAction>,
  signable: boolean,
): Place {
  const { id } = document;
  const placement = places.placementOf(document);
  const [shown, setShown] = useState(placement.page);
  const [settled, setSettled] = useState(0);
  const [limited, setLimited] = useState(false);
  const sought = useRef(false);
  const turn = `${id}:${signable}`;
  const occupied = useOccupied(document, shown, signable);

  const place = (wanted: Placement) => {
    const page = pageBox(document, wanted.page);
    setLimited(!isInside(wanted, page));
    dispatch({ do: 'place', id, placement: keepInside(wanted, page), own: true });
  };
  const placeInView = (wanted: Placement) => {
    place(wanted);
    sought.current = true;
    if (wanted.page !== shown) setShown(wanted.page);
    setSettled((count) => count + 1);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of document or of its turn does this
  useEffect(() => {
    setShown(placement.page);
    setLimited(false);
  }, [turn]);

  // The place that the screen proposes comes into view; the signer's own is there already.
  const isFixed = places.isFixed(document);
  const proposed = desk.own.has(id) && !isFixed ? '' : `${placement.page} ${placement.x} ${placement.y}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where another place is proposed
  useEffect(() => {
    if (isFixed) setShown(placement.page);
    if (proposed !== '') setSettled((count) => count + 1);
  }, [proposed]);

  return {
    ...{ placement, shown, limited, sought, place, placeInView },
    covers: placement.page === shown && occupied.some((area) => overlaps(area, placement)),
    told: places.of(document),
    isFixed,
    isHidden: desk.invisible.has(id),
    unhide: () => places.hide(document, false),
    spread: others.length > 0 && !isFixed ? () => places.spread(document, others) : null,
    revealKey: `${turn}:${settled}`,
    show: setShown,
    toPage: (page) => placeInView({ ...placement, page }),
  };
}

/** What is taken on page `number`; nothing until it is known. */
function useOccupied({ id, checksum }: DocumentAnswer, number: number, signable: boolean): readonly Area[] {
  const { data } = useQuery({ ...occupiedQuery(id, checksum, number), enabled: signable });
  return useMemo(() => data?.areas?.map(areaOf) ?? [], [data]);
}
