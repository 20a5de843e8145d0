import type { DocumentAnswer } from '@websign/contract';
import { useEffect, useRef, useState } from 'react';
import { keyOf } from './placeQuestions.ts';
import type { BoxProps } from './useSignBox.ts';

interface SeenPlaces {
  /** The desk's only document is on the screen behind the box, and all was known of its place when the box was opened. */
  isBehind: boolean;
  /** Of these documents those whose place, as the signer has seen it, was exchanged for another since. */
  movedOf: (documents: readonly DocumentAnswer[]) => string[];
  /** The signer sees where the signatures of these documents now stand. */
  note: (documents: readonly DocumentAnswer[]) => void;
}

/** Which places the signer has seen: nobody signs over what the server told behind the open box (SGN-13). */
export function useSeenPlaces(
  {
    documents,
    inGroup,
    shown,
    said,
    spots,
  }: Pick<BoxProps, 'documents' | 'inGroup' | 'shown' | 'said' | 'spots'>,
  isAsking: boolean,
): SeenPlaces {
  const [only] = documents;
  const isOnScreen = !inGroup && only?.id === shown;
  const [isBehind, setBehind] = useState(isOnScreen && said.visible && !isAsking);
  useEffect(() => {
    if (isAsking) setBehind(false);
  }, [isAsking]);
  const keyNow = (document: DocumentAnswer) =>
    spots.invisible.has(document.id) ? '' : keyOf(document, spots.placementOf(document));
  const entriesOf = (some: readonly DocumentAnswer[]) =>
    some.map((document): [string, string] => [document.id, keyNow(document)]);
  const seen = useRef<Map<string, string> | null>(null);
  seen.current ??= new Map(entriesOf(documents.filter(({ id }) => id === shown)));
  const keys = seen.current;
  return {
    isBehind,
    movedOf: (some) => entriesOf(some).flatMap(([id, key]) => ((keys.get(id) ?? key) === key ? [] : [id])),
    note: (some) => {
      for (const [id, key] of entriesOf(some)) keys.set(id, key);
    },
  };
}
