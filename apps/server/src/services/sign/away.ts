import { createHash, randomBytes } from 'node:crypto';
import { isConfidential } from '@websign/contract';
import { signingItem } from '@websign/pades';
import type { SigningItem } from '@websign/pki';
import type { Authorization } from '../../storage/index.ts';
import { providerAnswer } from '../attempt.ts';
import type { Context, SignedIn } from '../context.ts';
import { RequestError } from '../errors.ts';
import type { Asked } from './asked.ts';
import { type Call, gather } from './gather.ts';
import { itemsOf, keep, readKept } from './kept.ts';
import { answerOf, settle } from './outcomes.ts';

/** Where a signer goes to activate the key. */
export interface Away {
  redirect: string;
}

/** Where the provider's page leads back to. */
export const returnUri = ({ config }: Pick<Context, 'config'>) => `${config.PUBLIC_ORIGIN}/sign/return`;

export const stateHash = (state: string): string => createHash('sha256').update(state).digest('hex');

/** The state begins with the signing's id, so that the browser needs to keep nothing; its other half is the secret. */
function newSecrets(signingId: string) {
  const secret = () => randomBytes(32).toString('base64url');
  return { state: `${signingId}.${secret()}`, codeVerifier: secret() };
}

/**
 * Prepares the documents of a request, keeps them for as long as the signer may be away, and answers where to go.
 * Throws RequestError when none can be signed.
 */
export async function sendAway(context: Context, signer: SignedIn, asked: Asked, call: Call): Promise<Away> {
  const { storage, clock } = context;
  const gathered = await gather(context, signer, asked, call);
  const { request } = gathered;
  if (gathered.ready.length === 0) {
    settle(request.documents, gathered.outcomes);
    // Signed by this very request before a crash: there is nothing to go away for.
    throw new RequestError('authorization_expired');
  }
  const { signingId } = call;
  const { state, codeVerifier } = newSecrets(signingId);
  const items = gathered.ready.map(({ draft }) => signingItem(draft));
  const redirect = await pageFor(context, signer, request, items, { state, codeVerifier });
  const prepared = await keep(storage, gathered);
  const expiresAt = await storage.authorizations.begin({
    ...{ signingId, accountId: signer.account.id, prepared },
    ...{ stateSha256: stateHash(state), codeVerifier },
  });
  const progress = { ...answerOf(request.documents, gathered.outcomes), away: true };
  await storage.signings.rest(signingId, progress, expiresAt);
  await storage.audit.append({
    kind: 'sign_authorization_begun',
    accountId: signer.account.id,
    detail: { documents: items.length, expiresIn: expiresAt - clock() },
  });
  return { redirect };
}

/** A repeated request while its signer is away: the same documents, another state. Undefined when it is over or taken. */
export async function sendAgain(
  context: Context,
  signer: SignedIn,
  signingId: string,
): Promise<Away | undefined> {
  const { authorizations } = context.storage;
  const { state, codeVerifier } = newSecrets(signingId);
  const found: Authorization | undefined = await authorizations.renew({
    ...{ signingId, accountId: signer.account.id },
    ...{ stateSha256: stateHash(state), codeVerifier },
  });
  const kept = found && (await readKept(context.storage, found));
  if (!kept) return undefined;
  const redirect = await pageFor(context, signer, kept.request, itemsOf(kept), { state, codeVerifier });
  return { redirect };
}

async function pageFor(
  context: Context,
  signer: SignedIn,
  { locale }: Pick<Asked, 'locale'>,
  items: SigningItem[],
  { state, codeVerifier }: { state: string; codeVerifier: string },
): Promise<string> {
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const journey = { state, codeChallenge, redirectUri: returnUri(context), lang: locale };
  const url = await providerAnswer(context, signer, () =>
    context.keys.authorizationUrl(signer.account, items, journey),
  );
  const page = URL.parse(url);
  if (page === null || !isConfidential(page))
    throw new RequestError('provider_refused', { cause: new Error('the page is no https URL') });
  return url;
}
