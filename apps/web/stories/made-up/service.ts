import { type DocumentAnswer, documentId, type SignAnswer, type SignedDocument } from '@websign/contract';
import { type Answers, type Asked, Refused, type Reply } from '../world/answers.ts';
import { placesWith } from './always.ts';
import { groupOf, signedOf } from './documents.ts';
import { letter } from './papers.ts';

const signingId = 'story-signing';

/** The documents that a sign request names. */
const named = ({ body }: Asked): string[] =>
  ((body as { documents?: unknown[] } | null)?.documents ?? []).map((id) => documentId.parse(id));

/** How a signing ends: each document's outcome by its number in the request, from 0. */
export type End = (document: string, at: number) => SignedDocument;

export const success: End = (document) => ({ document, status: 'success' });

/**
 * A service with these documents. It takes every sign request and signs what `end` says; what it has signed it shows as
 * signed from then on.
 */
export function serviceWith(
  documents: DocumentAnswer[],
  { end = success, file = letter, away = false }: { end?: End; file?: Blob; away?: boolean } = {},
): Answers {
  const now = new Map(documents.map((document) => [document.id, document]));
  let outcomes: SignedDocument[] = [];
  const settle = (): SignAnswer => {
    for (const { document, status } of outcomes) {
      const before = now.get(document);
      if (before && status === 'success') now.set(document, signedOf(before));
    }
    const good = outcomes.filter(({ status }) => status === 'success').length;
    const status = good === outcomes.length ? 'success' : good === 0 ? 'error' : 'partial';
    return { status, documents: outcomes };
  };
  return {
    'GET /api/documents/:id': ({ id }): Reply<DocumentAnswer> => now.get(id) ?? new Refused('not_found'),
    'GET /api/groups/:id': () => groupOf([...now.values()]),
    'GET /api/documents/:id/file': file,
    'GET /api/documents/:id/occupied': { areas: [], cause: null },
    'POST /api/free_places': placesWith((place) => place),
    'POST /api/sign_document': (asked) => {
      outcomes = named(asked).map(end);
      return { signing: signingId, ...(away ? { redirect: 'https://provider.example/authorize' } : {}) };
    },
    'GET /api/signings/:id': settle,
  };
}

/** The same, but its signing never ends: so many documents of it are signed. */
export function serviceAtWork(documents: DocumentAnswer[], signed: number): Answers {
  return {
    ...serviceWith(documents),
    'GET /api/signings/:id': () => ({
      status: 'pending',
      documents: documents.map(({ id }, at) => ({
        document: id,
        status: at < signed ? 'success' : 'pending',
      })),
    }),
  };
}
