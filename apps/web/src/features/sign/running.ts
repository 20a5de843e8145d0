import { limits } from '@websign/contract';

/** A sign request that runs on the server, remembered in this tab so that a reload finds its end (never secrets). */
export interface Running {
  /** The id of `GET /api/signings/{id}`. */
  signing: string;
  documents: string[];
}

const key = 'signing';

export function keepRunning(running: Running): void {
  sessionStorage.setItem(key, JSON.stringify(running));
}

export function forgetRunning(): void {
  sessionStorage.removeItem(key);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200;

/** What {@link keepRunning} kept; null without it, or when it is not what we wrote. */
export function readRunning(): Running | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  try {
    const { signing, documents } = JSON.parse(text) as Partial<Running>;
    if (!isText(signing) || !Array.isArray(documents)) return null;
    return documents.length <= limits.documentsPerSigning && documents.every(isText)
      ? { signing, documents }
      : null;
  } catch {
    return null;
  }
}
