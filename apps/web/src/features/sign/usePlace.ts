import type { DocumentAnswer, Placement } from '@websign/contract';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { type Area, overlaps } from '../../common/viewer/geometry.ts';
import type { Desk, DeskAction } from './desk.ts';
import { defaultPlacement, keepInside, nearestFree, pageBox } from './placement.ts';

/** Where the signature of the shown document stands, which page is on the screen, and what stands there already. */
export interface Place {
  placement: Placement;
  shown: number;
  occupied: Area[];
  /** Changes when the signature should be brought into view. */
  revealKey: string;
  show: (page: number) => void;
  /** By hand on the page, which stays where it is. */
  place: (placement: Placement) => void;
  /** By a control beside the page, which shows the place. */
  placeInView: (placement: Placement) => void;
  toPage: (page: number) => void;
  setOccupied: (areas: Area[]) => void;
}

/**
 * Begins at the default place, or beside it where the page has text or annotations there; what is then seen is
 * what is sent. The signer's own choice is never moved.
 */
export function usePlace(
  document: DocumentAnswer,
  desk: Desk,
  dispatch: Dispatch<DeskAction>,
  signable: boolean,
): Place {
  const { id } = document;
  const placement = desk.places.get(id) ?? defaultPlacement(document);
  const [shown, setShown] = useState(placement.page);
  const [occupied, setOccupied] = useState<Area[]>([]);
  const [settled, setSettled] = useState(0);
  const touched = useRef(new Set<string>());
  const turn = `${id}:${signable}`;
  const put = (next: Placement) => dispatch({ do: 'place', id, placement: next });

  const place = (next: Placement) => {
    touched.current.add(id);
    put(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of document or of its turn does this
  useEffect(() => {
    setShown(placement.page);
    setOccupied([]);
    if (signable && !desk.places.has(id)) {
      touched.current.delete(id);
      put(placement);
    }
  }, [turn]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for what stands on the page, once a document
  useEffect(() => {
    if (!signable || occupied.length === 0 || shown !== placement.page || touched.current.has(id)) return;
    touched.current.add(id);
    if (!occupied.some((area) => overlaps(area, placement))) return;
    const free = nearestFree(placement, pageBox(document, shown), occupied);
    if (!free) return;
    put(free);
    setSettled((count) => count + 1);
  }, [occupied, turn]);

  return {
    placement,
    shown,
    occupied,
    revealKey: `${turn}:${settled}`,
    show: setShown,
    place,
    placeInView: (next) => {
      place(next);
      setSettled((count) => count + 1);
    },
    toPage: (page) => {
      touched.current.add(id);
      put(keepInside({ ...placement, page }, pageBox(document, page)));
      setShown(page);
    },
    setOccupied,
  };
}
