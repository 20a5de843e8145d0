import type { Outbound } from '@websign/providers';
import type { Config } from '../../config.ts';
import { readConfigured } from '../../files.ts';
import type { Transport } from '../mail/letter.ts';
import { codesByMail } from './by-mail.ts';
import { codesBySms } from './by-sms.ts';
import type { Messengers } from './messenger.ts';

/**
 * The ways of one-time codes that the configuration has: by e-mail with a mail server (letters that become files would
 * keep them; the demonstration may), by SMS with a gateway. Throws ConfigError.
 */
export function openMessengers(config: Config, mail: Transport, http: Outbound): Messengers {
  const { SMS_URL: url, SMS_TOKEN_FILE, SMS_BODY: body, SMS_SECONDS } = config;
  const byMail = config.demo || config.SMTP_HOST !== '' ? { EMAIL: codesByMail(mail, config) } : {};
  if (url === '') return byMail;
  const token =
    SMS_TOKEN_FILE === '' ? '' : readConfigured('SMS_TOKEN_FILE', SMS_TOKEN_FILE).toString('utf8').trim();
  return { ...byMail, SMS: codesBySms({ url, token, body, http, timeoutMs: SMS_SECONDS * 1000 }) };
}
