import type { DocumentAnswer, Placement } from '@websign/contract';

/** What the signer has decided on this screen. */
export interface Desk {
  /** Whether the signatures will be seen on their pages: one decision for all that one code signs (SGN-2). */
  visible: boolean;
  /** Places that the signer has seen or chosen, of signed documents too; the others get the server's default. */
  places: ReadonlyMap<string, Placement>;
  /** Ticked or unticked by hand; the others follow their state. */
  ticks: ReadonlyMap<string, boolean>;
  /** Signed documents that shall get one more signature. */
  again: ReadonlySet<string>;
}

export type DeskAction =
  | { do: 'place'; id: string; placement: Placement }
  | { do: 'show'; visible: boolean }
  | { do: 'tick'; id: string; on: boolean }
  | { do: 'again'; id: string }
  | { do: 'signed'; ids: string[] };

export const emptyDesk: Desk = { visible: true, places: new Map(), ticks: new Map(), again: new Set() };

export function reduceDesk(desk: Desk, action: DeskAction): Desk {
  switch (action.do) {
    case 'place':
      return { ...desk, places: new Map(desk.places).set(action.id, action.placement) };
    case 'show':
      return { ...desk, visible: action.visible };
    case 'tick':
      return { ...desk, ticks: new Map(desk.ticks).set(action.id, action.on) };
    case 'again':
      return {
        ...desk,
        places: new Map([...desk.places].filter(([id]) => id !== action.id)),
        again: new Set(desk.again).add(action.id),
        ticks: new Map(desk.ticks).set(action.id, true),
      };
    case 'signed': {
      const gone = new Set(action.ids);
      const without = <V>(entries: ReadonlyMap<string, V>) =>
        new Map([...entries].filter(([id]) => !gone.has(id)));
      return {
        ...desk,
        ticks: without(desk.ticks),
        again: new Set([...desk.again].filter((id) => !gone.has(id))),
      };
    }
  }
}

/** Whether a document may be signed now: unsigned ones, and signed ones that were asked for again. */
export function canSign(desk: Desk, document: DocumentAnswer): boolean {
  return document.state === 'ready' || (document.state === 'signed' && desk.again.has(document.id));
}

/** The documents that one code will sign; those that can be are ticked until the signer unticks them. */
export function chosenDocuments(desk: Desk, documents: DocumentAnswer[]): DocumentAnswer[] {
  return documents.filter((document) => canSign(desk, document) && (desk.ticks.get(document.id) ?? true));
}
