import { request } from 'node:http';
import type { UploadAnswer } from '@websign/contract';
import type { Person } from './harness.ts';

const boundary = 'held';
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** An upload whose file goes on coming, slowly, until the test ends it. */
export interface HeldUpload {
  /** Sends the rest of the file; the answer's status and code. */
  finish(): Promise<{ status: number; code: string | null }>;
  /** Cuts the connection. */
  cut(): void;
  readonly answer: Promise<{ status: number; code: string | null }>;
}

/** Begins to send `bytes`: all but the last two octets, which `finish` sends. */
export function holdUpload({ url, sessionId }: Person, bytes: Uint8Array): HeldUpload {
  const {
    promise: answer,
    resolve,
    reject,
  } = Promise.withResolvers<{ status: number; code: string | null }>();
  const call = request(`${url}/api/upload_document`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  call.on('error', reject);
  call.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('end', () => {
      const { code } = JSON.parse(text) as UploadAnswer;
      resolve({ status: response.statusCode ?? 0, code });
    });
  });
  // A test that cuts it asks for no answer.
  answer.catch(() => undefined);
  call.write(field('sessionId', sessionId) + field('groupId', '77'));
  call.write(`--${boundary}\r\nContent-Disposition: form-data; name="document"; filename="held.pdf"\r\n\r\n`);
  call.write(bytes.subarray(0, -2));
  return {
    answer,
    cut: () => call.destroy(),
    finish() {
      call.end(Buffer.concat([bytes.subarray(-2), Buffer.from(`\r\n--${boundary}--\r\n`)]));
      return answer;
    },
  };
}
