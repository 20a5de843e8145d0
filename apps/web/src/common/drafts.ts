/**
 * Work that is not finished, kept in this browser so that it outlives a reload and a lost session: for a signer
 * (named by the serial number of the certificate) and a group, bounded in size, number and age. Never credentials.
 */

const prefix = 'draft:';
/** As long as an upload is kept by default; what is older belongs to nobody any more. */
const longestMs = 24 * 60 * 60 * 1000;
const mostGroups = 8;
const mostCharacters = 256 * 1024;

interface Kept {
  at: number;
  draft: unknown;
}
type Shelf = Record<string, Kept>;

const keyOf = (serial: string) => `${prefix}${serial}`;

/** What is readable and not too old; anything else, torn or foreign, counts as not there. */
function readShelf(serial: string, now: number): [string, Kept][] {
  const text = localStorage.getItem(keyOf(serial));
  if (text === null || text.length > mostCharacters) return [];
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return [];
  }
  if (typeof found !== 'object' || found === null) return [];
  return Object.entries(found as Partial<Shelf>).flatMap(([group, entry]): [string, Kept][] => {
    const at = entry?.at;
    const fresh = typeof at === 'number' && at <= now && now - at <= longestMs;
    return entry && fresh ? [[group, { at, draft: entry.draft }]] : [];
  });
}

function writeShelf(serial: string, entries: [string, Kept][]): void {
  const newest = entries.toSorted(([, a], [, b]) => b.at - a.at).slice(0, mostGroups);
  for (let count = newest.length; count > 0; count -= 1) {
    const text = JSON.stringify(Object.fromEntries(newest.slice(0, count)));
    if (text.length > mostCharacters) continue;
    try {
      localStorage.setItem(keyOf(serial), text);
      return;
    } catch (error) {
      // A full or forbidden storage costs the convenience, not the work that is on the screen.
      console.warn('the draft is not kept', error);
      break;
    }
  }
  localStorage.removeItem(keyOf(serial));
}

/** The unfinished work of a signer on a group, as it was written, for the reader to judge; undefined without one. */
export function readDraft(serial: string, group: string, now: number): unknown {
  return readShelf(serial, now).find(([name]) => name === group)?.[1].draft;
}

/** Keeps `draft` (plain data) in place of the one that was there; null forgets it. */
export function writeDraft(serial: string, group: string, draft: unknown, now: number): void {
  const others = readShelf(serial, now).filter(([name]) => name !== group);
  writeShelf(serial, draft === null ? others : [[group, { at: now, draft }], ...others]);
}

/** Forgets everybody's: whoever signs out leaves nothing on a shared computer. */
export function forgetDrafts(): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
  for (const key of keys) if (key?.startsWith(prefix)) localStorage.removeItem(key);
}
