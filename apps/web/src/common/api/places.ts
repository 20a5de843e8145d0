import { queryOptions } from '@tanstack/react-query';
import {
  api,
  type DocumentAnswer,
  type FreePlace,
  type FreePlacesAnswer,
  type OccupiedAnswer,
  type Placement,
} from '@websign/contract';
import { call } from './call.ts';
import { CallError, canTryAgain } from './error.ts';

export interface Wanted {
  document: DocumentAnswer;
  placement: Placement;
  /** The signer chose the place: the signature stays there whatever it covers. */
  isChosen?: boolean;
}

/** Pauses between the tries, in milliseconds; a server that names a longer one is waited for, but not for ever. */
const pausesMs = [500, 2000];
const longestPauseMs = 5000;
/** The same before places are asked for again that a busy server could not tell of: its queue takes a while. */
const busyPausesMs = [1000, 2000, 4000, 5000, 5000, 5000];

/** Whether the server may answer a little later: it also tells who asks too much at once to come again. */
const isLater = (error: unknown): error is CallError =>
  error instanceof CallError && (canTryAgain(error) || error.status === 429);

const pauseAfter = (error: unknown, pauseMs: number) =>
  Math.min(Math.max(pauseMs, ((error instanceof CallError && error.retryAfter) || 0) * 1000), longestPauseMs);

interface Listener {
  /** Whether the answer is still waited for: else nothing more is asked of that place. */
  isOpen?: (wanted: Wanted) => boolean;
  /** Hears of each place once: as soon as all is told of it, or at the end. */
  onTold?: (places: readonly FreePlace[]) => void;
}

/**
 * What the server tells of these places, in their order (SGN-12). Asks again where it is busy or out of reach; throws
 * when there is no answer after that. What it could still not tell, being busy, has the cause `busy`.
 */
export async function askFreePlaces(
  wanted: readonly Wanted[],
  signal: AbortSignal,
  { isOpen = () => true, onTold = () => {} }: Listener = {},
): Promise<readonly FreePlace[]> {
  const told = new Map<string, FreePlace>();
  const hear = (places: readonly FreePlace[]) => {
    for (const place of places) told.set(place.document, place);
  };
  const isBusy = ({ document, isChosen = false }: Wanted) => isMoreToTell(told.get(document.id), isChosen);
  const tell = (some: readonly Wanted[]) => {
    const places = placesOf(some, told);
    if (places.length > 0) onTold(places);
  };
  hear(await ask(wanted, signal));
  let busy = wanted.filter(isBusy);
  tell(wanted.filter((one) => !isBusy(one)));
  for (const pauseMs of busyPausesMs) {
    const asked = busy.length === 0 ? null : await askAgain(busy, isOpen, pauseMs, signal);
    // What is known by now is not lost with the rest.
    if (!asked) break;
    hear(asked);
    tell(busy.filter((one) => !isBusy(one)));
    busy = busy.filter(isBusy);
  }
  tell(busy);
  return placesOf(wanted, told);
}

const placesOf = (wanted: readonly Wanted[], told: ReadonlyMap<string, FreePlace>): FreePlace[] =>
  wanted.flatMap(({ document }) => told.get(document.id) ?? []);

/** Null where no answer came, or nobody waits for one any more. */
async function askAgain(
  busy: readonly Wanted[],
  isOpen: (wanted: Wanted) => boolean,
  pauseMs: number,
  signal: AbortSignal,
): Promise<readonly FreePlace[] | null> {
  try {
    await pause(pauseMs, signal);
    const open = busy.filter(isOpen);
    return open.length === 0 ? null : await ask(open, signal);
  } catch (error) {
    if (!isLeft(signal)) console.warn('places were not told again', error);
    return null;
  }
}

/** Whether nobody waits any more: no failure, unlike an answer that came too late. */
const isLeft = ({ reason }: AbortSignal): boolean =>
  reason instanceof DOMException && reason.name === 'AbortError';

/** Whether more is to be told: of a place that the signature leaves for a free one, nothing is. */
const isMoreToTell = (place: FreePlace | undefined, isChosen: boolean): boolean =>
  place?.cause === 'busy' && (place.status !== 'moved' || isChosen);

async function ask(wanted: readonly Wanted[], signal: AbortSignal): Promise<readonly FreePlace[]> {
  const places = wanted.map(({ document: { id }, placement }) => ({ document: id, placement }));
  for (let tries = 0; ; tries += 1) {
    try {
      const options = { method: 'POST', body: { places }, signal } as const;
      return (await call<FreePlacesAnswer>(api.freePlaces, options)).places;
    } catch (error) {
      const pauseMs = pausesMs[tries];
      if (pauseMs === undefined || !isLater(error)) throw error;
      await pause(pauseAfter(error, pauseMs), signal);
    }
  }
}

/** What is taken on a page of the document as it now stands (SGN-12); asked for again where the server is busy. */
export const occupiedQuery = (id: string, checksum: string, page: number) =>
  queryOptions({
    queryKey: ['occupied', id, checksum, page],
    queryFn: ({ signal }) => call<OccupiedAnswer>(`${api.occupied(id)}?page=${page}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (tries, error) => isLater(error) && tries < busyPausesMs.length,
    retryDelay: (tries, error) => pauseAfter(error, busyPausesMs[tries] ?? longestPauseMs),
  });

/** Waits; throws as soon as nobody waits any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
