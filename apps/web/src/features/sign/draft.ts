import { type DocumentAnswer, limits, type Placement } from '@websign/contract';
import { canSign, type Desk } from './desk.ts';
import { keepInside, pageBox } from './placement.ts';

/** What is kept of one document, for the bytes that the signer saw. */
interface Entry {
  checksum: string;
  place?: Placement;
  tick?: boolean;
  again?: true;
  /** Its signature is not seen, although the others' are. */
  invisible?: true;
}

/** An unfinished desk as it is kept for one group: plain data, no credentials. */
export interface Draft {
  visible: boolean;
  reason: string;
  title: string;
  documents: Record<string, Entry>;
}

function entryOf(desk: Desk, { id, checksum, state }: DocumentAnswer): Entry | null {
  const place = desk.own.has(id) ? desk.places.get(id) : undefined;
  const tick = desk.ticks.get(id);
  const again = state === 'signed' && desk.again.has(id);
  const invisible = desk.invisible.has(id);
  if (!place && tick === undefined && !again && !invisible) return null;
  return {
    checksum,
    ...(place ? { place } : {}),
    ...(tick === undefined ? {} : { tick }),
    ...(again ? { again } : {}),
    ...(invisible ? { invisible } : {}),
  };
}

/**
 * What is worth keeping of `desk`, which was `begun` before anything was decided; null when nothing was, or nothing is
 * left to sign.
 */
export function draftOf(desk: Desk, begun: Desk, documents: readonly DocumentAnswer[]): Draft | null {
  const open = documents.filter((document) => canSign(desk, document));
  if (open.length === 0) return null;
  const entries = open.flatMap((document): [string, Entry][] => {
    const entry = entryOf(desk, document);
    return entry ? [[document.id, entry]] : [];
  });
  const { visible, reason, title } = desk;
  const same = visible === begun.visible && reason === begun.reason && title === begun.title;
  if (entries.length === 0 && same) return null;
  return { visible, reason, title, documents: Object.fromEntries(entries) };
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown, most: number) =>
  typeof value === 'string' && value.length <= most ? value : '';

/** A kept place, inside its page whatever was in the storage (SGN-3); null when it is none. */
function placeOf(value: unknown, document: DocumentAnswer): Placement | null {
  if (!isFields(value)) return null;
  const { page, x, y, width, height } = value;
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 1 || page > document.pages) return null;
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  if (typeof width !== 'number' || typeof height !== 'number') return null;
  if (![x, y, width, height].every(Number.isFinite) || width <= 0 || height <= 0) return null;
  return keepInside({ page, x, y, width, height }, pageBox(document, page));
}

/**
 * The desk as it was `kept`, for the documents as they now are. Left out is what belongs to other bytes or to other
 * documents, and what this application did not write. What was not kept is as the desk has `begun`. Null when nothing
 * of it holds.
 */
export function deskFrom(kept: unknown, begun: Desk, documents: readonly DocumentAnswer[]): Desk | null {
  if (!isFields(kept) || !isFields(kept.documents)) return null;
  const places = new Map<string, Placement>();
  const ticks = new Map<string, boolean>();
  const again = new Set<string>();
  const invisible = new Set<string>();
  for (const document of documents) {
    const entry = Object.hasOwn(kept.documents, document.id) ? kept.documents[document.id] : undefined;
    if (!isFields(entry) || entry.checksum !== document.checksum) continue;
    if (entry.again === true && document.state === 'signed') again.add(document.id);
    else if (document.state !== 'ready') continue;
    const place = placeOf(entry.place, document);
    if (place) places.set(document.id, place);
    if (typeof entry.tick === 'boolean') ticks.set(document.id, entry.tick);
    if (entry.invisible === true) invisible.add(document.id);
  }
  const said = {
    visible: kept.visible !== false,
    reason: textOf(kept.reason, limits.reasonLength),
    title: textOf(kept.title, limits.titleLength),
  };
  const desk = { ...begun, ...said, places, own: new Set(places.keys()), ticks, again, invisible };
  return draftOf(desk, begun, documents) ? desk : null;
}
