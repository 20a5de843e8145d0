import { ProviderError } from '../errors.ts';
import type { CscCredential, CscService } from './face.ts';
import { authData, type Given } from './factors.ts';
import type { Methods } from './methods.ts';
import { malformed } from './refusal.ts';
import { authorizeAnswer } from './schemas.ts';
import { pause } from './wire.ts';

/** What an activation is asked for. */
export interface Authorization {
  credential: CscCredential;
  /** base64, in the order of the documents. */
  hashes: readonly string[];
  hashAlgorithm: string;
}

/**
 * Activates the key for these hashes and gives the signature activation data (v2 §11.6). Asked once: an answer that
 * stays away leaves a code that may be spent, never two activations.
 */
export async function authorize(methods: Methods, asked: Authorization, given: Given): Promise<string> {
  const service = await methods.info();
  const secrets = [given.password, given.otp];
  const { status, value } = await methods.ask('credentials/authorize', {
    body: bodyOf(service, asked, given),
    answer: authorizeAnswer,
    repeatable: false,
    secrets,
  });
  if (status !== 202) return activationOf('credentials/authorize', value.SAD);
  return approved(methods, value.handle, secrets);
}

function bodyOf({ version }: CscService, { credential, hashes, hashAlgorithm }: Authorization, given: Given) {
  const data = credential.mode === 'implicit' ? [] : authData(credential, given);
  const common = { credentialID: credential.credentialID, numSignatures: hashes.length };
  if (version === 2)
    return {
      ...common,
      hashes,
      hashAlgorithmOID: hashAlgorithm,
      ...(data.length === 0 ? {} : { authData: data }),
    };
  return { ...common, hash: hashes, ...Object.fromEntries(data.map(({ id, value }) => [id, value])) };
}

/** Polls until the person has answered elsewhere (v2 §11.7), or the time for it is over. */
async function approved(
  methods: Methods,
  first: string | undefined,
  secrets: readonly string[],
): Promise<string> {
  const { options, wire } = methods;
  const method = 'credentials/authorizeCheck';
  const end = performance.now() + (options.approvalMs ?? 120_000);
  let handle = activationOf('credentials/authorize', first);
  while (performance.now() < end) {
    await pause(options.pollMs ?? 2_000, wire.signal);
    const answer = await methods
      .ask(method, { body: { handle }, answer: authorizeAnswer, repeatable: true, secrets })
      .catch(unlessAway);
    if (answer === undefined) continue;
    if (answer.status !== 202) return activationOf(method, answer.value.SAD);
    handle = answer.value.handle ?? handle;
  }
  throw new ProviderError('timeout', 'nobody approved the signature in time');
}

/** A service that is away for a moment may have the approval the next time; a handle that is over is the end. */
function unlessAway(error: unknown): undefined {
  const away = error instanceof ProviderError && ['unavailable', 'timeout'].includes(error.code);
  if (!away || error.said?.status === '400') throw error;
}

function activationOf(method: string, value: string | undefined): string {
  if (value === undefined) throw malformed(method);
  return value;
}
