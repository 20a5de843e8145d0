import {
  type DocumentAnswer,
  type ErrorCode,
  type Placement,
  type Preferences,
  placeFrom,
  type RememberedPlace,
  type SignedDocument,
} from '@websign/contract';

/** What the visible signature says beside the name, and whether there is one. */
export interface Said {
  /** Whether the signatures will be seen on their pages: one decision for all that one code signs (SGN-2). */
  visible: boolean;
  reason: string;
  title: string;
}

/** What the signer has decided on this screen; never a password or a code. */
export interface Desk extends Said {
  /** Where the signer's last signature stood: wanted on every document; null: the default place. */
  wanted: RememberedPlace | null;
  /** Places that the signer has seen or chosen, of signed documents too; the others get the server's default. */
  places: ReadonlyMap<string, Placement>;
  /** Documents whose place the signer chose, the one that was touched last at the end. */
  own: ReadonlySet<string>;
  /** Documents whose signature is not seen, although the others' are. */
  invisible: ReadonlySet<string>;
  /** Ticked or unticked by hand; the others follow their state. */
  ticks: ReadonlyMap<string, boolean>;
  /** Signed documents that shall get one more signature. */
  again: ReadonlySet<string>;
  /** Why the last attempt left a document unsigned. */
  failures: ReadonlyMap<string, ErrorCode>;
}

export type DeskAction =
  /** `own`: by the signer; otherwise the place that the screen proposes. */
  | { do: 'place'; id: string; placement: Placement; own: boolean }
  /** The same of several. Where the signer chose a place, the signature is to be seen. */
  | { do: 'places'; places: ReadonlyMap<string, Placement>; own: boolean }
  /** The signer chose the place where it stands. */
  | { do: 'touch'; id: string }
  | { do: 'hide'; id: string; on: boolean }
  | { do: 'say'; said: Partial<Said> }
  | { do: 'tick'; ids: readonly string[]; on: boolean }
  | { do: 'again'; id: string }
  /** Where the signature is wanted from now on, on documents that were not shown yet. */
  | { do: 'want'; place: RememberedPlace | null }
  | { do: 'settled'; outcomes: readonly SignedDocument[] }
  /** As it was before anything was decided. */
  | { do: 'restart'; desk: Desk };

export const emptyDesk: Desk = {
  visible: true,
  reason: '',
  title: '',
  wanted: null,
  places: new Map(),
  own: new Set(),
  invisible: new Set(),
  ticks: new Map(),
  again: new Set(),
  failures: new Map(),
};

export function reduceDesk(desk: Desk, action: DeskAction): Desk {
  switch (action.do) {
    case 'place': {
      const { id, placement, own } = action;
      return {
        ...desk,
        places: new Map(desk.places).set(id, placement),
        own: own ? lastOf(desk.own, id) : desk.own,
      };
    }
    case 'places': {
      const { places, own } = action;
      const all = new Map([...desk.places, ...places]);
      if (!own) return { ...desk, places: all };
      return {
        ...desk,
        places: all,
        own: [...places.keys()].reduce(lastOf, desk.own),
        invisible: new Set([...desk.invisible].filter((id) => !places.has(id))),
      };
    }
    case 'touch':
      return { ...desk, own: lastOf(desk.own, action.id) };
    case 'hide': {
      const others = [...desk.invisible].filter((id) => id !== action.id);
      return { ...desk, invisible: new Set(action.on ? [...others, action.id] : others) };
    }
    case 'say':
      return { ...desk, ...action.said };
    case 'tick':
      return {
        ...desk,
        ticks: new Map([...desk.ticks, ...action.ids.map((id): [string, boolean] => [id, action.on])]),
      };
    case 'again':
      return {
        ...without(desk, new Set([action.id])),
        again: new Set(desk.again).add(action.id),
        ticks: new Map(desk.ticks).set(action.id, true),
      };
    case 'want':
      return { ...desk, wanted: action.place };
    case 'settled':
      return settled(desk, action.outcomes);
    case 'restart':
      return action.desk;
  }
}

/** `id` at the end of `ids`. */
const lastOf = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set([...ids].filter((other) => other !== id)).add(id);

/** The desk without what was decided for some documents. */
function without(desk: Desk, gone: ReadonlySet<string>): Desk {
  const left = <V>(entries: ReadonlyMap<string, V>) => new Map([...entries].filter(([id]) => !gone.has(id)));
  const kept = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !gone.has(id)));
  return {
    ...desk,
    places: left(desk.places),
    own: kept(desk.own),
    invisible: kept(desk.invisible),
    ticks: left(desk.ticks),
    again: kept(desk.again),
    failures: left(desk.failures),
  };
}

function settled(desk: Desk, outcomes: readonly SignedDocument[]): Desk {
  const ids = (status: SignedDocument['status']) =>
    outcomes.filter((outcome) => outcome.status === status).map(({ document }) => document);
  const left = without(desk, new Set(ids('success')));
  const failed = outcomes.flatMap(({ document, status, code }): [string, ErrorCode][] =>
    status === 'error' ? [[document, code ?? 'internal']] : [],
  );
  return { ...left, failures: new Map([...left.failures, ...failed]) };
}

/** Whether the signer has decided something about the place of document `id` between two states of the desk. */
export function isPlaceDecided(id: string, before: Desk, after: Desk): boolean {
  if (before.invisible.has(id) !== after.invisible.has(id)) return true;
  return after.own.has(id) && after.places.get(id) !== before.places.get(id);
}

/** SGN-11: the desk of a signer of whom this is remembered. */
export function deskOf(remembered: Preferences | null): Desk {
  if (!remembered) return emptyDesk;
  const { visible, reason, title, place } = remembered;
  return { ...emptyDesk, visible, reason, title, wanted: place };
}

/**
 * SGN-11: what is to be remembered when `signed` are signed from this desk. The place is the last that the signer chose
 * by hand; where the screen chose, what was wanted before stays.
 */
export function preferencesOf(desk: Desk, signed: readonly DocumentAnswer[]): Preferences {
  const last = [...desk.own].findLast((id) => signed.some((document) => document.id === id));
  const document = signed.find(({ id }) => id === last);
  const placement = document && desk.places.get(document.id);
  return {
    visible: desk.visible,
    title: desk.title.trim(),
    reason: desk.reason.trim(),
    place: desk.visible && placement ? placeFrom(placement, document) : desk.wanted,
  };
}

/** Whether a document may be signed now: unsigned ones, and signed ones that were asked for again. */
export function canSign(desk: Desk, document: DocumentAnswer): boolean {
  return document.state === 'ready' || (document.state === 'signed' && desk.again.has(document.id));
}

/** The documents that one code will sign; those that can be are ticked until the signer unticks them. */
export function chosenDocuments(desk: Desk, documents: DocumentAnswer[]): DocumentAnswer[] {
  return documents.filter((document) => canSign(desk, document) && (desk.ticks.get(document.id) ?? true));
}

/** The next document that waits for a signature: after this one, else from the beginning. */
export function nextOf(document: DocumentAnswer, documents: DocumentAnswer[]): DocumentAnswer | undefined {
  const here = documents.findIndex(({ id }) => id === document.id);
  const turned = [...documents.slice(here + 1), ...documents.slice(0, Math.max(0, here))];
  return turned.find(({ id, state }) => state === 'ready' && id !== document.id);
}
