import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  api,
  type DocumentAnswer,
  type HistoryDetail,
  type LoginAnswer,
  type UploadAnswer,
} from '@websign/contract';
import { documentObjects, writePdf } from '@websign/testkit';
import type { DemoAccount } from '../../e2e/demo.ts';
import { addressOf } from '../load/journey.ts';
import { type Answer, type Caller, codeIn, json, Unanswered } from './calls.ts';
import { type Ledger, sha256Of } from './ledger.ts';
import { type Person, signOnce } from './signing.ts';

/** Tries of one document before the person gives it up. */
const TRIES = 4;
/** Share of journeys after which the person signs out. */
const SIGN_OUT = 0.3;
const PAUSE_MS = 1500;

/** A page with words of its own, so that no two documents are the same bytes. */
const paper = (words: string) =>
  Buffer.from(
    writePdf({
      kind: 'table',
      objects: documentObjects({ pages: [{ content: `BT /F1 12 Tf (${words}) Tj ET` }] }),
    }),
  );

/** Somebody who uploads, signs, fetches and looks at the history, whatever becomes of the servers. */
export class VirtualSigner implements Person {
  readonly account: DemoAccount;
  readonly caller: Caller;
  readonly ledger: Ledger;
  readonly #random: () => number;
  #session: string | undefined;
  #count = 0;

  constructor(account: DemoAccount, caller: Caller, ledger: Ledger, random: () => number) {
    this.account = account;
    this.caller = caller;
    this.ledger = ledger;
    this.#random = random;
  }

  /** One journey after the other until `isOver`; the last one is brought to its end. */
  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      this.ledger.journeysBegun += 1;
      try {
        await this.#journey();
        this.ledger.journeysEnded += 1;
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        this.ledger.failed('journey', error.message);
      }
      await sleep(this.#random() * PAUSE_MS);
    }
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#session ?? ''}`, 'x-forwarded-for': addressOf(this.account) };
  }

  get = (path: string): Promise<Answer> => this.caller.call(path, () => ({ headers: this.headers }));

  async #journey(): Promise<void> {
    if (this.#session === undefined && !(await this.signIn())) return;
    const document = await this.#upload();
    if (document === undefined) return;
    if (await this.#sign(document)) {
      await this.#fetchSigned(document);
      await this.#lookAtHistory(document);
    }
    if (this.#random() < SIGN_OUT) await this.#signOut();
  }

  /** Whether the session of before is good still. */
  async hasSession(): Promise<boolean> {
    return this.#session !== undefined && (await this.get(`${api.history}?page=1&size=1`)).status === 200;
  }

  /** Whether it did. */
  async signIn(): Promise<boolean> {
    const { username, password } = this.account;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOf(this.account) };
    const body = JSON.stringify({ username, password });
    const answer = await this.caller.call(api.login, () => ({ method: 'POST', headers, body }));
    if (answer.status !== 200) {
      this.#failed('sign in', answer);
      return false;
    }
    this.#session = json<LoginAnswer>(answer).signer.SessionId.String;
    this.ledger.count(this.ledger.logins, username);
    return true;
  }

  async #upload(): Promise<string | undefined> {
    const words = `${this.account.username} ${this.#count++}`;
    const [name, bytes] = [`${words}.pdf`, paper(words)];
    const answer = await this.caller.call(api.upload, () => {
      const form = new FormData();
      form.append('sessionId', this.#session ?? '');
      form.append('groupId', '1');
      form.append('document', new Blob([bytes], { type: 'application/pdf' }), name);
      return { method: 'POST', body: form, headers: { 'x-forwarded-for': addressOf(this.account) } };
    });
    const { document = null, code = null } = answer.status < 500 ? json<Partial<UploadAnswer>>(answer) : {};
    if (answer.status !== 200 || document === null) {
      this.ledger.failed('upload', `${answer.status} ${code ?? ''}`.trim());
      if (answer.status === 401) this.#session = undefined;
      return undefined;
    }
    const { username } = this.account;
    this.ledger.uploads.set(document, {
      account: username,
      name,
      size: bytes.length,
      sha256: sha256Of(bytes),
    });
    return document;
  }

  /** Tries until the document is signed, as a person does who looks at it after each failure. */
  async #sign(document: string): Promise<boolean> {
    const checksum = this.ledger.uploads.get(document)?.sha256 ?? '';
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const isAsync = this.#random() < 0.7;
      const code = await signOnce(this, { document, checksum, key: randomUUID(), isAsync });
      if (code === null) {
        this.ledger.signed.set(document, []);
        return true;
      }
      this.ledger.failed('sign', code);
      if (await this.#isSigned(document)) {
        this.ledger.signedUntold.add(document);
        this.ledger.signed.set(document, []);
        return true;
      }
    }
    return false;
  }

  async #isSigned(document: string): Promise<boolean> {
    const answer = await this.get(api.document(document));
    if (answer.status !== 200) {
      this.#contradicted(document, 'was uploaded', answer);
      return false;
    }
    return json<DocumentAnswer>(answer).state === 'signed';
  }

  async #fetchSigned(document: string): Promise<void> {
    const answer = await this.get(api.file(document));
    if (answer.status !== 200) return this.#contradicted(document, 'was signed', answer);
    const fetched = { size: answer.body.length, sha256: sha256Of(answer.body) };
    this.ledger.signed.get(document)?.push(fetched);
  }

  async #lookAtHistory(document: string): Promise<void> {
    const answer = await this.get(api.historyRow(document));
    if (answer.status !== 200) return this.#contradicted(document, 'was signed', answer);
    const { row, versions } = json<HistoryDetail>(answer);
    if (!row.signed || versions.length !== 1)
      this.ledger.violations.push(`${document} was signed, and its history has ${versions.length} versions`);
  }

  async #signOut(): Promise<void> {
    const session = this.#session ?? '';
    const answer = await this.caller.call(api.logout, () => ({ method: 'POST', headers: this.headers }));
    this.#session = undefined;
    // 401: an answer was lost, and the session has been over since.
    if (answer.status === 401) return;
    if (answer.status >= 300) return this.#failed('sign out', answer);
    this.ledger.ended.push(session);
    this.ledger.count(this.ledger.logouts, this.account.username);
  }

  #failed(step: string, answer: Answer): void {
    this.ledger.failed(step, `${answer.status} ${codeIn(answer)}`.trim());
  }

  /** 404 and 410 to what was acknowledged; anything else only says nothing. */
  #contradicted(document: string, what: string, answer: Answer): void {
    if (answer.status === 401) this.#session = undefined;
    if (answer.status === 404 || answer.status === 410)
      this.ledger.violations.push(`${document} ${what}, and is answered ${answer.status}`);
    else this.#failed('look', answer);
  }
}
