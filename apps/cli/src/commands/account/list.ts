import { none, readArguments } from '../../arguments.ts';
import { EXIT } from '../../error.ts';
import { withStorage } from '../../storage.ts';

const OPTIONS = { json: { type: 'boolean', default: false } } as const;

/** Prints every account, nothing secret of it. */
export async function list(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  const accounts = await withStorage(async (storage) => {
    const rows = [];
    for (const account of await storage.accounts.list()) {
      const { id, username, surname, name, email, subjectSerial, certificateSerial, otpMethod } = account;
      const validUntil = new Date(account.validUntil).toISOString();
      const until = await storage.attempts.lockedUntil({ username, origin: 'session' });
      const lockedUntil = until === undefined ? null : new Date(until).toISOString();
      rows.push({
        id,
        username,
        surname,
        name,
        email,
        subjectSerial,
        certificateSerial,
        validUntil,
        otpMethod,
        lockedUntil,
      });
    }
    return rows;
  });
  for (const account of accounts) {
    const { username, surname, name, validUntil, lockedUntil } = account;
    const line = `${username}\t${surname} ${name}\tcertificate until ${validUntil}`;
    const locked = lockedUntil === null ? '' : `\tlocked until ${lockedUntil}`;
    process.stdout.write(`${values.json ? JSON.stringify(account) : `${line}${locked}`}\n`);
  }
  return EXIT.done;
}
