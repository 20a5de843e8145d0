import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Demo } from './demo.ts';

/** Has a signer's codes come by e-mail, as `account set-otp` does when its delay is over. */
export function codesByMail({ dataFolder }: Demo, username: string): void {
  const database = new DatabaseSync(join(dataFolder, 'websign.db'), { timeout: 10_000 });
  database.prepare(`UPDATE accounts SET "otpMethod" = 'EMAIL' WHERE username = ?`).run(username);
  database.close();
}

/** The codes in the demonstration's letters, in the order of their files. */
export async function mailedCodes({ dataFolder }: Demo): Promise<string[]> {
  const folder = join(dataFolder, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const letters = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return letters.flatMap((letter) => /Κωδικός μίας χρήσης: (\d{6})/.exec(plainText(letter))?.[1] ?? []);
}

/** The plain text of a letter, which is written in base64. */
function plainText(letter: string): string {
  const [, part = ''] = /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(letter) ?? [];
  return Buffer.from(part, 'base64').toString('utf8');
}
