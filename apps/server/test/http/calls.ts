import { accountCalls } from './calls/account.ts';
import type { Call } from './calls/asked.ts';
import { documentCalls } from './calls/documents.ts';
import { sessionCalls } from './calls/session.ts';
import { signingCalls } from './calls/signing.ts';

export type { Asked, Asker, Call, Expected, Ids } from './calls/asked.ts';

/** Every call of the API, by method and path as OpenAPI writes it; a call that is not here fails the test. */
export const calls: Record<string, Call> = {
  ...sessionCalls,
  ...documentCalls,
  ...accountCalls,
  ...signingCalls,
};
