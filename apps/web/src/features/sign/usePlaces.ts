import { type DocumentAnswer, type FreePlace, type Placement, placeFrom, placeOn } from '@websign/contract';
import { type Dispatch, useEffect, useState } from 'react';
import { askFreePlaces, type Wanted } from '../../common/api/places.ts';
import { canSign, type Desk, type DeskAction } from './desk.ts';
import { wantedPlacement } from './placement.ts';

/** Documents that are asked for at once, and how long a place rests before it is. */
const mostAtOnce = 100;
const restMs = 200;

/** What became of "the same for all". */
export interface Spread {
  documents: number;
  /** Where that place covers something, the nearest free one was taken. */
  moved: number;
  /** Where nothing is free. */
  covering: number;
}

/** Where the signatures of all documents of the desk stand, and what they cover there (SGN-12, SGN-13). */
export interface Places {
  /** What the server told of the place of a document as it now is; undefined while it is asked, and for invisible ones. */
  of: (document: DocumentAnswer) => FreePlace | undefined;
  /** Whether its place covers something, or may, and the signer has not confirmed that; or is still being looked at. */
  isOpen: (document: DocumentAnswer) => boolean;
  /** Documents whose place covers something, as the signer has seen and confirmed. */
  confirmed: readonly string[];
  invisible: ReadonlySet<string>;
  placementOf: (document: DocumentAnswer) => Placement;
  confirm: (document: DocumentAnswer) => void;
  put: (document: DocumentAnswer, placement: Placement) => void;
  hide: (document: DocumentAnswer, on: boolean) => void;
  /** Gives the others the place that `document` has, each on its own pages. */
  spread: (document: DocumentAnswer, others: readonly DocumentAnswer[]) => Promise<Spread>;
}

interface Told {
  /** For which bytes and which place. */
  key: string;
  place: FreePlace;
}

const keyOf = ({ checksum }: DocumentAnswer, { page, x, y, width, height }: Placement) =>
  [checksum, page, x, y, width, height].join(' ');

export function usePlaces(
  documents: readonly DocumentAnswer[],
  desk: Desk,
  dispatch: Dispatch<DeskAction>,
): Places {
  const [told, setTold] = useState<ReadonlyMap<string, Told>>(new Map());
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const placementOf = (document: DocumentAnswer) =>
    desk.places.get(document.id) ?? wantedPlacement(document, desk.wanted);
  const isPlaced = (document: DocumentAnswer) =>
    desk.visible && canSign(desk, document) && !desk.invisible.has(document.id);
  const of = (document: DocumentAnswer) => {
    const known = told.get(document.id);
    const same = known?.key === keyOf(document, placementOf(document));
    return same && isPlaced(document) ? known.place : undefined;
  };
  const isConfirmed = (document: DocumentAnswer) =>
    seen.get(document.id) === keyOf(document, placementOf(document));
  const note = (more: readonly [DocumentAnswer, FreePlace, Placement][]) =>
    setTold(
      (known) =>
        new Map([
          ...known,
          ...more.map(([document, place, at]): [string, Told] => [
            document.id,
            { key: keyOf(document, at), place },
          ]),
        ]),
    );

  const waiting = documents
    .filter((document) => isPlaced(document) && !of(document))
    .slice(0, mostAtOnce)
    .map((document): Wanted => ({ document, placement: placementOf(document) }));
  const question = waiting.map(({ document, placement }) => keyOf(document, placement)).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when other places are wanted
  useEffect(() => {
    if (waiting.length === 0) return;
    const asking = new AbortController();
    const timer = setTimeout(
      async () => {
        const answers = await askFreePlaces(waiting, asking.signal);
        if (asking.signal.aborted) return;
        const proposed = new Map<string, Placement>();
        const heard = waiting.map(({ document, placement }, at): [DocumentAnswer, FreePlace, Placement] => {
          const place = answers[at] ?? unknownPlace(document, placement);
          // Where the signer chose, nothing is moved.
          if (desk.own.has(document.id)) return [document, place, placement];
          proposed.set(document.id, place.placement);
          return [document, place.status === 'moved' ? { ...place, status: 'free' } : place, place.placement];
        });
        note(heard);
        dispatch({ do: 'places', places: proposed, own: false });
      },
      told.size === 0 ? 0 : restMs,
    );
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [question]);

  const spread = async (from: DocumentAnswer, others: readonly DocumentAnswer[]): Promise<Spread> => {
    const place = placeFrom(placementOf(from), from);
    const wanted = others.map((document): Wanted => ({ document, placement: placeOn(place, document) }));
    const outcome = { documents: others.length, moved: 0, covering: 0 };
    for (let at = 0; at < wanted.length; at += mostAtOnce) {
      const some = wanted.slice(at, at + mostAtOnce);
      const answers = await askFreePlaces(some, AbortSignal.timeout(60_000));
      const heard = some.map(({ document, placement }, index): [DocumentAnswer, FreePlace, Placement] => {
        const answer = answers[index] ?? unknownPlace(document, placement);
        if (answer.status === 'moved') outcome.moved += 1;
        else if (answer.status !== 'free') outcome.covering += 1;
        const now: FreePlace = answer.status === 'moved' ? { ...answer, status: 'free' } : answer;
        return [document, now, answer.placement];
      });
      note(heard);
      const places = new Map(heard.map(([{ id }, , placement]) => [id, placement]));
      dispatch({ do: 'places', places, own: true });
    }
    for (const { id } of others) if (desk.invisible.has(id)) dispatch({ do: 'hide', id, on: false });
    // The place that is remembered is the one that was touched last.
    dispatch({ do: 'place', id: from.id, placement: placementOf(from), own: true });
    return outcome;
  };

  return {
    of,
    isOpen: (document) => isPlaced(document) && of(document)?.status !== 'free' && !isConfirmed(document),
    confirmed: documents
      .filter((document) => isPlaced(document) && isConfirmed(document))
      .map(({ id }) => id),
    invisible: desk.invisible,
    placementOf,
    confirm: (document) =>
      setSeen((known) => new Map(known).set(document.id, keyOf(document, placementOf(document)))),
    // Free, but no place that the signer would want everywhere.
    put: ({ id }, placement) => dispatch({ do: 'place', id, placement, own: false }),
    hide: ({ id }, on) => dispatch({ do: 'hide', id, on }),
    spread,
  };
}

/** Where no answer is to be had. */
const unknownPlace = ({ id }: DocumentAnswer, placement: Placement): FreePlace => ({
  ...{ document: id, status: 'unknown', placement, cause: null, smaller: null, otherPage: null },
});
