import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCertificate } from '@websign/pki';
import { toColumns } from '@websign/providers';
import { makeTestPki, type TestIdentity, type TestPki, testTsa } from '@websign/testkit';
import { cheapVault } from '../../../../../packages/providers/test/cheap-vault.ts';
import { openStorage, type Storage } from '../../../src/storage/index.ts';
import type { TestAccount } from '../../http/harness.ts';
import { type MailServer, mailServer } from '../../services/mail/smtp-server.ts';
import { type Postgres, startPostgres } from '../../storage/support/postgres.ts';
import { startWire, type Wire } from '../../storage/support/wire.ts';
import { sharedBlobs } from './blobs.ts';

const day = 24 * 60 * 60 * 1000;

/** What replicas stand on: one database behind a wire, one place of blobs, a time-stamp authority, a mail server. */
export interface Place {
  readonly folder: string;
  readonly accounts: readonly TestAccount[];
  /** Of every replica, but for its own data folder and ports. */
  readonly environment: Record<string, string>;
  readonly wire: Wire;
  readonly tsa: { hangs: boolean; asked: number };
  readonly mail: MailServer;
  /** A fresh data folder, empty but for the way to the blobs. */
  dataFolder(): string;
  /** The storage as a further server sees it, not over the wire. */
  storage(): Promise<Storage>;
  remove(): Promise<void>;
}

/** A place with so many signers, at the machine's own time. */
export async function startPlace(signers: number): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'websign-replicas-'));
  const write = (name: string, bytes: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes, { mode: 0o600 });
    return path;
  };
  const postgres: Postgres = await startPostgres();
  const direct = await postgres.createDatabase();
  const wire = await startWire(direct);
  const pki = makeTestPki();
  const { signer, stamper } = identitiesNow(pki);
  const authority = await timeStamps(pki, stamper);
  const mail = await mailServer();
  const nameKey = randomBytes(32);
  const blobs = await sharedBlobs(folder, write);
  const storage = () =>
    openStorage({
      ...{ dataFolder: place.dataFolder(), databaseUrl: direct, nameKey: new Uint8Array(nameKey) },
      ...blobs.storage,
    });
  const master = write('master.key', `1:${randomBytes(32).toString('base64')}\n`);
  const place = {
    folder,
    accounts: [] as TestAccount[],
    environment: {
      ...{ HOST: '127.0.0.1', DATABASE_URL: wire.url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' },
      ...{ MASTER_KEY_FILE: master, NAME_KEY_FILE: write('name.key', nameKey) },
      ...{ TSA_URLS: authority.url, TSA_CERTIFICATES_FILE: write('tsa.pem', pem(pki.root.certificate)) },
      ...{ SIGNATURE_LEVEL: 'B-T', LEVEL_FALLBACK: 'refuse', TSA_SECONDS: '3' },
      ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mail.port), SMTP_TLS: 'none' },
      ...{ MAIL_FROM: 'websign@example.test', PARSER_CHILDREN: '1', PARSER_SECONDS: '20' },
      ...{ SANDBOX: 'partial' },
      ...blobs.environment,
    },
    wire,
    tsa: authority.state,
    mail,
    dataFolder() {
      const data = mkdtempSync(join(folder, 'data-'));
      blobs.into(data);
      return data;
    },
    storage,
    async remove() {
      authority.close();
      await mail.close();
      await wire.close();
      await postgres.stop();
      await blobs.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  place.accounts.push(...(await enrol(await storage(), master, signer, signers)));
  return place;
}

const pem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;

/** The replicas run at the machine's own time, which the test PKI's day may not be. */
function identitiesNow(pki: TestPki): { signer: TestIdentity; stamper: TestIdentity } {
  const validity = { notBefore: Date.now() - day, notAfter: Date.now() + 365 * day };
  return {
    signer: pki.issue('p256', { serial: 301, validity }),
    stamper: pki.issue('tsa', {
      ...{ serial: 302, validity },
      extensions: {
        basicConstraints: { ca: false },
        keyUsage: ['digitalSignature'],
        extendedKeyUsage: { purposes: ['1.3.6.1.5.5.7.3.8'], critical: true },
      },
    }),
  };
}

async function timeStamps(pki: TestPki, identity: TestIdentity) {
  const state = { hangs: false, asked: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    state.asked += 1;
    if (state.hangs) return;
    const answer = await testTsa(pki, { identity, time: Date.now() })(Buffer.concat(chunks));
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function enrol(storage: Storage, master: string, signer: TestIdentity, count: number) {
  const vault = cheapVault(master);
  const certificate = parseCertificate(signer.certificate);
  const one = async (_: unknown, at: number): Promise<TestAccount> => {
    const [id, username] = [randomUUID(), `signer${at}`];
    const password = `Passw0rd!${username}`;
    const { pkcs8 } = signer;
    const made = { account: id, password: Buffer.from(password), label: username, issuer: 'WebSign', pkcs8 };
    const { sealed, totp } = await vault.importKey({
      ...made,
      method: 'device',
      certificate: signer.certificate,
    });
    await storage.accounts.create({
      ...{ id, username, surname: 'Παπαδοπούλου', name: 'Μαρία', email: `${username}@example.test` },
      ...{ subjectSerial: 'TEST-1', certificateSerial: certificate.serialHex.toUpperCase() },
      ...{ validUntil: certificate.validity.notAfter, otpMethod: 'TOTP', chain: signer.chain },
      ...toColumns(sealed),
    });
    return { username, password, totpSecret: totp.secret };
  };
  try {
    return await Promise.all(Array.from({ length: count }, one));
  } finally {
    await storage.close();
  }
}
