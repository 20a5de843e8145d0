import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { limits, type SignAnswer } from '@websign/contract';
import { isInstalled, judged } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { freshCode, Person, startTest, testHome } from './harness.ts';

const corpus = process.env.WEBSIGN_CORPUS;
const skipped = corpus === undefined ? ' (skipped: WEBSIGN_CORPUS not set)' : '';

/** Every PDF under `folder` that one upload may carry. */
const pdfsOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.pdf') && statSync(path).size <= limits.fileBytes);

/** So many of a folder, from all over it: what is found in each is scored by its own tests. */
const MOST = 150;
const chosen = (paths: string[]): string[] =>
  paths.filter((_, at) => at % Math.ceil(paths.length / MOST) === 0);

/** So many are examined in the time in which an upload is answered, whatever else the machine does. */
const AT_ONCE = 60;

/** In portions that one request may carry. */
function* portions(paths: string[]): Generator<{ name: string; bytes: Uint8Array }[]> {
  let files: { name: string; bytes: Uint8Array }[] = [];
  let size = 0;
  for (const path of paths) {
    const bytes = new Uint8Array(readFileSync(path));
    if (size + bytes.length > limits.totalBytes || files.length === AT_ONCE) {
      yield files;
      [files, size] = [[], 0];
    }
    files.push({ name: basename(path), bytes });
    size += bytes.length;
  }
  yield files;
}

describe.skipIf(corpus === undefined)('a folder of PDFs', () => {
  test(`SGN-9: is uploaded and signed with one code, each file right or refused by a code${skipped}`, {
    timeout: 900_000,
  }, async () => {
    const home = await testHome();
    const server = await startTest(home);
    const maria = await Person.at(server.url, home.accounts[0]);
    const documents: string[] = [];
    const confirmed: string[] = [];
    for (const files of [...portions(chosen(pdfsOf(corpus ?? '')))]) {
      const { status, body } = await maria.upload(files);
      expect(status).toBe(200);
      for (const { id, code, findings } of body.documents) {
        expect(['internal', 'busy']).not.toContain(code);
        if (id === null || documents.length === 1000) continue;
        documents.push(id);
        confirmed.push(...findings.filter(({ verdict }) => verdict === 'warn').map((finding) => finding.id));
      }
    }
    const otp = freshCode(home, maria.account);
    const { body } = await maria.sign<SignAnswer>({
      documents,
      otp,
      visibility: true,
      reason: 'Έγκριση',
      confirmed,
      confirmedPlaces: documents,
    });
    for (const { code } of body.documents)
      expect(['internal', 'busy', 'changed', 'bad_request']).not.toContain(code);
    const signed = body.documents.filter(({ status }) => status === 'success');
    expect(signed.length).toBeGreaterThan(documents.length * 0.9);
    for (const { document } of isInstalled('pdfsig') ? signed.slice(0, 50) : []) {
      const { text } = judged('pdfsig', [], await maria.file(document));
      expect(text.split('Signature #').at(-1)).toContain('Signature is Valid');
      expect(text).toContain('Total document signed');
    }
    expect(home.logged.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
    await server.close();
    await home.remove();
  });
});
