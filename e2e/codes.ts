import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fromColumns, SoftwareKeys, toColumns } from '@websign/providers';
import type { Demo } from './demo.ts';

/** Has a signer's codes come by e-mail, as `account set-otp` does when its delay is over. */
export async function codesByMail({ dataFolder }: Demo, username: string): Promise<void> {
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
    const names = { label: username, issuer: 'WebSign', method: 'sent', now: Date.now() } as const;
    const { totp } = toColumns((await keys.resetOtp({ sealed, ...names })).sealed);
    database
      .prepare(`UPDATE accounts SET "otpMethod" = 'EMAIL', "sealedTotp" = ? WHERE username = ?`)
      .run(totp, username);
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
