import type { DocumentAnswer, FreePlace, OccupiedCause, Placement } from '@websign/contract';
import { askFreePlaces, type Wanted } from '../../common/api/places.ts';

/** As long as an answer is waited for, with all tries. */
const patienceMs = 60_000;

/** What is known of a place. */
export interface KnownPlace extends Omit<FreePlace, 'cause'> {
  cause: OccupiedCause | null;
  /** The server gave no answer, or was busy: with the status `unknown`, although it may well be able to read the page. */
  unanswered?: true;
}

/** A document, what is known of a place of it, and that place. */
export type Answered = [DocumentAnswer, KnownPlace, Placement];

/** A place of certain bytes: another place, or other bytes, are another question. */
export const keyOf = ({ checksum }: DocumentAnswer, { page, x, y, width, height }: Placement): string =>
  [checksum, page, x, y, width, height].join(' ');

/** The questions about places that the server has not answered yet, at most one for each document. */
export interface PlaceQuestions {
  /** Asks about those that are not being asked about yet; those that are go on undisturbed. */
  ask: (wanted: readonly Wanted[]) => void;
  /** Forgets the questions whose place is no longer wanted: `wantedKey` names the place that now is, if any. */
  keep: (wantedKey: (id: string) => string | undefined) => void;
}

/** Answers are handed on as they come: the slowest document of a call does not withhold the others. */
export function placeQuestions(onAnswers: (answers: readonly Answered[]) => void): PlaceQuestions {
  const open = new Map<string, { key: string; asking: AbortController }>();

  const begin = async (wanted: readonly Wanted[]) => {
    const asking = new AbortController();
    for (const { document, placement } of wanted)
      open.set(document.id, { key: keyOf(document, placement), asking });
    const isOpen = ({ document }: Wanted) => open.get(document.id)?.asking === asking;
    await answersTo(wanted, asking.signal, {
      isOpen,
      onAnswers: (answers) => {
        const current = answers.filter(([document]) => open.get(document.id)?.asking === asking);
        for (const [{ id }] of current) open.delete(id);
        if (current.length > 0) onAnswers(current);
      },
    });
  };

  return {
    ask: (wanted) => {
      const fresh = wanted.filter(
        ({ document, placement }) => open.get(document.id)?.key !== keyOf(document, placement),
      );
      if (fresh.length > 0) void begin(fresh);
    },
    keep: (wantedKey) => {
      const left = [...open].filter(([id, { key }]) => wantedKey(id) !== key);
      for (const [id] of left) open.delete(id);
      const busy = new Set([...open.values()].map(({ asking }) => asking));
      for (const [, { asking }] of left) if (!busy.has(asking)) asking.abort();
    },
  };
}

interface Listener {
  /** Whether the answer is still waited for. */
  isOpen: (wanted: Wanted) => boolean;
  /** Hears of each place once, as soon as all is known of it that will be. */
  onAnswers: (answers: readonly Answered[]) => void;
}

const everything: Listener = { isOpen: () => true, onAnswers: () => {} };

/** What the server tells of each place that is wanted, or that it tells nothing: no failure of the desk. */
export async function answersTo(
  wanted: readonly Wanted[],
  signal: AbortSignal,
  { isOpen, onAnswers }: Listener = everything,
): Promise<Answered[]> {
  const patient = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const byId = new Map(wanted.map((one) => [one.document.id, one]));
  const replies = new Map<string, Answered>();
  const hear = (answers: readonly Answered[]) => {
    for (const answer of answers) replies.set(answer[0].id, answer);
    onAnswers(answers);
  };
  const onTold = (places: readonly FreePlace[]) =>
    hear(
      places.flatMap((place): Answered[] => {
        const one = byId.get(place.document);
        return one ? [[one.document, answeredPlace(place), one.placement]] : [];
      }),
    );
  await askFreePlaces(wanted, patient, { isOpen, onTold }).catch((error: unknown) => {
    if (!signal.aborted) console.warn('what the signatures cover is not known', error);
  });
  const unanswered = wanted
    .filter(({ document }) => !replies.has(document.id))
    .map(({ document, placement }): Answered => [document, unansweredPlace(document, placement), placement]);
  if (unanswered.length > 0) hear(unanswered);
  return [...replies.values()];
}

/** What a busy server could not tell, after all patience, is as good as no answer. */
const answeredPlace = ({ cause, ...place }: FreePlace): KnownPlace =>
  cause === 'busy'
    ? { ...place, cause: null, ...(place.status === 'unknown' ? { unanswered: true } : {}) }
    : { ...place, cause };

const unansweredPlace = ({ id }: DocumentAnswer, placement: Placement): KnownPlace => ({
  ...{ document: id, status: 'unknown', placement, opaque: false, cause: null },
  ...{ smaller: null, otherPage: null, unanswered: true },
});
