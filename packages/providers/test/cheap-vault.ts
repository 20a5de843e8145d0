import { readMasterKey } from '../src/software/master-key.ts';
import { PasswordHasher } from '../src/software/password.ts';
import { Vault } from '../src/software/vault.ts';

/** The least that a record may say: what production asks is shown by one-hash.test.ts. */
const COST = { memory: 8, passes: 1 };
const AT_ONCE = 4;
const MOST_WAITING = 1000;
const WAIT_MS = 60_000;

/**
 * Makes the rows of accounts as the signer process does, over the same master key, with passwords that cost next to
 * nothing to check: a test that signs people in, again and again, is not about what a guess costs.
 */
export function cheapVault(file: string): Vault {
  const masterKey = { file };
  return new Vault(
    readMasterKey(masterKey),
    {
      masterKey,
      clock: 'own',
      ...{ maxFailures: 10, failureWindowMs: 300_000, hashesAtOnce: AT_ONCE, newDeviceAfterMs: 0 },
    },
    new PasswordHasher(AT_ONCE, MOST_WAITING, WAIT_MS, COST),
  );
}
