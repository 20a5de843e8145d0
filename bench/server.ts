import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Demo, type DemoAccount, startDemo } from '../e2e/demo.ts';
import { freshOtp } from '../e2e/otp.ts';
import { letter } from '../e2e/papers.ts';
import { fewLargeStreams } from './documents.ts';
import { mebibytes, type Row } from './report.ts';

const MIB = 1024 * 1024;
const UPLOADS = 200;
/** As many of one signer as the server takes at once. */
const AT_ONCE_EACH = 2;
/** UP-3's largest file. */
const LARGEST = 20 * MIB;
const RSS_MARK = 400 * MIB;
const LOGIN_SECONDS = 8;
const LOGINS_AT_ONCE = 8;
const BATCH = 100;

/** Measures a demonstration server from outside. */
export async function serverRows(): Promise<Row[]> {
  const demo = await startDemo({ PARSER_SECONDS: '60', LOG_LEVEL: 'error', UNSIGNED_MB: '8192' });
  try {
    const [account] = demo.accounts;
    if (account === undefined) throw new Error('the demonstration has no signer');
    const session = await login(demo, account);
    return [
      ...(await logins(demo, account)),
      ...(await signs(demo, account, session)),
      ...(await uploads(demo)),
    ];
  } finally {
    await demo.stop();
  }
}

export async function login(
  { url }: Pick<Demo, 'url'>,
  { username, password }: DemoAccount,
  headers: Record<string, string> = {},
): Promise<string> {
  const body = JSON.stringify({ username, password });
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const { signer } = (await answer.json()) as { signer?: { SessionId: { String: string } } };
  if (signer === undefined) throw new Error(`${answer.status} to a login`);
  return signer.SessionId.String;
}

async function logins(demo: Demo, account: DemoAccount): Promise<Row[]> {
  const until = performance.now() + LOGIN_SECONDS * 1000;
  let done = 0;
  const client = async () => {
    for (; performance.now() < until; done += 1) await login(demo, account);
  };
  await Promise.all(Array.from({ length: LOGINS_AT_ONCE }, client));
  const rate = done / LOGIN_SECONDS;
  return [{ name: `login, ${LOGINS_AT_ONCE} clients`, value: rate, shown: `${rate.toFixed(1)} a second` }];
}

/** One code signs a whole group: what a person waits for. */
async function signs(demo: Demo, account: DemoAccount, session: string): Promise<Row[]> {
  const ids: string[] = [];
  const files = Array.from({ length: BATCH }, () => letter());
  const uploaded = (await upload(demo, session, files)) as { documents: { id: string }[] };
  for (const { id } of uploaded.documents) ids.push(id);
  const one = await timedSign(demo, account, session, ids.slice(0, 1));
  const rest = ids.slice(1);
  const many = await timedSign(demo, account, session, rest);
  const rate = rest.length / (many / 1000);
  return [
    { name: 'sign one document (request to answer)', value: one, shown: `${one.toFixed(0)} ms` },
    {
      name: `sign ${rest.length} documents with one code`,
      value: rate,
      shown: `${rate.toFixed(1)} documents a second`,
    },
  ];
}

/** Milliseconds from the request to its answer; rejects where the documents were not signed. */
export async function timedSign(
  { url }: Pick<Demo, 'url'>,
  account: DemoAccount,
  session: string,
  documents: string[],
): Promise<number> {
  const { username, password } = account;
  const otp = await freshOtp(account);
  const body = JSON.stringify({
    documents,
    username,
    password,
    otp,
    visibility: false,
    reason: '',
    title: '',
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${session}` };
  const begun = performance.now();
  const answer = await fetch(`${url}/api/sign_document`, { method: 'POST', headers, body });
  const { status } = (await answer.json()) as { status?: string };
  if (status !== 'success') throw new Error(`signing answered ${answer.status} ${status ?? ''}`);
  return performance.now() - begun;
}

async function uploads(demo: Demo): Promise<Row[]> {
  const file = fewLargeStreams(LARGEST);
  const sessions: string[] = [];
  for (const account of demo.accounts) sessions.push(await login(demo, account));
  const memory = watchMemory(demo.pid);
  const before = memory.now();
  const begun = performance.now();
  let begunUploads = 0;
  const client = async (session: string) => {
    for (; begunUploads < UPLOADS; await upload(demo, session, [file])) begunUploads += 1;
  };
  const clients = sessions.flatMap((session) => Array.from({ length: AT_ONCE_EACH }, () => client(session)));
  await Promise.all(clients);
  const seconds = (performance.now() - begun) / 1000;
  const peak = await memory.stop();
  const rate = (UPLOADS * file.length) / MIB / seconds;
  const name = `${UPLOADS} uploads of 20 MB, ${clients.length} at once`;
  return [
    { name, value: rate, shown: `${rate.toFixed(0)} MB a second, all accepted in ${seconds.toFixed(1)} s` },
    {
      name: `${name}: the server's peak memory`,
      value: peak,
      shown: `${mebibytes(peak)} (${mebibytes(before)} before)`,
      mark: '< 400 MB',
      met: peak < RSS_MARK,
    },
  ];
}

/** Resident memory of a process, sampled. */
function watchMemory(pid: number) {
  const now = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  let peak = now();
  let watching = true;
  const watcher = (async () => {
    for (; watching; await sleep(20)) peak = Math.max(peak, now());
  })();
  return {
    now,
    async stop() {
      watching = false;
      await watcher;
      return peak;
    },
  };
}

/** UP-2: both fields, then the files, streamed; rejects unless every file was accepted. */
export function upload(
  { url }: Pick<Demo, 'url'>,
  session: string,
  files: readonly Buffer[],
): Promise<unknown> {
  const boundary = `websign-${Math.random().toString(36).slice(2)}`;
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fields = field('sessionId', session) + field('groupId', String(Date.now()));
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/upload_document`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.once('end', () => {
        const told = JSON.parse(text) as { status?: string; message?: string };
        if (told.status === 'success') resolve(told);
        else reject(new Error(`${answer.statusCode} to an upload: ${told.message ?? ''}`));
      });
    });
    void (async () => {
      sent.write(fields);
      for (const [index, file] of files.entries()) {
        const head = `Content-Disposition: form-data; name="document"; filename="${index}.pdf"\r\nContent-Type: application/pdf`;
        sent.write(`--${boundary}\r\n${head}\r\n\r\n`);
        for (let at = 0; at < file.length; at += 65_536) {
          if (sent.destroyed) return;
          if (!sent.write(file.subarray(at, at + 65_536))) await drained(sent);
        }
        sent.write('\r\n');
      }
      sent.end(`--${boundary}--\r\n`);
    })();
  });
}

const drained = (stream: NodeJS.EventEmitter) =>
  new Promise<void>((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.once('drain', done).once('close', done);
  });
