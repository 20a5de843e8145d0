import { nameValue, parseCertificate } from '@websign/pki';
import { makeTestPki } from '@websign/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import type { Context } from '../../../src/services/context.ts';
import { letterOrder } from '../../../src/services/mail/jobs.ts';
import { writeLetter } from '../../../src/services/mail/write.ts';
import { warnOfExpiry } from '../../../src/services/operators/expiry.ts';
import type { Storage } from '../../../src/storage/index.ts';
import { days, enrol, Grounds, minutes } from '../../storage/support/storages.ts';

const grounds = new Grounds(async () => undefined);
afterEach(() => grounds.clear());

const config = (OPERATORS_MAIL: string) =>
  readConfig({ MASTER_KEY_FILE: '/k', SIGNATURE_LEVEL: 'B-B', OPERATORS_MAIL }, false);

type Tools = Pick<Context, 'storage' | 'clock' | 'config' | 'seal' | 'timeStamps' | 'archive'>;

async function place(mail = 'operators@example.gr') {
  const ground = await grounds.lay();
  const tools = (storage: Storage): Tools => ({
    ...{ storage, clock: ground.now, config: config(mail) },
    ...{ seal: undefined, timeStamps: undefined, archive: undefined },
  });
  const { storage } = ground;
  return {
    ...ground,
    tools,
    /** An account whose certificate ends so long from now. */
    async ends(username: string, after: number) {
      const { id } = await enrol(storage, username);
      const certificate = {
        certificateSerial: '0A',
        validUntil: ground.now() + after,
        chain: [],
        verifier: 'v',
        key: 'k',
      };
      await storage.accounts.renew(id, 1, certificate);
      return id;
    },
    /** The letters that leave now: what they are, and to whom. */
    async letters() {
      const jobs = await storage.outbox.claim(100, 1000);
      const written = [];
      for (const job of jobs) {
        const order = letterOrder.parse(job.payload);
        const letter = await writeLetter({ config: config(mail), storage, clock: ground.now }, order, job);
        await storage.outbox.complete(job);
        written.push({ kind: order.letter, to: letter.to, subject: letter.subject, text: letter.text });
      }
      return written;
    },
  };
}

describe('CRT-1 certificates that end soon', () => {
  test('their signers are told once for each of 30, 14, 7 and 1 days, by however many servers, and operators of all', async () => {
    const { storage, second, tools, ends, letters, pass } = await place();
    await ends('maria', days(31));
    await ends('nikos', days(400));
    const servers = [tools(storage), tools(await second())];
    const given: string[][] = [];
    for (let day = 0; day < 33; day += 1) {
      // Twice a day each, both at once.
      for (let look = 0; look < 2; look += 1)
        await Promise.all(servers.map((server) => warnOfExpiry(server)));
      pass(minutes(20));
      const written = await letters();
      if (written.length > 0)
        given.push([String(31 - day), ...written.map(({ kind, to }) => `${kind} ${to}`)]);
      pass(days(1) - minutes(20));
    }
    const both = ['certificate_ending maria@example.gr', 'certificates_digest operators@example.gr'];
    expect(given).toEqual(['30', '14', '7', '1'].map((day) => [day, ...both]));
  });

  test('the letters say what ends when, in both languages, and whom to ask', async () => {
    const { storage, tools, ends, letters, pass } = await place();
    await ends('maria', days(7));
    await warnOfExpiry(tools(storage));
    pass(minutes(20));
    const [signer, operators] = await letters();
    expect(signer?.subject).toBe('Το πιστοποιητικό σας λήγει σε 7 ημέρες / Your certificate ends in 7 days');
    expect(signer?.text).toContain('Μετά τη λήξη δεν θα μπορείτε να υπογράφετε.');
    expect(signer?.text).toContain('Certificate serial number: 0A');
    expect(operators?.subject).toBe('1 πιστοποιητικό λήγει σύντομα / 1 certificate ends soon');
    expect(operators?.text).toContain('Παπαδοπούλου Μαρία (maria): ');
  });

  test('one that was renewed meanwhile, or whose account is blocked, is not told of', async () => {
    const { storage, tools, ends, pass } = await place('');
    const id = await ends('maria', days(7));
    const blocked = await ends('nikos', days(7));
    await storage.roster.block(blocked, { kind: 'account_blocked' });
    await warnOfExpiry(tools(storage));
    await storage.accounts.renew(id, 2, {
      certificateSerial: '0B',
      validUntil: Date.UTC(2040, 0),
      chain: [],
      verifier: 'v',
      key: 'k',
    });
    pass(minutes(20));
    const jobs = await storage.outbox.claim(9, 1000);
    expect(jobs.map(({ payload }) => letterOrder.parse(payload))).toMatchObject([
      { letter: 'certificate_ending', accountId: id },
    ]);
    const [job] = jobs;
    if (!job) throw new Error('no letter');
    const written = writeLetter(
      { config: config(''), storage, clock: Date.now },
      letterOrder.parse(job.payload),
      job,
    );
    await expect(written).rejects.toThrow('the certificate was renewed');
  });

  test('the service’s own are in the operators’ letter', async () => {
    const { storage, tools, letters, pass, now } = await place();
    const { root } = makeTestPki();
    const { validity, subject } = parseCertificate(root.certificate);
    const client = { ask: () => Promise.reject(new Error('unused')) };
    pass(validity.notAfter - now() - days(29));
    const server = { ...tools(storage), timeStamps: { client, anchors: [root.certificate] } };
    await warnOfExpiry(server);
    await warnOfExpiry(server);
    pass(minutes(20));
    const told = await letters();
    expect(told.map(({ kind, to }) => `${kind} ${to}`)).toEqual(['certificates_digest operators@example.gr']);
    expect(told[0]?.text).toContain(`${nameValue(subject, 'commonName')}: `);
    await warnOfExpiry(server);
    pass(minutes(20));
    expect(await letters()).toEqual([]);
  });
});
