import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { readConfigured } from '../../files.ts';
import { emlFiles } from './eml-files.ts';
import type { Transport } from './letter.ts';
import { smtp } from './smtp.ts';

/** Where letters go: the configured mail server, else files. Throws ConfigError. */
export function openMail(config: Config): Transport {
  const { SMTP_HOST: host, SMTP_PORT: port, SMTP_TLS: tls, SMTP_USER: user, SMTP_PASSWORD_FILE } = config;
  // RFC 2606 §2: of nobody.
  const from = config.MAIL_FROM === '' ? 'websign@demo.invalid' : config.MAIL_FROM;
  if (host === '') return emlFiles(join(config.dataFolder, 'mail'), from);
  const silenceMs = config.SMTP_SECONDS * 1000;
  if (user === '') return smtp({ host, port, tls, from, silenceMs });
  const password = readConfigured('SMTP_PASSWORD_FILE', SMTP_PASSWORD_FILE).toString('utf8').trim();
  return smtp({ host, port, tls, from, silenceMs, login: { user, password } });
}
