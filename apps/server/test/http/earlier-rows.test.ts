import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  fromColumns,
  isOfEarlierFormat,
  parseSealedAccount,
  SoftwareKeys,
  toColumns,
} from '@websign/providers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EARLIER } from '../../../../packages/providers/test/earlier-rows.ts';
import { keyLine, masterKeyFile, PASSWORD } from '../../../../packages/providers/test/software-bench.ts';
import type { RunningServer } from '../../src/main.ts';
import { digestOf, otpReset, otpResetJob, otpResetKey } from '../../src/services/otp-reset.ts';
import { openStorage, type Storage } from '../../src/storage/index.ts';
import { freshCode, Person, pki, smallPdf, startTest, type TestHome, testHome } from './harness.ts';

/** Under which version of the home's master key the earlier row is: the home's own rows are under the first. */
const VERSION = 9;
const account = { username: 'earlier', password: PASSWORD, totpSecret: EARLIER.secret };

describe('an account of the earlier format', () => {
  let home: TestHome;
  let storage: Storage;
  let server: RunningServer;

  beforeAll(async () => {
    home = await testHome();
    const { WEBSIGN_DATA: dataFolder = '', MASTER_KEY_FILE: file = '' } = home.environment;
    appendFileSync(file, `${keyLine(VERSION, 7)}\n`);
    storage = await openStorage({ dataFolder, nameKey: Buffer.alloc(32), clock: home.clock });
    await storage.accounts.create({
      ...{ id: EARLIER.row.account, username: account.username, surname: 'Π', name: 'Π' },
      ...{ email: 'earlier@example.test', subjectSerial: 'TEST-9', certificateSerial: '01' },
      ...{ validUntil: Date.UTC(2030, 0), otpMethod: 'TOTP', chain: pki.signers.p256.chain },
      ...toColumns(await moved()),
    });
    server = await startTest(home);
  });
  afterAll(async () => {
    await server?.close();
    await storage?.close();
    await home?.remove();
  });

  async function moved() {
    const master = masterKeyFile([keyLine(1, 7), keyLine(VERSION, 7)]);
    const keys = await SoftwareKeys.open({ masterKey: { file: master.file } });
    try {
      return await keys.rewrap(parseSealedAccount(EARLIER.row));
    } finally {
      await keys.close();
      master.remove();
    }
  }

  async function sealed() {
    const secrets = await storage.accounts.sealed(EARLIER.row.account);
    if (secrets === undefined) throw new Error('no secrets');
    return { secrets, row: fromColumns(EARLIER.row.account, secrets) };
  }

  test('is sealed anew at the sign-in, once, with the way of codes that it has, and signs', async () => {
    expect(isOfEarlierFormat((await sealed()).row)).toBe(true);
    const stranger = await new Person(server.url, account).post('/api/login', {
      username: account.username,
      password: 'Wrong-Horse-1',
    });
    expect(stranger.status).toBe(400);
    expect(isOfEarlierFormat((await sealed()).row)).toBe(true);
    const people = await Promise.all([1, 2, 3].map(() => Person.at(server.url, account)));
    const { row } = await sealed();
    expect(isOfEarlierFormat(row)).toBe(false);
    expect(row.totp).toMatchObject({ method: 'device', notBefore: 0, version: VERSION });
    for (const person of people) {
      const id = await person.document(smallPdf());
      const { status } = await person.sign({ documents: [id], otp: freshCode(home, account) });
      expect(status).toBe(200);
    }
    await Person.at(server.url, account);
    expect((await sealed()).row).toEqual(row);
  });

  test('a new device that waits goes on replacing the one that was sealed anew; one of the earlier format does not', async () => {
    const id = EARLIER.row.account;
    const device = async (totp: string) => {
      await storage.outbox.drop(otpResetKey(id));
      const { secrets } = await sealed();
      const earlier = toColumns(await moved());
      expect(await storage.accounts.reseal(id, secrets.version, earlier)).toBe(true);
      const due = home.clock() + 86_400_000;
      await storage.outbox.add(otpResetJob(id, { old: earlier.totp, new: totp }, due));
      // To a ledger that has seen the account anew this row would be of before.
      const SIGNER_LEDGER_FILE = join(home.folder, `ledger-${due}-${totp.length}`);
      const another = await startTest(home, { SIGNER_LEDGER_FILE });
      await Person.at(another.url, account);
      await another.close();
      const waiting = await storage.outbox.waiting(otpResetKey(id));
      return otpReset.parse(waiting?.payload).replaces === digestOf((await sealed()).secrets.totp);
    };
    const { secrets } = await sealed();
    expect(await device(secrets.totp)).toBe(true);
    expect(await device(toColumns(await moved()).totp)).toBe(false);
  });
});
