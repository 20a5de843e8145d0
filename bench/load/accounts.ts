import { randomUUID } from 'node:crypto';
import { parseCertificate } from '@websign/pki';
import { SoftwareKeys, toColumns } from '@websign/providers';
import { openStorage } from '../../apps/server/src/storage/index.ts';
import type { DemoAccount } from '../../e2e/demo.ts';
import type { AuthoritiesReady } from './authorities.ts';

export interface Enrolling {
  dataFolder: string;
  databaseUrl: string;
  masterKey: string;
  nameKey: Uint8Array;
  authorities: AuthoritiesReady;
}

/** Accounts `signer0001` …, each sealed under a password of its own; one key and certificate serve them all. */
export async function enrolSigners(count: number, place: Enrolling): Promise<DemoAccount[]> {
  const { dataFolder, databaseUrl, masterKey, nameKey, authorities } = place;
  const keys = await SoftwareKeys.open({ masterKey: { file: masterKey } });
  const storage = await openStorage({ dataFolder, databaseUrl, nameKey });
  const chain = authorities.chain.map((der) => Buffer.from(der, 'base64'));
  const pkcs8 = Buffer.from(authorities.pkcs8, 'base64');
  const [certificate = Buffer.alloc(0)] = chain;
  const { serialHex, validity } = parseCertificate(certificate);
  const one = async (number: number): Promise<DemoAccount> => {
    const id = randomUUID();
    const username = `signer${String(number).padStart(4, '0')}`;
    const password = `Passw0rd!${number}`;
    const names = { account: id, label: username, issuer: 'WebSign load' };
    const { sealed, totp } = await keys.importKey({
      ...names,
      method: 'device',
      password,
      pkcs8,
      certificate,
    });
    await storage.accounts.create({
      id,
      username,
      surname: `Επώνυμο ${number}`,
      name: 'Όνομα',
      email: `${username}@example.test`,
      subjectSerial: `LOAD-${number}`,
      certificateSerial: serialHex.toUpperCase(),
      validUntil: validity.notAfter,
      otpMethod: 'TOTP',
      chain,
      ...toColumns(sealed),
    });
    return { username, password, totpSecret: totp.secret };
  };
  try {
    const accounts: DemoAccount[] = [];
    for (let from = 0; from < count; from += 4) {
      const numbers = Array.from({ length: Math.min(4, count - from) }, (_, at) => from + at + 1);
      accounts.push(...(await Promise.all(numbers.map(one))));
    }
    return accounts;
  } finally {
    await keys.close();
    await storage.close();
  }
}
