import type { FastifyInstance } from 'fastify';
import type { Context } from '../services/context.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 §2.5.5 recommends less than a year. It is counted from the day of the answer, so that no file goes stale. */
const EXPIRES_DAYS = 180;

const path = '/.well-known/security.txt';

/** Where weaknesses of this installation are reported (RFC 9116). Without a contact there is no such file: 404. */
export function securityTextRoute(
  app: FastifyInstance,
  { config, clock }: Pick<Context, 'config' | 'clock'>,
) {
  const contacts = config.SECURITY_CONTACT;
  if (contacts.length === 0) return;
  app.get(path, { schema: { hide: true } }, async (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(securityText(contacts, config.PUBLIC_ORIGIN, clock())),
  );
}

/**
 * The text of one day (UTC): all servers say the same on it. It names its own address only where that is https, as the
 * clause on Canonical (§2.5.2) has it.
 */
function securityText(contacts: readonly string[], origin: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY_MS) + EXPIRES_DAYS) * DAY_MS);
  const fields = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: el, en',
    ...(origin.startsWith('https://') ? [`Canonical: ${origin}${path}`] : []),
  ];
  return fields.map((field) => `${field}\n`).join('');
}
