/** What a call is about; each call takes those that it has a place for. */
export interface Ids {
  /** Accepted, not signed. */
  document: string;
  signed: string;
  group: string;
  signing: string;
}

/** Who asks, and what only they know. */
export interface Asker {
  sessionId: string;
  username: string;
  password: string;
  otp(): string;
}

export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** JSON unless it is a form. */
  body?: unknown;
}

/** A status and a code; of a success the status alone. */
export type Expected = readonly [number, (string | undefined)?];

export interface Call {
  /** Where the session is told, and whether the call needs one. */
  session: 'header' | 'header if any' | 'query' | 'form' | 'none';
  ask(ids: Ids, asker: Asker): Asked;
  /** What the owner is answered while everything is kept. */
  own: Expected;
  /** What a stranger is answered: a call without a session says what it is. */
  stranger?: Expected;
  /** Further requests that name ids in other places. */
  alsoNaming?(named: Ids, own: Ids, asker: Asker): Asked[];
  /** Where ids go: with another's, or with unknown ones, all of these answer 404. */
  names?: 'path' | 'body';
  /** What the owner is answered when the documents are no longer kept. */
  expired?: Expected;
  /** Requests that are not of the call's form, and their answer where it is not 400 `bad_request`. */
  malformed?(ids: Ids, asker: Asker): (Asked | readonly [Asked, Expected])[];
}

export const get = (path: string): Asked => ({ method: 'GET', path });
export const post = (path: string, body?: unknown): Asked => ({ method: 'POST', path, body });
export const put = (path: string, body: unknown): Asked => ({ method: 'PUT', path, body });
export const queries = (path: string, ...all: string[]) => all.map((query) => get(`${path}?${query}`));
export const bodies = (path: string, good: object, ...parts: object[]) =>
  parts.map((part) => post(path, { ...good, ...part }));

export function uploadForm(fields: [string, string][], file = 'document'): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  if (file !== '') form.append(file, new Blob(['%PDF-x'], { type: 'application/pdf' }), 'a.pdf');
  return form;
}

/** On every first page. */
export const placement = { page: 1, x: 10, y: 10, width: 200, height: 60 };
/** Of nobody. */
export const wrong = 'Wr0ng!password';
/** Longer than names, titles, reasons and passwords may be. */
export const long = 'x'.repeat(300);
