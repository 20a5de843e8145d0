import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoginAnswer, SignRequest, UploadAnswer } from '@websign/contract';
import { parseCertificate } from '@websign/pki';
import { toColumns } from '@websign/providers';
import {
  documentObjects,
  makeTestPki,
  TEST_NOW,
  type TestSignerName,
  testTsa,
  writePdf,
} from '@websign/testkit';
import { cheapVault } from '../../../../packages/providers/test/cheap-vault.ts';
import { type RunningServer, startServer } from '../../src/main.ts';
import { openStorage } from '../../src/storage/index.ts';

export const pki = makeTestPki();
const step = 30_000;
const pem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;

export const smallPdf = (text = 'one') =>
  writePdf({
    kind: 'table',
    objects: documentObjects({ pages: [{}, { content: `BT /F1 12 Tf (${text}) Tj ET` }] }),
  });

export interface TestAccount {
  username: string;
  password: string;
  /** base32 */
  totpSecret: string;
}

export interface TestHome {
  folder: string;
  environment: Record<string, string>;
  accounts: TestAccount[];
  /** Lines of all servers' logs. */
  logged: string[];
  /** How the time-stamp authority answers. */
  tsa: { answers: boolean; asked: number };
  /** The clock of the home's servers: it runs, and stands at the test PKI's day. */
  clock(): number;
  /** Puts it forward by so many milliseconds. */
  advance(ms: number): void;
  remove(): Promise<void>;
}

export const people: { username: string; surname: string; name: string; key: TestSignerName }[] = [
  { username: 'maria', surname: 'Παπαδοπούλου', name: 'Μαρία', key: 'p256' },
  { username: 'nikos', surname: 'Ωραιόπουλος', name: 'Νίκος', key: 'rsa3072' },
  { username: 'eleni', surname: 'Γεωργίου', name: 'Ελένη', key: 'p384' },
  { username: 'petros', surname: 'Δήμου', name: 'Πέτρος', key: 'rsa2048' },
];

/** Whose certificates the people have, and who answers for them; the test PKI when left out. */
export interface TestAuthorities {
  root: Uint8Array;
  identity(key: TestSignerName): { pkcs8: Uint8Array; certificate: Uint8Array; chain: Uint8Array[] };
  /** Under the clock of the home: a path and what was posted to it, if anything. */
  answer(path: string, body: Uint8Array, now: number): Promise<Uint8Array | undefined>;
}

const testAuthorities: TestAuthorities = {
  root: pki.root.certificate,
  identity: (key) => pki.signers[key],
  answer: (_, body, now) => testTsa(pki, { time: now })(body),
};

/** A data folder with accounts, a time-stamp authority on loopback, and the environment of production. */
export async function testHome(
  extra: Record<string, string> = {},
  authorities: (origin: string) => Promise<TestAuthorities> = async () => testAuthorities,
  who = people,
): Promise<TestHome> {
  const folder = mkdtempSync(join(tmpdir(), 'websign-server-'));
  const master = join(folder, 'master.key');
  writeFileSync(master, `1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  const data = join(folder, 'data');
  const tsa = { answers: true, asked: 0 };
  let offset = TEST_NOW - Date.now();
  const clock = () => Date.now() + offset;
  const served: { by?: TestAuthorities } = {};
  const authority = await serve(served, tsa, clock);
  const { port } = authority.address() as AddressInfo;
  const by = await authorities(`http://127.0.0.1:${port}`);
  served.by = by;
  writeFileSync(join(folder, 'tsa.pem'), pem(by.root));
  writeFileSync(join(folder, 'name.key'), randomBytes(32), { mode: 0o600 });
  const accounts = await enrol(who, { data, master, clock, databaseUrl: extra.DATABASE_URL }, by);
  return {
    folder,
    accounts,
    tsa,
    logged: [],
    clock,
    advance(ms) {
      offset += ms;
    },
    environment: {
      PORT: '0',
      HOST: '127.0.0.1',
      WEBSIGN_DATA: data,
      MASTER_KEY_FILE: master,
      ...(extra.DATABASE_URL !== undefined && { NAME_KEY_FILE: join(folder, 'name.key') }),
      TSA_URLS: `http://127.0.0.1:${port}/`,
      TSA_CERTIFICATES_FILE: join(folder, 'tsa.pem'),
      SIGNATURE_LEVEL: 'B-T',
      LEVEL_FALLBACK: 'refuse',
      SANDBOX: 'partial',
      PARSER_SECONDS: '20',
      ...extra,
    },
    async remove() {
      authority.closeAllConnections();
      await new Promise((resolve) => authority.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function serve(
  served: { by?: TestAuthorities },
  state: TestHome['tsa'],
  clock: () => number,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (path === '/') state.asked += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (path === '/' && !state.answers) return response.writeHead(503).end();
    const answer = await served.by?.answer(path, Buffer.concat(chunks), clock());
    if (answer === undefined) return response.writeHead(503).end();
    const type = path === '/' ? 'application/timestamp-reply' : 'application/ocsp-response';
    return response.writeHead(200, { 'content-type': type }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function enrol(
  who: typeof people,
  place: { data: string; master: string; clock: () => number; databaseUrl: string | undefined },
  authorities: TestAuthorities,
): Promise<TestAccount[]> {
  const { data: dataFolder, master, clock, databaseUrl } = place;
  const vault = cheapVault(master);
  const storage = await openStorage({
    dataFolder,
    nameKey: randomBytes(32),
    clock,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  const accounts: TestAccount[] = [];
  for (const { username, surname, name, key } of who) {
    const identity = authorities.identity(key);
    const id = randomUUID();
    const password = `Passw0rd!${username}`;
    const { sealed, totp } = await vault.importKey({
      account: id,
      password: Buffer.from(password),
      label: username,
      issuer: 'WebSign',
      method: 'device',
      pkcs8: identity.pkcs8,
      certificate: identity.certificate,
    });
    const certificate = parseCertificate(identity.certificate);
    await storage.accounts.create({
      id,
      username,
      surname,
      name,
      email: `${username}@example.test`,
      subjectSerial: 'TEST-1',
      certificateSerial: certificate.serialHex.toUpperCase(),
      validUntil: certificate.validity.notAfter,
      otpMethod: 'TOTP',
      chain: identity.chain,
      ...toColumns(sealed),
    });
    accounts.push({ username, password, totpSecret: totp.secret });
  }
  await storage.close();
  return accounts;
}

/** Starts the real server on a test home. */
export const startTest = (home: TestHome, environment: Record<string, string> = {}): Promise<RunningServer> =>
  startServer({
    environment: { ...home.environment, OPERATIONS_PORT: '0', ...environment },
    logTo: { write: (line) => void home.logged.push(line) },
    clock: home.clock,
  });

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 6238: SHA-1, six digits, thirty seconds. */
export function totp(secret: string, now: number): string {
  const bits = [...secret.replace(/=+$/, '')]
    .map((c) => base32.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / step)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A code that was not used yet: the home's clock goes on by a step. */
export function freshCode(home: TestHome, { totpSecret }: TestAccount): string {
  home.advance(step);
  return totp(totpSecret, home.clock());
}

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** A person at the API of one server. */
export class Person {
  readonly account: TestAccount;
  readonly url: string;
  sessionId = '';

  constructor(url: string, account: TestAccount) {
    this.url = url;
    this.account = account;
  }

  static async at(url: string, account: TestAccount | undefined): Promise<Person> {
    if (!account) throw new Error('no such account');
    const person = new Person(url, account);
    const { username, password } = account;
    const answer = await person.post<LoginAnswer>('/api/login', { username, password });
    person.sessionId = answer.body.signer.SessionId.String;
    return person;
  }

  get authorization(): Record<string, string> {
    return this.sessionId === '' ? {} : { authorization: `Bearer ${this.sessionId}` };
  }

  async call<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
    const headers = { ...this.authorization, ...(init.headers as Record<string, string>) };
    const response = await fetch(this.url + path, { ...init, headers });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      body: (json ? JSON.parse(text) : text) as T,
      headers: response.headers,
    };
  }

  get = <T>(path: string) => this.call<T>(path);

  post = <T>(path: string, body: unknown, headers: Record<string, string> = {}) =>
    this.call<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  async upload(files: { name: string; bytes: Uint8Array }[], groupId = '1'): Promise<Answer<UploadAnswer>> {
    const form = new FormData();
    form.append('sessionId', this.sessionId);
    form.append('groupId', groupId);
    for (const { name, bytes } of files) {
      form.append('document', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
    }
    return this.call<UploadAnswer>('/api/upload_document', { method: 'POST', body: form, headers: {} });
  }

  /** Uploads one file that must be accepted; its id. */
  async document(bytes: Uint8Array, name = 'document.pdf', groupId = '1'): Promise<string> {
    const { body } = await this.upload([{ name, bytes }], groupId);
    if (body.document === null) throw new Error(`refused: ${JSON.stringify(body)}`);
    return body.document;
  }

  async file(id: string, revision = 'current'): Promise<Uint8Array> {
    const response = await fetch(`${this.url}/api/documents/${id}/file?revision=${revision}`, {
      headers: this.authorization,
    });
    if (response.status !== 200) throw new Error(`file: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  sign<T = unknown>(
    request: Partial<SignRequest> & { documents: string[] },
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const { username, password } = this.account;
    return this.post<T>(
      '/api/sign_document',
      { username, password, otp: '', visibility: false, ...request },
      headers,
    );
  }
}
