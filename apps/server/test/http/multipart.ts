import { request } from 'node:http';
import type { UploadAnswer } from '@websign/contract';

export type Part = { name: string; value: string } | { name: string; filename: string; bytes: Uint8Array };

const boundary = 'boundary-of-the-test';

function* encode(parts: Part[]): Generator<Uint8Array> {
  for (const part of parts) {
    const file = 'bytes' in part;
    const head = file ? `; filename="${part.filename}"\r\nContent-Type: application/pdf` : '';
    yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${head}\r\n\r\n`);
    if (!file) yield Buffer.from(part.value);
    else for (let at = 0; at < part.bytes.length; at += 65_536) yield part.bytes.subarray(at, at + 65_536);
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

export interface Uploaded {
  status: number;
  body: UploadAnswer;
  headers: NodeJS.Dict<string | string[]>;
}

/** Sends parts just as they are given; with `cutAfter`, ends the connection after so many bytes. */
export async function post(
  url: string,
  parts: Part[],
  options: { cutAfter?: number } = {},
): Promise<Uploaded> {
  const { promise, resolve, reject } = Promise.withResolvers<Uploaded>();
  const call = request(`${url}/api/upload_document`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  call.on('error', reject);
  call.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as UploadAnswer;
      resolve({ status: response.statusCode ?? 0, body, headers: response.headers });
    });
  });
  let sent = 0;
  for (const chunk of encode(parts)) {
    sent += chunk.length;
    if (sent > (options.cutAfter ?? Number.POSITIVE_INFINITY)) {
      call.destroy();
      break;
    }
    if (!call.write(chunk))
      await Promise.race([new Promise((done) => call.once('drain', done)), promise.catch(() => {})]);
  }
  call.end();
  return promise;
}

/** Sends `begin` and goes on with letters until the server ends it, at most 200 MB; a status or an error's code. */
export async function sendOn(url: string, begin: string): Promise<{ sent: number; outcome: string }> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const call = request(url, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'multipart/form-data; boundary=BB' },
  });
  let ended = false;
  const end = (outcome: string) => {
    ended = true;
    resolve(outcome);
  };
  call.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  call.on('response', (response) => {
    response.resume();
    end(String(response.statusCode));
  });
  call.write(begin);
  const piece = Buffer.alloc(1024 * 1024, 120);
  let sent = 0;
  for (; !ended && sent < 200 * 1024 * 1024; sent += piece.length) {
    if (!call.write(piece)) await Promise.race([new Promise((done) => call.once('drain', done)), promise]);
  }
  call.end();
  return { sent, outcome: await promise };
}
