import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorAnswer, LoginAnswer, SignAnswer, UploadAnswer } from '@websign/contract';
import { type Answer, Person, smallPdf, type TestAccount, totp } from '../../http/harness.ts';

const step = 30_000;

/** What a proxy and a server that is going away answer; anything else is an answer of WebSign's. */
const noAnswer = [502, 503, 504];

/** An answer, or undefined where a server or the way to it went away. */
async function answered<T>(asked: Promise<Answer<T>>): Promise<Answer<T> | undefined> {
  try {
    const answer = await asked;
    return noAnswer.includes(answer.status) ? undefined : answer;
  } catch (error) {
    // What fetch throws for a connection that ended.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** What a virtual signer was told, and what it was not. */
export interface Ledger {
  /** Documents whose upload was acknowledged. */
  uploaded: Set<string>;
  /** Documents whose signature was acknowledged. */
  signed: Set<string>;
  /** Documents of a sign request without an answer: signed once, or not at all. */
  unknown: Set<string>;
  /** Answers that nobody expects of a service whose servers come and go. */
  odd: string[];
}

/** The last step of each device whose code was used. */
const lastSteps = new Map<string, number>();

/** Somebody who signs one document after the other, whatever becomes of the servers. */
export class VirtualSigner {
  readonly person: Person;
  readonly ledger: Ledger = { uploaded: new Set(), signed: new Set(), unknown: new Set(), odd: [] };
  #count = 0;

  constructor(url: string, account: TestAccount) {
    this.person = new Person(url, account);
  }

  async signIn(): Promise<void> {
    const { username, password } = this.person.account;
    for (;;) {
      const answer = await answered(this.person.post<LoginAnswer>('/api/login', { username, password }));
      if (answer?.status === 200) {
        this.person.sessionId = answer.body.signer.SessionId.String;
        return;
      }
      if (answer) throw new Error(`login: ${answer.status} ${JSON.stringify(answer.body)}`);
      await sleep(100);
    }
  }

  /** A code that was not used yet; waits for one where need be. Servers take the codes a step early and late. */
  async code(): Promise<string> {
    const { totpSecret } = this.person.account;
    for (;;) {
      const now = Math.floor(Date.now() / step);
      // Whether a code of the step before is still taken when it arrives.
      const earliest = Date.now() % step < step / 2 ? now - 1 : now;
      const next = Math.max((lastSteps.get(totpSecret) ?? 0) + 1, earliest);
      if (next <= now + 1) {
        lastSteps.set(totpSecret, next);
        return totp(totpSecret, next * step);
      }
      await sleep(200);
    }
  }

  async upload(): Promise<string | undefined> {
    const name = `${this.person.account.username}-${this.#count++}`;
    const files = [{ name: `${name}.pdf`, bytes: smallPdf(name) }];
    const answer = await answered<UploadAnswer>(this.person.upload(files, '1'));
    const id = answer?.body.document;
    if (answer && !id) this.ledger.odd.push(`upload: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (id) this.ledger.uploaded.add(id);
    return id ?? undefined;
  }

  async sign(
    id: string,
    headers: Record<string, string> = {},
  ): Promise<Answer<SignAnswer & ErrorAnswer> | undefined> {
    const otp = await this.code();
    this.ledger.unknown.add(id);
    const answer = await answered(
      this.person.sign<SignAnswer & ErrorAnswer>({ documents: [id], otp, visibility: true }, headers),
    );
    if (answer?.status === 200) {
      this.ledger.signed.add(id);
      this.ledger.unknown.delete(id);
    } else if (answer && answer.status !== 500) {
      this.ledger.odd.push(`sign: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer;
  }

  /** Uploads and signs until it is told to end. */
  async work(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const id = await this.upload();
      if (id === undefined) await sleep(100);
      else await this.sign(id);
    }
  }
}
