import { setTimeout as sleep } from 'node:timers/promises';
import { api, type SignAnswer, type SigningStarted } from '@websign/contract';
import type { DemoAccount } from '../../e2e/demo.ts';
import { presentOtp } from '../load/otp.ts';
import { type Caller, codeIn, isAway, isBusy, json } from './calls.ts';
import type { Ledger } from './ledger.ts';

/** Who signs. */
export interface Person {
  readonly account: DemoAccount;
  readonly caller: Caller;
  readonly ledger: Ledger;
  /** Of every call in the session. */
  readonly headers: Record<string, string>;
}

export interface Wish {
  document: string;
  /** SHA-256 of what was reviewed. */
  checksum: string;
  key: string;
  /** As the browser asks: the request is taken, and its end is asked for. Else the answer is waited for. */
  isAsync: boolean;
}

/** Milliseconds for which a code is given again while its answer is unknown: longer, and a person reads the next one. */
const CODE_MS = 25_000;
/** A request whose server died counts as interrupted after a minute; one that is under way so long never ends. */
const ENDLESS_MS = 240_000;

/** One sign request with one Idempotency-Key; null when it was answered as signed, else the code of its failure. */
export async function signOnce(signer: Person, wish: Wish): Promise<string | null> {
  const { document } = wish;
  // An answer, and be it that the service is busy, is kept under the key: only what was never answered is sent again.
  const answer = await signer.caller.call(api.sign, requests(signer, wish), isAway);
  if (answer.status === 202) {
    const { signing } = json<SigningStarted>(answer);
    signer.ledger.signings.set(signing, signer.account.username);
    return follow(signer, signing, document);
  }
  if (answer.status !== 200) return codeIn(answer) || String(answer.status);
  return outcomeOf(json<SignAnswer>(answer), document);
}

/** The request of each try: the same code as long as it is shown, then the next. */
function requests({ account, headers }: Person, { document, checksum, key, isAsync }: Wish) {
  let code: { otp: string; until: number } | undefined;
  return async (): Promise<RequestInit> => {
    if (code === undefined || Date.now() > code.until)
      code = { otp: await presentOtp(account), until: Date.now() + CODE_MS };
    const { username, password } = account;
    const body = { username, password, otp: code.otp, documents: [document], visibility: false };
    return {
      method: 'POST',
      headers: {
        ...headers,
        ...{ 'content-type': 'application/json', 'idempotency-key': key },
        ...(isAsync ? { prefer: 'respond-async' } : {}),
      },
      body: JSON.stringify({ ...body, checksums: { [document]: checksum } }),
    };
  };
}

/** Asks for the end of a request that a server took, whichever server answers. */
async function follow(signer: Person, signing: string, document: string): Promise<string | null> {
  const until = Date.now() + ENDLESS_MS;
  for (let wait = 250; Date.now() < until; wait = Math.min(wait * 1.4, 2000)) {
    const answer = await signer.caller.call(
      api.signing(signing),
      () => ({ headers: signer.headers }),
      isBusy,
    );
    if (answer.status !== 200) {
      if (answer.status === 404)
        signer.ledger.violations.push(`sign request ${signing} was taken, and is answered 404`);
      return codeIn(answer) || String(answer.status);
    }
    const told = json<SignAnswer>(answer);
    if (told.status !== 'pending') return outcomeOf(told, document);
    await sleep(wait);
  }
  signer.ledger.violations.push(`sign request ${signing} is under way without an end`);
  return 'endless';
}

function outcomeOf({ documents }: SignAnswer, document: string): string | null {
  const told = documents.find((one) => one.document === document);
  if (told?.status === 'success') return null;
  return told?.code ?? 'no outcome';
}
