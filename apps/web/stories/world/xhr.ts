import { LOST, Pending } from './answers.ts';
import type { Ask, Outcome } from './network.ts';
import { counted } from './underway.ts';

/** Time for the browser to draw between two steps of an upload. */
const drawMs = 20;
const pause = () => new Promise((drawn) => setTimeout(drawn, drawMs));

type Listener = ((event: { loaded: number; total: number; lengthComputable: true }) => void) | null;

/** As much of XMLHttpRequest as the application uses; a file is sent in four parts. */
export function madeUpXhr(ask: Ask): typeof XMLHttpRequest {
  class MadeUpXhr {
    upload: { onprogress: Listener; onload: (() => void) | null } = { onprogress: null, onload: null };
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    responseType = '';
    responseText = '';
    response: Blob | string = '';
    status = 0;
    #headers: Record<string, string> = {};
    #sent: Record<string, string> = {};
    #aborted = false;
    #call: [method: string, address: string] = ['GET', '/'];

    open(method: string, address: string): void {
      this.#call = [method, address];
    }
    setRequestHeader(name: string, value: string): void {
      this.#sent[name.toLowerCase()] = value;
    }
    getResponseHeader(name: string): string | null {
      return this.#headers[name.toLowerCase()] ?? null;
    }
    abort(): void {
      this.#aborted = true;
      this.onabort?.();
    }
    send(form: FormData): void {
      void counted(this.#run(form, ask(...this.#call, namesIn(form), this.#sent)));
    }

    async #run(form: FormData, outcome: Outcome): Promise<void> {
      const total = bytesIn(form);
      const until = outcome instanceof Pending ? outcome.sent : 1;
      for (let sent = 0; sent <= until; sent += 0.25) {
        await pause();
        if (this.#aborted) return;
        this.upload.onprogress?.({ loaded: Math.round(total * sent), total, lengthComputable: true });
      }
      if (until < 1) return;
      this.upload.onload?.();
      await pause();
      if (this.#aborted || outcome instanceof Pending) return;
      if (outcome === LOST) return this.onerror?.();
      const { status, headers, body } = outcome;
      this.#headers = headers;
      this.responseText = await body.text();
      this.response = this.responseType === 'blob' ? body : this.responseText;
      this.status = status;
      this.onload?.();
    }
  }
  return MadeUpXhr as unknown as typeof XMLHttpRequest;
}

const filesIn = (form: FormData) => [...form.values()].filter((value) => value instanceof File);
const bytesIn = (form: FormData) => filesIn(form).reduce((sum, { size }) => sum + size, 0);

function namesIn(form: FormData): Record<string, string[]> {
  const keys = [...new Set(form.keys())];
  return Object.fromEntries(
    keys.map((key) => [key, form.getAll(key).map((value) => (value instanceof File ? value.name : value))]),
  );
}
