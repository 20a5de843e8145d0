import { signingItem } from '@websign/pades';
import { attempted, ownAttempt, providerAnswer } from '../attempt.ts';
import type { Context, SignedIn } from '../context.ts';
import { RequestError } from '../errors.ts';
import type { Asked } from './asked.ts';
import type { Ready } from './prepare.ts';

/** The signature values of all documents for one password and one OTP, in one call (SGN-9). */
export async function activate(
  context: Context,
  signer: SignedIn,
  request: Asked,
  ready: readonly Ready[],
  address: string,
): Promise<Uint8Array[]> {
  const items = ready.map(({ draft }) => signingItem(draft));
  const { password, otp } = request;
  if (password === undefined || otp === undefined) throw new RequestError('bad_request');
  const attempt = { ...ownAttempt(signer, address), factors: context.keys.factors(signer.account) };
  return attempted(context, attempt, () =>
    providerAnswer(context, signer, () => context.keys.sign(signer.account, items, { password, otp }), true),
  );
}
