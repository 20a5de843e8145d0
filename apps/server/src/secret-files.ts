import { statSync } from 'node:fs';
import type { SettingName, Settings } from './config.ts';
import type { Logger } from './logging.ts';

/** Settings that name a file with a secret in it. */
export const secretFiles = [
  'DATABASE_URL_FILE',
  'MASTER_KEY_FILE',
  'NAME_KEY_FILE',
  'SEAL_P12_FILE',
  'SEAL_PASSWORD_FILE',
  'SMTP_PASSWORD_FILE',
  'OPERATORS_TOKEN_FILE',
  'PKCS11_PIN_FILE',
  'CSC_CLIENT_SECRET_FILE',
  'S3_ACCESS_KEY_FILE',
  'S3_SECRET_KEY_FILE',
  'SMS_TOKEN_FILE',
] as const satisfies SettingName[];

/**
 * The configured ones that everybody on this machine may read. Platforms mount secrets so (mode 0444, owned by root, over
 * links), for a container in which there is nobody else: that is told and never refused.
 */
export function readableByAll(settings: Settings): { setting: SettingName; mode: string }[] {
  return secretFiles.flatMap((setting) => {
    const path = settings[setting];
    const stat = path === '' ? undefined : statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || (stat.mode & 0o004) === 0) return [];
    return [{ setting, mode: (stat.mode & 0o777).toString(8).padStart(4, '0') }];
  });
}

/** Tells the log of them. */
export function warnOfModes(settings: Settings, log: Logger): void {
  for (const found of readableByAll(settings))
    log.warn(found, 'a file with a secret may be read by everybody on this machine');
}
