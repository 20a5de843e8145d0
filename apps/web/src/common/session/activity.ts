/** When the server last heard of this session and answered well, in milliseconds since 1970. */
let lastContact = Date.now();
/** The last that this tab had itself; before the first it knows of none. */
let ownContact: number | null = null;
const listeners = new Set<(at: number) => void>();

export function noteContact(): void {
  lastContact = Date.now();
  ownContact = lastContact;
  for (const listener of listeners) listener(lastContact);
}

/** Another tab's contact for the same session counts as much; a time to come counts as now. */
export function noteContactElsewhere(at: number): void {
  lastContact = Math.max(lastContact, Math.min(at, Date.now()));
}

export function lastContactAt(): number {
  return lastContact;
}

/** Calls `listener` with the time of each contact that this tab has, the last one included; gives back how to stop. */
export function onContact(listener: (at: number) => void): () => void {
  listeners.add(listener);
  if (ownContact !== null) listener(ownContact);
  return () => listeners.delete(listener);
}
