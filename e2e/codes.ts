import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fromColumns, SoftwareKeys, toColumns } from '@websign/providers';
import type { Demo } from './demo.ts';

/** Has a signer's codes come by e-mail, as `account set-otp` does when its delay is over. */
export async function codesByMail(demo: Demo, username: string): Promise<void> {
  await resetCodes(demo, username, 'sent');
}

/**
 * Gives a signer a new device, as `account reset-otp` does when its delay is over: none of its codes was used. Resolves
 * to its secret in base32.
 */
export const newDevice = (demo: Demo, username: string): Promise<string> =>
  resetCodes(demo, username, 'device');

const METHODS = { sent: 'EMAIL', device: 'TOTP' } as const;

async function resetCodes(
  { dataFolder }: Demo,
  username: string,
  method: keyof typeof METHODS,
): Promise<string> {
  const masterKey = { file: join(dataFolder, 'demo', 'master.key') };
  const keys = await SoftwareKeys.open({ masterKey, newDeviceAfterMs: 0 });
  const database = new DatabaseSync(join(dataFolder, 'websign.db'), { timeout: 10_000 });
  try {
    const row = database
      .prepare(
        'SELECT id, "sealedVerifier" AS verifier, "sealedKey" AS key, "sealedTotp" AS totp FROM accounts WHERE username = ?',
      )
      .get(username);
    const [id, verifier, key, old] = [row?.id, row?.verifier, row?.key, row?.totp].map(String);
    const sealed = fromColumns(id ?? '', { verifier: verifier ?? '', key: key ?? '', totp: old ?? '' });
    const names = { label: username, issuer: 'WebSign', method, now: Date.now() };
    const made = await keys.resetOtp({ sealed, ...names });
    database
      .prepare('UPDATE accounts SET "otpMethod" = ?, "sealedTotp" = ?, "totpLast" = 0 WHERE username = ?')
      .run(METHODS[method], toColumns(made.sealed).totp, username);
    return made.totp.secret;
  } finally {
    database.close();
    await keys.close();
  }
}

/** The codes in the demonstration's letters, in the order of their files. */
export async function mailedCodes({ dataFolder }: Demo): Promise<string[]> {
  const folder = join(dataFolder, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const letters = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return letters.flatMap((letter) => /Κωδικός μίας χρήσης: (\d{6})/.exec(plainText(letter))?.[1] ?? []);
}

/** The plain text of a letter, which is written in base64. */
export function plainText(letter: string): string {
  const [, part = ''] = /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(letter) ?? [];
  return Buffer.from(part, 'base64').toString('utf8');
}
