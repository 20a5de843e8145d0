import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, type DocumentAnswer, type SignAnswer } from '@websign/contract';
import { documentObjects, judgedByVerapdf, verapdfHome, writePdf } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../src/main.ts';
import { Person, smallPdf, type TestAccount, totp } from './harness.ts';

const refused = writePdf({
  kind: 'table',
  objects: documentObjects({
    pages: [{ content: 'BT /F1 12 Tf 3 Tr 72 700 Td (secret) Tj ET' }],
    catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>',
  }),
});
const broken = new TextEncoder().encode('%PDF-1.7\nnothing');

let folder: string;
let server: RunningServer;
/** What is told of a report that was uploaded. */
let told: DocumentAnswer;
/** By name; each of them in Greek or in English, or in both. */
const made: { name: string; bytes: Uint8Array }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'websign-own-'));
  const environment = { PORT: '0', OPERATIONS_PORT: 'off', WEBSIGN_DATA: folder, LOG_LEVEL: 'silent' };
  server = await startServer({ demo: true, environment });
  const [account] = JSON.parse(readFileSync(join(folder, 'demo-accounts.json'), 'utf8')) as TestAccount[];
  const person = await Person.at(server.url, account);
  const keep = async (name: string, path: string, init: RequestInit = {}): Promise<void> => {
    const headers = { authorization: `Bearer ${person.sessionId}` };
    const answer = await fetch(`${server.url}${path}`, { ...init, headers });
    expect([name, answer.status]).toEqual([name, 200]);
    made.push({ name, bytes: new Uint8Array(await answer.arrayBuffer()) });
  };

  const id = await person.document(smallPdf(), 'αίτηση.pdf');
  await keep('findings, to be signed', `/api/documents/${id}/findings?format=pdf`);
  const report = await person.document(made[0]?.bytes ?? new Uint8Array(), 'αναφορά.pdf');
  told = (await person.get<DocumentAnswer>(api.document(report))).body;
  const otp = totp(account?.totpSecret ?? '', Date.now());
  const { body } = await person.sign<SignAnswer>({
    documents: [id, report],
    otp,
    visibility: true,
    reason: 'Έγκριση',
  });
  expect(body.status).toBe('success');
  made.push({ name: 'findings, signed', bytes: await person.file(report) });
  await keep('evidence sheet', `/api/documents/${id}/evidence?format=pdf`);

  const files = [
    { name: 'αίτηση.pdf', bytes: await person.file(id) },
    { name: 'plain.pdf', bytes: smallPdf() },
    { name: 'a\u202efdp.exe 漢字 <&>.pdf', bytes: refused },
    { name: 'broken.pdf', bytes: broken },
  ];
  for (const { name, bytes } of files.slice(1)) {
    const { documents } = (await person.upload([{ name, bytes }])).body;
    await keep(`findings of ${name}`, `/api/documents/${documents[0]?.record}/findings?format=pdf`);
  }
  for (const locale of ['el', 'en']) {
    const form = new FormData();
    for (const { name, bytes } of files)
      form.append('document', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
    const path = `/api/verify_document?format=pdf&locale=${locale}`;
    await keep(`verification in ${locale}`, path, { method: 'POST', body: form });
  }
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the product's own PDFs", () => {
  test('HIS-2 SGN-9: each says that it is PDF/A-2a and PDF/UA-1', () => {
    expect(made).toHaveLength(8);
    for (const { bytes } of made) {
      const text = Buffer.from(bytes).toString('latin1');
      expect(text).toMatch(/<pdfaid:part>2<.*<pdfaid:conformance>A<.*<pdfuaid:part>1</);
      expect(text).toContain('/S/GTS_PDFA1');
    }
  });

  test('SGN-14 the desk is told what a document claims', () => {
    expect(told.standards).toEqual(['PDF/A-2a', 'PDF/UA-1']);
    expect(told.visibleKeepsStandards).toBe(true);
  });

  test.skipIf(verapdfHome === undefined)(
    verapdfHome === undefined
      ? 'skipped: veraPDF not installed'
      : 'HIS-2 SGN-9 SGN-14: each is, one that was signed as well, by veraPDF',
    { timeout: 300_000 },
    () => {
      const jobs = made.flatMap((one) => ['2a', 'ua1'].map((flavour) => ({ ...one, flavour })));
      const verdicts = judgedByVerapdf(jobs, verapdfHome ?? '');
      expect(verdicts.filter(({ conforms }) => !conforms)).toEqual([]);
    },
  );
});
