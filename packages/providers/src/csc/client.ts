import { parseCertificate } from '@websign/pki';
import { ProviderError } from '../errors.ts';
import { requireItems } from '../remote-values.ts';
import { DIGEST_OIDS, signParameters } from './algorithms.ts';
import { authorize } from './authorize.ts';
import { credentialOf } from './credential.ts';
import type { CscClient, CscClientOptions, CscCredential, CscSigning } from './face.ts';
import { Methods } from './methods.ts';
import { authorizationUrl, exchange } from './page.ts';
import { malformed } from './refusal.ts';
import { challengeAnswer, credentialAnswer, listAnswer } from './schemas.ts';
import { hashOf, signHashes } from './sign-hashes.ts';

/** Most pages of `credentials/list` that are asked for. */
const MAX_PAGES = 50;
const PER_PAGE = 100;

/** A client of the Cloud Signature Consortium's API; asks nothing before it is asked. */
export function cscClient(options: CscClientOptions): CscClient {
  const methods = new Methods(options);
  const credential = (id: string, token?: string) => credentialInfo(methods, id, token);

  return {
    info: () => methods.info(),
    health: () => methods.health(),
    credentials: (userID) => credentialIds(methods, userID),
    credential,
    requestCode: async (id) => requestCode(methods, await credential(id)),
    async sign(signing, given) {
      requireSignable(signing);
      const found = await credential(signing.credentialID);
      requireUse(found, signing);
      if (found.mode === 'oauth2code')
        throw new ProviderError('provider_error', "the credential is activated at the provider's page only");
      const hashes = signing.items.map(hashOf);
      const asked = { credential: found, hashes, hashAlgorithm: digestOidOf(signing) };
      const activation = await authorize(methods, asked, given);
      return signHashes(methods, { ...signing, credential: found, activation, extensible: true });
    },
    async authorizationUrl(signing, journey) {
      requireSignable(signing);
      // Without a token of its own nothing can be asked of the credential before the person is there.
      if (await methods.hasToken()) requireUse(await credential(signing.credentialID), signing);
      return authorizationUrl(methods, signing, journey);
    },
    exchange: (given) => exchange(methods, given),
    async signWith(signing, { token, expiresAt }) {
      requireSignable(signing);
      if (expiresAt <= methods.clock()) throw new ProviderError('timeout', 'the activation is over');
      const found = await credential(signing.credentialID, token);
      requireUse(found, signing);
      return signHashes(methods, { ...signing, credential: found, activation: token, extensible: false });
    },
    close: () => methods.close(),
  };
}

/** Before anything is asked for: what no answer could be right of. One activation is for one digest algorithm. */
function requireSignable({ certificate, items }: CscSigning): void {
  requireItems(parseCertificate(certificate), items);
  if (new Set(items.map(({ digestAlgorithm }) => digestAlgorithm)).size > 1)
    throw new ProviderError('bad_request', 'one activation is for hashes of one algorithm');
}

/** Before a code is spent: that the key can be used, for so many, with this algorithm. */
function requireUse({ enabled, multisign, keyAlgorithms }: CscCredential, { items }: CscSigning): void {
  if (!enabled) throw new ProviderError('no_key', 'the signing service has disabled the key');
  if (items.length > multisign)
    throw new ProviderError('too_many_items', `one activation of the key signs at most ${multisign}`);
  for (const { signatureAlgorithm } of items) signParameters(signatureAlgorithm, keyAlgorithms);
}

function digestOidOf({ items: [first] }: CscSigning): string {
  return DIGEST_OIDS[first?.digestAlgorithm ?? 'SHA-256'];
}

async function credentialInfo(
  methods: Methods,
  credentialID: string,
  token?: string,
): Promise<CscCredential> {
  const { value } = await methods.ask('credentials/info', {
    body: { credentialID, certificates: 'chain', authInfo: true },
    answer: credentialAnswer,
    repeatable: true,
    ...(token === undefined ? {} : { token }),
  });
  return credentialOf(credentialID, value);
}

async function credentialIds(methods: Methods, userID?: string): Promise<string[]> {
  const ids: string[] = [];
  const { version } = await methods.info();
  const user = userID === undefined ? {} : { userID };
  const paged = version === 1 ? { maxResults: PER_PAGE } : {};
  let page = {};
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const body = { ...user, ...paged, ...page };
    const { value } = await methods.ask('credentials/list', { body, answer: listAnswer, repeatable: true });
    ids.push(...value.credentialIDs);
    if (value.nextPageToken === undefined) return [...new Set(ids)];
    page = { pageToken: value.nextPageToken };
  }
  throw malformed('credentials/list');
}

/** Asked once: each asking may cost the person a message, and takes the code before it out of use. */
async function requestCode(methods: Methods, { credentialID, factors }: CscCredential): Promise<boolean> {
  const sent = factors.find(({ kind }) => kind === 'sent');
  if (sent === undefined) return false;
  const { version } = await methods.info();
  const [method, body] =
    version === 2
      ? ['credentials/getChallenge', { credentialID, authObjectID: sent.id }]
      : ['credentials/sendOTP', { credentialID }];
  await methods.ask(method as string, { body: body as object, answer: challengeAnswer, repeatable: false });
  return true;
}
