import { readFileSync } from 'node:fs';
import type { LoginAnswer } from '@websign/contract';
import { totpCode, totpStep } from '@websign/providers';
import { documentObjects, writePdf } from '@websign/testkit';
import { Secret } from 'otpauth';
import { expect } from 'vitest';
import { PASSWORD } from './production.ts';

const pdf = writePdf({ kind: 'table', objects: documentObjects({ pages: [{}] }) });

/** eleni, who signs over HTTP. */
export class RemotePerson {
  readonly url: string;
  readonly #secret: Uint8Array;
  #last = 0;

  /** `otpFile` is what `account add` wrote. */
  constructor(url: string, otpFile: string) {
    this.url = url;
    const secret = new URL(readFileSync(otpFile, 'utf8').trim()).searchParams.get('secret') ?? '';
    this.#secret = Secret.fromBase32(secret).bytes;
  }

  #post = (path: string, body: unknown, sessionId = '') =>
    fetch(this.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(sessionId === '' ? {} : { authorization: `Bearer ${sessionId}` }),
      },
      body: JSON.stringify(body),
    });

  signIn = () => this.#post('/api/login', { username: 'eleni', password: PASSWORD });

  /** Signs in, uploads a document and signs it; what is stored then. */
  async sign(): Promise<Buffer> {
    const login = (await (await this.signIn()).json()) as LoginAnswer;
    const sessionId = login.signer.SessionId.String;
    const authorization = { authorization: `Bearer ${sessionId}` };
    const form = new FormData();
    form.append('sessionId', sessionId);
    form.append('groupId', '1');
    form.append('document', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'document.pdf');
    const upload = await fetch(`${this.url}/api/upload_document`, {
      method: 'POST',
      headers: authorization,
      body: form,
    });
    const { document } = (await upload.json()) as { document: string };
    const otp = await this.#freshCode();
    const request = { username: 'eleni', password: PASSWORD, otp, visibility: false, documents: [document] };
    const signed = await this.#post('/api/sign_document', request, sessionId);
    expect(signed.status, await signed.text()).toBe(200);
    const file = await fetch(`${this.url}/api/documents/${document}/file?revision=current`, {
      headers: authorization,
    });
    return Buffer.from(await file.arrayBuffer());
  }

  /** The next that was not used: of the present half minute, or of the next, which counts already. */
  async #freshCode(): Promise<string> {
    while (totpStep(Date.now()) + 1 <= this.#last) await new Promise((resolve) => setTimeout(resolve, 500));
    this.#last = Math.max(totpStep(Date.now()), this.#last + 1);
    return totpCode(this.#secret, this.#last);
  }
}
