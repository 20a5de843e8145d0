import { appName } from '@websign/contract';
import { type Outbound, ProviderError } from '@websign/providers';
import { isPhone } from './destination.ts';
import type { Messenger } from './messenger.ts';

export interface SmsGateway {
  /** Where messages are posted; https, or http on this machine. */
  url: string;
  /** Sent as `Authorization: Bearer`; '' sends none. */
  token: string;
  /** What is posted: JSON where it begins with a brace or a bracket, else a form. Holds `{phone}` and `{text}`. */
  body: string;
  http: Outbound;
  timeoutMs: number;
}

const maxAnswer = 64 * 1024;

/** Fits two parts in Greek letters (UCS-2, 67 each). */
const textOf = (code: string): string =>
  `${appName}: κωδικός υπογραφής ${code}, για 5 λεπτά. Μην τον δώσετε σε κανέναν. / Signing code, never share it.`;

/** Codes over a plain HTTP gateway of short messages: one POST, taken where the status is 2xx. */
export const codesBySms =
  ({ url, token, body, http, timeoutMs }: SmsGateway): Messenger =>
  async ({ account: { phone }, code }) => {
    if (!isPhone(phone)) return { kind: 'not_sent', reason: 'the account has no telephone number' };
    try {
      await http.ask({
        url,
        method: 'POST',
        headers: {
          'content-type': isJson(body) ? 'application/json' : 'application/x-www-form-urlencoded',
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        },
        body: Buffer.from(filled(body, { phone, text: textOf(code) }), 'utf8'),
        timeoutMs,
        maxBytes: maxAnswer,
        statuses: (status) => status >= 200 && status < 300,
      });
      return { kind: 'sent' };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // Its cause may quote what was posted.
      return { kind: 'not_sent', reason: `${error.code}: ${error.message}` };
    }
  };

const isJson = (template: string): boolean => /^\s*[{[]/.test(template);

/** The template with its places filled, each as its kind of body writes a value: nothing breaks out of one. */
export function filled(template: string, values: Readonly<Record<'phone' | 'text', string>>): string {
  const written = isJson(template)
    ? (value: string) => JSON.stringify(value).slice(1, -1)
    : (value: string) => encodeURIComponent(value);
  return template.replace(/\{(phone|text)\}/g, (_, name: 'phone' | 'text') => written(values[name]));
}
