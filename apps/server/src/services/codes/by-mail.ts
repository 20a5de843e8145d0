import { randomUUID } from 'node:crypto';
import { parseAddress } from '../../policy/address.ts';
import type { Context } from '../context.ts';
import type { Transport } from '../mail/letter.ts';
import { page } from '../mail/page.ts';
import { shownName } from '../mail/write.ts';
import { shownTime, zonedTime } from '../sign/zoned-time.ts';
import type { Messenger } from './messenger.ts';

/** A person waits for it: a mail server that takes longer did not take it. */
const patienceMs = 20_000;

/** Codes by e-mail, over the transport of the letters and past its outbox, where they would lie readable. */
export const codesByMail =
  (transport: Transport, config: Context['config']): Messenger =>
  async ({ account, code, sentAt, expiresAt }) => {
    const to = parseAddress(account.email);
    if (to === undefined) return { kind: 'not_sent', reason: 'the account has no valid address' };
    const until = shownTime(zonedTime(expiresAt, config.TIME_ZONE));
    const content = page(
      {
        name: shownName(account),
        said: (words) => words.one_time_code(),
        facts: (words) => [
          [words.code, code],
          [words.validUntil, until],
        ],
        warning: (words) => words.notAsked,
      },
      { demo: config.demo, origin: config.PUBLIC_ORIGIN },
    );
    const letter = { messageId: `<${randomUUID()}@websign.invalid>`, date: sentAt, to, ...content };
    const delivery = await transport.deliver(letter, async () => true, AbortSignal.timeout(patienceMs));
    // Handed over whole without an answer it may well arrive: then it works.
    if (delivery.kind === 'accepted' || delivery.kind === 'unknown') return { kind: 'sent' };
    if (delivery.kind === 'taken') return { kind: 'not_sent', reason: 'taken' };
    // A server that refuses a letter may quote it.
    return { kind: 'not_sent', reason: delivery.reason.replaceAll(code, '[code]') };
  };
