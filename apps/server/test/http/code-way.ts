import { fromColumns, SoftwareKeys, toColumns } from '@websign/providers';
import type { OtpMethod } from '../../src/services/otp-reset.ts';
import { openStorage } from '../../src/storage/index.ts';
import type { TestHome } from './harness.ts';

/** Has an account's codes come by another way, as an operator's `set-otp` does once its delay is over. */
export async function codesBy(home: TestHome, username: string, method: OtpMethod): Promise<void> {
  const { WEBSIGN_DATA: dataFolder = '', MASTER_KEY_FILE: file = '' } = home.environment;
  const storage = await openStorage({ dataFolder, nameKey: Buffer.alloc(32), clock: home.clock });
  const keys = await SoftwareKeys.open({ masterKey: { file }, newDeviceAfterMs: 0, clock: 'caller' });
  try {
    const { id = '' } = (await storage.accounts.findByUsername(username)) ?? {};
    const secrets = await storage.accounts.sealed(id);
    if (secrets === undefined) throw new Error(`no account ${username}`);
    const names = { label: username, issuer: 'WebSign', method: 'sent', now: home.clock() } as const;
    const made = await keys.resetOtp({ sealed: fromColumns(id, secrets), ...names });
    const { totp } = toColumns(made.sealed);
    await storage.accounts.reseal(id, secrets.version, { totp }, undefined, { method });
  } finally {
    await keys.close();
    await storage.close();
  }
}
