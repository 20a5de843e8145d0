import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorAnswer, HistoryAnswer, SignAnswer } from '@websign/contract';
import { hasRadosgw, type Radosgw, startRadosgw } from '@websign/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, type RunningServer } from '../../src/main.ts';
import { type FaultyProxy, faultyProxy } from '../storage/support/faulty-proxy.ts';
import { freshCode, Person, smallPdf, startTest, type TestHome, testHome, totp } from './harness.ts';

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasRadosgw())(
  hasRadosgw() ? 'documents in a bucket' : 'skipped: radosgw not installed',
  () => {
    let s3: Radosgw;
    let proxy: FaultyProxy;
    let home: TestHome;
    let server: RunningServer;
    let maria: Person;
    let bucket: Record<string, string>;

    beforeAll(async () => {
      s3 = await startRadosgw();
      proxy = await faultyProxy(s3.endpoint);
      home = await testHome();
      const [access, secret] = [join(home.folder, 's3-access'), join(home.folder, 's3-secret')];
      writeFileSync(access, `${s3.accessKey}\n`);
      writeFileSync(secret, `${s3.secretKey}\n`);
      bucket = {
        S3_BUCKET: s3.bucket,
        S3_ENDPOINT: proxy.url,
        S3_ACCESS_KEY_FILE: access,
        S3_SECRET_KEY_FILE: secret,
        S3_PREFIX: 'websign/',
        S3_SECONDS: '1',
      };
      server = await startTest(home, bucket);
      maria = await Person.at(server.url, home.accounts[0]);
    });
    afterEach(() => {
      proxy.fault = () => undefined;
    });
    afterAll(async () => {
      await server?.close();
      await home?.remove();
      await proxy?.close();
      await s3?.stop();
    });

    const away = () => {
      proxy.fault = () => ({ kind: 'status', status: 503, code: 'SlowDown' });
    };
    const back = async () => {
      proxy.fault = () => undefined;
      const ready = async () => (await fetch(`${server.operationsUrl}/readyz`)).status;
      await expect.poll(ready, { timeout: 15_000, interval: 100 }).toBe(200);
    };

    test('UP-1 SGN-10: they are uploaded, signed and read there, and the data folder holds none', async () => {
      const original = smallPdf('in a bucket');
      const id = await maria.document(original);
      const { body } = await maria.sign<SignAnswer>({ documents: [id], otp: freshCode(home, maria.account) });
      expect(body.status).toBe('success');
      const signed = await maria.file(id);
      expect(Buffer.from(signed.subarray(0, original.length)).equals(original)).toBe(true);
      const listed = await (await s3.ask(`/${s3.bucket}?list-type=2`)).text();
      expect(listed).toContain(`websign/blobs/${hash(signed)}/`);
      const there = readdirSync(join(home.folder, 'data'), { recursive: true, withFileTypes: true });
      const files = there
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name));
      expect(files.filter((path) => /\/blobs\/|\.spool/.test(path))).toEqual([]);
    });

    test('while the bucket does not answer people are told to come back, and nothing is half', {
      timeout: 60_000,
    }, async () => {
      const id = await maria.document(smallPdf('kept'));
      const before = await maria.file(id);
      const { total } = (await maria.get<HistoryAnswer>('/api/history')).body;
      away();
      const upload = await maria.upload([{ name: 'a.pdf', bytes: smallPdf('new') }]);
      expect([upload.status, upload.body.code, upload.headers.get('retry-after')]).toEqual([
        503,
        'busy',
        '5',
      ]);
      const file = await maria.get<ErrorAnswer>(`/api/documents/${id}/file?revision=current`);
      expect([file.status, file.body.error.code]).toEqual([503, 'busy']);
      const otp = freshCode(home, maria.account);
      const sign = await maria.sign<ErrorAnswer>({ documents: [id], otp });
      expect([sign.status, sign.body.error.code, sign.headers.get('retry-after')]).toEqual([
        503,
        'busy',
        '5',
      ]);
      expect((await fetch(`${server.operationsUrl}/readyz`)).status).toBe(503);
      await back();
      expect((await maria.get<HistoryAnswer>('/api/history')).body.total).toBe(total);
      expect(Buffer.from(await maria.file(id)).equals(before)).toBe(true);
      // The code was not spent on what could not be prepared.
      const again = totp(maria.account.totpSecret, home.clock());
      expect((await maria.sign<SignAnswer>({ documents: [id], otp: again })).body.status).toBe('success');
    });

    test('SGN-8: a bucket that takes nothing after the code was spent leaves the document as it was', {
      timeout: 60_000,
    }, async () => {
      const id = await maria.document(smallPdf('not stored'));
      const before = await maria.file(id);
      proxy.fault = (method) => (method === 'PUT' ? { kind: 'cut_request', after: 10 } : undefined);
      const sign = await maria.sign<ErrorAnswer>({ documents: [id], otp: freshCode(home, maria.account) });
      expect([sign.status, sign.body.error.code]).toEqual([503, 'busy']);
      await back();
      expect(Buffer.from(await maria.file(id)).equals(before)).toBe(true);
      const { body } = await maria.sign<SignAnswer>({ documents: [id], otp: freshCode(home, maria.account) });
      expect(body.status).toBe('success');
    });

    test('a start says in a sentence what is wrong with the bucket', async () => {
      const start = (extra: Record<string, string>) => startTest(home, { ...bucket, ...extra });
      await expect(start({ S3_BUCKET: 'websign-absent' })).rejects.toThrow(/no bucket "websign-absent"/);
      await expect(start({ S3_SECRET_KEY_FILE: bucket.S3_ACCESS_KEY_FILE ?? '' })).rejects.toThrow(
        /S3_SECRET_KEY_FILE/,
      );
      await expect(start({ S3_ENDPOINT: '' })).rejects.toThrow(ConfigError);
      await expect(start({ S3_PREFIX: '../' })).rejects.toThrow(/S3_PREFIX/);
    });
  },
);
