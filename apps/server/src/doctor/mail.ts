import { openMail } from '../services/mail/open-mail.ts';
import { type Check, ok, problem } from './face.ts';

const waitMs = 30_000;

/** The mail server says hello and lets us in; no letter is sent. */
export const mail: Check = {
  name: 'mail',
  async look({ config, over }) {
    if (config.SMTP_HOST === '') return [ok('letters go into files (SMTP_HOST is not set)')];
    const where = `${config.SMTP_HOST}:${config.SMTP_PORT}`;
    const outcome = await openMail(config).greet?.(AbortSignal.any([over, AbortSignal.timeout(waitMs)]));
    if (outcome === undefined) return [ok(`${where} takes letters of ours`)];
    const act =
      'Look at SMTP_HOST, SMTP_PORT and SMTP_TLS, at user and password, and whether its certificate is trusted (NODE_EXTRA_CA_CERTS).';
    return [problem(`${where} does not let us in: ${outcome}`, act)];
  },
};
