import type { DocumentAnswer, Placement } from '@websign/contract';
import { type Dispatch, type RefObject, useEffect, useRef, useState } from 'react';
import { type Area, overlaps } from '../../common/viewer/geometry.ts';
import type { Desk, DeskAction } from './desk.ts';
import { nearestFree } from './free.ts';
import { isInside, keepInside, pageBox, wantedPlacement } from './placement.ts';

/** Where the signature of the shown document stands, which page is on the screen, and what stands there already. */
export interface Place {
  placement: Placement;
  shown: number;
  occupied: Area[];
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
  setOccupied: (areas: Area[]) => void;
}

/**
 * Begins at the wanted place, or beside it where the page has text or annotations there; what is then seen is
 * what is sent. The signer's own choice is never moved, but onto the page.
 */
export function usePlace(
  document: DocumentAnswer,
  desk: Desk,
  dispatch: Dispatch<DeskAction>,
  signable: boolean,
): Place {
  const { id } = document;
  const placement = desk.places.get(id) ?? wantedPlacement(document, desk.wanted);
  const [shown, setShown] = useState(placement.page);
  const [occupied, setOccupied] = useState<Area[]>([]);
  const [settled, setSettled] = useState(0);
  const [limited, setLimited] = useState(false);
  const sought = useRef(false);
  const proposed = useRef(new Set<string>());
  const turn = `${id}:${signable}`;
  const put = (next: Placement, own: boolean) => dispatch({ do: 'place', id, placement: next, own });

  const place = (wanted: Placement) => {
    const page = pageBox(document, wanted.page);
    setLimited(!isInside(wanted, page));
    put(keepInside(wanted, page), true);
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
    setOccupied([]);
    setLimited(false);
    if (signable && !desk.places.has(id)) {
      proposed.current.delete(id);
      put(placement, false);
    }
  }, [turn]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for what stands on the page, once a document
  useEffect(() => {
    if (!signable || occupied.length === 0 || shown !== placement.page) return;
    if (proposed.current.has(id) || desk.own.has(id)) return;
    proposed.current.add(id);
    if (!occupied.some((area) => overlaps(area, placement))) return;
    const free = nearestFree(placement, pageBox(document, shown), occupied);
    if (!free) return;
    put(free, false);
    setSettled((count) => count + 1);
  }, [occupied, turn]);

  return {
    ...{ placement, shown, occupied, limited, sought, place, placeInView, setOccupied },
    revealKey: `${turn}:${settled}`,
    show: setShown,
    toPage: (page) => placeInView({ ...placement, page }),
  };
}
