import { type DocumentAnswer, type Placement, placeFrom, placeOn } from '@websign/contract';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import type { Wanted } from '../../common/api/places.ts';
import { canSign, type Desk, type DeskAction, isPlaceDecided } from './desk.ts';
import { wantedPlacement } from './placement.ts';
import { type Answered, answersTo, type KnownPlace, keyOf, placeQuestions } from './placeQuestions.ts';

export type { KnownPlace } from './placeQuestions.ts';

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
  of: (document: DocumentAnswer) => KnownPlace | undefined;
  /** Whether its place covers something, or may, and the signer has not confirmed that. */
  isOpen: (document: DocumentAnswer) => boolean;
  /** Whether the server is still being asked about its place. */
  isAsked: (document: DocumentAnswer) => boolean;
  /** Documents whose place covers something, as the signer has seen and confirmed. */
  confirmed: readonly string[];
  invisible: ReadonlySet<string>;
  placementOf: (document: DocumentAnswer) => Placement;
  /** Whether the document takes no new visible signature: it is signed in its own field, wherever it was wanted. */
  isFixed: (document: DocumentAnswer) => boolean;
  confirm: (document: DocumentAnswer) => void;
  put: (document: DocumentAnswer, placement: Placement) => void;
  hide: (document: DocumentAnswer, on: boolean) => void;
  /** Asks the server anew about these: what it told, and what the signer confirmed, no longer holds. */
  forget: (ids: readonly string[]) => void;
  /** Gives the others the place that `document` has, each on its own pages. */
  spread: (document: DocumentAnswer, others: readonly DocumentAnswer[]) => Promise<Spread>;
}

interface Told {
  /** For which bytes and which place. */
  key: string;
  checksum: string;
  place: KnownPlace;
}

export function usePlaces(
  documents: readonly DocumentAnswer[],
  desk: Desk,
  dispatch: Dispatch<DeskAction>,
): Places {
  const [told, setTold] = useState<ReadonlyMap<string, Told>>(new Map());
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const fieldOf = ({ id, checksum }: DocumentAnswer) => {
    const known = told.get(id);
    return known?.checksum === checksum && known.place.status === 'field' ? known.place.placement : undefined;
  };
  const placementOf = (document: DocumentAnswer) =>
    fieldOf(document) ?? desk.places.get(document.id) ?? wantedPlacement(document, desk.wanted);
  const isPlaced = (document: DocumentAnswer) =>
    desk.visible && canSign(desk, document) && !desk.invisible.has(document.id);
  const of = (document: DocumentAnswer) => {
    const known = told.get(document.id);
    const same = known?.key === keyOf(document, placementOf(document));
    return same && isPlaced(document) ? known.place : undefined;
  };
  const isConfirmed = (document: DocumentAnswer) =>
    seen.get(document.id) === keyOf(document, placementOf(document));
  const note = (more: readonly Answered[]) =>
    setTold(
      (known) =>
        new Map([
          ...known,
          ...more.map(([document, place, at]): [string, Told] => [
            document.id,
            { key: keyOf(document, at), checksum: document.checksum, place },
          ]),
        ]),
    );

  // Answers come later: they are weighed against the desk as it is by then.
  const current = useRef(desk);
  current.current = desk;

  const isAsked = (document: DocumentAnswer) => isPlaced(document) && !of(document);
  const isWorthAsking = (document: DocumentAnswer) =>
    isAsked(document) || of(document)?.unanswered !== undefined;
  // What got no answer is asked for again, but not before something else is to be asked for.
  const waiting = documents
    .filter(documents.some(isAsked) ? isWorthAsking : () => false)
    .sort((one, other) => Number(isAsked(other)) - Number(isAsked(one)))
    .slice(0, mostAtOnce)
    .map(
      (document): Wanted => ({
        ...{ document, placement: placementOf(document) },
        isChosen: desk.own.has(document.id),
      }),
    );
  const wantedKeys = new Map(
    documents.filter(isPlaced).map((document) => [document.id, keyOf(document, placementOf(document))]),
  );
  const question = [...wantedKeys.values(), ...waiting.map(({ document }) => document.id)].join();

  const onAnswers = (answers: readonly Answered[]) => {
    const proposed = new Map<string, Placement>();
    const replies = answers.map(([document, place, placement]): Answered => {
      // A document's own field is its place whatever was chosen; else nothing is moved where the signer chose.
      if (place.status === 'field') return [document, place, place.placement];
      if (current.current.own.has(document.id)) return [document, place, placement];
      if (!place.unanswered) proposed.set(document.id, place.placement);
      return [document, freed(place), place.placement];
    });
    note(replies);
    dispatch({ do: 'places', places: proposed, own: false });
  };
  const [questions] = useState(() => placeQuestions(onAnswers));

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when other places are wanted
  useEffect(() => {
    questions.keep((id) => wantedKeys.get(id));
    if (waiting.length === 0) return;
    const timer = setTimeout(() => questions.ask(waiting), told.size === 0 ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [question]);
  useEffect(() => () => questions.keep(() => undefined), [questions]);

  const spread = async (from: DocumentAnswer, others: readonly DocumentAnswer[]): Promise<Spread> => {
    const place = placeFrom(placementOf(from), from);
    const wanted = others.map((document): Wanted => ({ document, placement: placeOn(place, document) }));
    const outcome = { documents: 0, moved: 0, covering: 0 };
    let isTouched = false;
    for (let at = 0; at < wanted.length; at += mostAtOnce) {
      const some = wanted.slice(at, at + mostAtOnce);
      const answers = await answersTo(some, new AbortController().signal);
      // What the signer decided while the server was asked is newer than this.
      const movable = answers.filter(([, { status }]) => status !== 'field');
      const open = movable.filter(([{ id }]) => !isPlaceDecided(id, desk, current.current));
      if (open.length < movable.length) isTouched = true;
      outcome.documents += open.length;
      outcome.moved += open.filter(([, { status }]) => status === 'moved').length;
      outcome.covering += open.filter(([, { status }]) => status !== 'moved' && status !== 'free').length;
      note(open.map(([document, answer]): Answered => [document, freed(answer), answer.placement]));
      const places = new Map(open.map(([{ id }, answer]) => [id, answer.placement]));
      dispatch({ do: 'places', places, own: true });
    }
    // The place that is remembered is the one that was touched last.
    if (!isTouched) dispatch({ do: 'touch', id: from.id });
    return outcome;
  };

  return {
    of,
    isOpen: (document) => isCovering(of(document)) && !isConfirmed(document),
    isAsked,
    confirmed: documents
      .filter((document) => isPlaced(document) && isConfirmed(document))
      .map(({ id }) => id),
    invisible: desk.invisible,
    placementOf,
    isFixed: (document) => fieldOf(document) !== undefined,
    confirm: (document) =>
      setSeen((known) => new Map(known).set(document.id, keyOf(document, placementOf(document)))),
    // Free, but no place that the signer would want everywhere.
    put: ({ id }, placement) => dispatch({ do: 'place', id, placement, own: false }),
    hide: ({ id }, on) => dispatch({ do: 'hide', id, on }),
    forget: (ids) => {
      setTold((known) => without(known, ids));
      setSeen((known) => without(known, ids));
    },
    spread,
  };
}

const without = <T>(known: ReadonlyMap<string, T>, ids: readonly string[]): ReadonlyMap<string, T> =>
  new Map([...known].filter(([id]) => !ids.includes(id)));

/** Once its signature stands where nothing is in the way. */
const freed = (place: KnownPlace): KnownPlace =>
  place.status === 'moved' ? { ...place, status: 'free', opaque: true } : place;

/** Whether a signature there covers something, or may. */
export const isCovering = (place: KnownPlace | undefined): boolean =>
  place !== undefined && place.status !== 'free' && place.status !== 'field';

/**
 * Whether the signature has its ground at the place where it now stands (ADR 29): as the server told; until it has, the
 * signature is taken to have none where it covers something on a document that others signed.
 */
export const isOpaqueAt = (
  { signatures }: DocumentAnswer,
  place: KnownPlace | undefined,
  covers: boolean,
): boolean => (place && !place.unanswered ? place.opaque : !(covers && signatures.length > 0));
