import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EvidenceSheet, evidenceSheet, type SignAnswer } from '@websign/contract';
import { isInstalled, judged } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../src/main.ts';
import { composeSheet } from '../../src/services/evidence-sheet/compose.ts';
import { askCopy, scriptedForm, uploaded } from './copies.ts';
import { freshCode, Person, smallPdf, type TestAccount, totp } from './harness.ts';
import { served } from './served.ts';

const production = served();
let folder: string;
let server: RunningServer;
let person: Person;
/** Of a document signed in the demonstration. */
let id: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'websign-evidence-'));
  const environment = { PORT: '0', OPERATIONS_PORT: 'off', WEBSIGN_DATA: folder, LOG_LEVEL: 'silent' };
  server = await startServer({ demo: true, environment });
  const [account] = JSON.parse(readFileSync(join(folder, 'demo-accounts.json'), 'utf8')) as TestAccount[];
  person = await Person.at(server.url, account);
  id = await person.document(smallPdf(), 'αίτηση.pdf');
  const { body } = await person.sign<SignAnswer>({
    documents: [id],
    otp: totp(account?.totpSecret ?? '', Date.now()),
    visibility: true,
    reason: 'Έγκριση δαπάνης',
    title: 'Προϊσταμένη',
  });
  expect(body.status).toBe('success');
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (url: string, { sessionId }: Person, document: string, format = 'json'): Promise<Response> =>
  fetch(`${url}/api/documents/${document}/evidence?format=${format}`, {
    headers: { authorization: `Bearer ${sessionId}` },
  });

describe('the evidence sheet', () => {
  let sheet: EvidenceSheet;
  beforeAll(async () => {
    sheet = evidenceSheet.parse(await (await ask(server.url, person, id)).json());
  });

  test('SGN-9: what was found on many pages is one line with its pages', () => {
    const draft = { kind: 'same_colour_text', verdict: 'warn', excerpt: 'Draft' } as const;
    const twelve = Array.from({ length: 12 }, (_, at) => ({ ...draft, id: `d${at}`, page: at + 1 }));
    const file = { id: 'f', kind: 'embedded_file', verdict: 'warn' } as const;
    const composed = composeSheet({ ...sheet, findings: [...twelve, file] }, { zone: 'UTC', now: 0 });
    const lists = composed.sections.map(({ blocks }) => {
      const heading = blocks.findIndex(
        (block) => block.type === 'heading' && /Ευρήματα|Findings/.test(block.text),
      );
      return blocks[heading + 1];
    });
    expect(lists).toMatchObject([
      {
        type: 'list',
        items: [expect.stringMatching(/, σελίδες 1–12$/), expect.not.stringContaining('σελίδ')],
      },
      { type: 'list', items: [expect.stringMatching(/, pages 1–12$/), expect.not.stringContaining('page')] },
    ]);
  });

  test('SGN-9: who, when, how authenticated, both checksums, certificate and time-stamp', async () => {
    const signed = await person.file(id);
    expect(sheet.document).toMatchObject({ name: 'αίτηση.pdf', size: signed.length });
    expect(sheet.document.checksum).not.toBe(sheet.document.originalChecksum);
    expect(sheet.signer).toMatchObject({ name: 'Παπαδοπούλου Μαρία', username: 'papadopoulou' });
    expect(sheet.versions).toMatchObject([
      {
        number: 1,
        otpMethod: 'TOTP',
        reason: 'Έγκριση δαπάνης',
        title: 'Προϊσταμένη',
        visible: true,
        checksum: sheet.document.checksum,
        baseChecksum: sheet.document.originalChecksum,
      },
    ]);
    const [signature] = sheet.signatures ?? [];
    expect(signature).toMatchObject({ indication: 'TOTAL-PASSED', timeProven: true, qualified: false });
    expect(signature?.chain[0]?.sha256).toBe(sheet.versions[0]?.certificate.sha256);
    expect(signature?.signedAt).toMatch(/[+-]\d\d:\d\d$/);
  });

  test('the audit entries are those of the document, each with the hash that chains it', () => {
    expect(sheet.audit.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['upload', 'sign']));
    const numbers = sheet.audit.map(({ sequence }) => sequence);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(sheet.audit.map(({ hash }) => hash)).size).toBe(sheet.audit.length);
    expect(JSON.stringify(sheet)).not.toContain(person.sessionId);
  });

  test('as a PDF in Greek and English, under the seal of the service', async () => {
    const answer = await ask(server.url, person, id, 'pdf');
    expect(answer.status).toBe(200);
    const disposition = `filename*=UTF-8''${encodeURIComponent('αίτηση_evidence.pdf')}`;
    expect(answer.headers.get('content-disposition')).toContain(disposition);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (isInstalled('pdfsig')) {
      const { text } = judged('pdfsig', [], bytes);
      expect(text).toContain('Signature is Valid');
      expect(text).toContain('Total document signed');
      expect(text).toContain('WebSign Demonstration Seal');
    }
    if (isInstalled('mutool')) {
      const said = judged('mutool', ['draw', '-F', 'txt'], bytes).text;
      const words = Buffer.from(said, 'latin1').toString('utf8').replace(/\s+/g, ' ');
      expect(words).toContain('Φύλλο τεκμηρίωσης υπογραφής');
      expect(words).toContain('Evidence sheet of a signature');
      // Codes are for programs.
      expect(words).not.toMatch(/not_applicable|Not AdES|AdESig/);
      expect(words.replaceAll(' ', '')).toContain(sheet.document.checksum);
      expect(words.replaceAll(' ', '')).toContain(sheet.audit.at(-1)?.hash);
    }
  });

  test('CPY-3: of a safe copy: both checksums, and everything that was left out in words', async () => {
    const original = scriptedForm();
    const refused = await uploaded(person, original, 'φόρμα.pdf');
    const copy = (await askCopy(person, refused.record)).body.document ?? '';
    const otp = totp(person.account.totpSecret, Date.now() + 30_000);
    const { body } = await person.sign<SignAnswer>({ documents: [copy], otp });
    expect(body.status).toBe('success');
    const told = evidenceSheet.parse(await (await ask(server.url, person, copy)).json());
    expect(told.document).toMatchObject({
      name: 'φόρμα_copy.pdf',
      origin: {
        ...{ document: refused.record, name: 'φόρμα.pdf' },
        checksum: createHash('sha256').update(original).digest('hex'),
      },
    });
    expect(told.audit[0]?.detail).toMatchObject({
      copyOf: { document: refused.record, sha256: told.document.origin?.checksum },
    });
    const many = Array.from({ length: 30 }, (_, at) => ({
      ...{ kind: 'hidden_text' as const, page: (at % 3) + 1, detail: `word ${at}` },
    }));
    const { origin } = told.document;
    if (origin === null) throw new Error('no origin');
    origin.leftOut.push(...many);
    const lists = composeSheet(told, { zone: 'UTC', now: 0 }).sections.map(({ blocks }) => {
      const heading = blocks.findIndex(
        (block) => block.type === 'heading' && /Ασφαλές αντίγραφο|Safe copy/.test(block.text),
      );
      expect(blocks[heading + 2]).toMatchObject({
        rows: [{ value: 'φόρμα.pdf' }, { value: origin.checksum }],
      });
      return blocks[heading + 4];
    });
    expect(lists).toMatchObject([
      {
        items: expect.arrayContaining([
          'Κώδικας που εκτελείται: αφαιρέθηκε: «app.alert(1)»',
          'Πεδίο φόρμας: η τιμή του έγινε μέρος της σελίδας, σελίδα 1: «name»',
          expect.stringMatching(/^Κείμενο που δεν φαινόταν: αφαιρέθηκε, σελίδες 1–3: «word 0».*και άλλα 10$/),
        ]),
      },
      {
        items: expect.arrayContaining([
          'Code that runs: removed: “app.alert(1)”',
          'A form field: its value became part of the page, page 1: “name”',
          expect.stringMatching(/^Text that was not shown: removed, pages 1–3: “word 0”.*and 10 more$/),
        ]),
      },
    ]);
    expect((await ask(server.url, person, copy, 'pdf')).status).toBe(200);
  });

  test("a sealed sheet is itself verified by the service's own verification", async () => {
    const pdf = new Uint8Array(await (await ask(server.url, person, id, 'pdf')).arrayBuffer());
    const form = new FormData();
    form.append('document', new Blob([pdf], { type: 'application/pdf' }), 'sheet.pdf');
    const answer = await fetch(`${server.url}/api/verify_document`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.sessionId}` },
      body: form,
    });
    const { documents } = (await answer.json()) as { documents: { verdict: string }[] };
    expect(documents[0]?.verdict).toBe('valid');
  });

  test('of what is not signed there is none, nor of what is not there', async () => {
    const unsigned = await person.document(smallPdf('two'), 'two.pdf');
    const answer = await ask(server.url, person, unsigned);
    expect([answer.status, await answer.json()]).toMatchObject([409, { error: { code: 'not_signed' } }]);
    expect((await ask(server.url, person, 'a'.repeat(32))).status).toBe(404);
  });

  test('a service without a seal gives it to programs alone, and says so before', async () => {
    const maria = await production.person(0);
    const facts = (await (await fetch(`${production.url}/api/config`)).json()) as { evidenceSheets: boolean };
    expect(facts.evidenceSheets).toBe(false);
    const document = await maria.document(smallPdf());
    const otp = freshCode(production.home, maria.account);
    expect((await maria.sign({ documents: [document], otp })).status).toBe(200);
    expect((await ask(production.url, maria, document)).status).toBe(200);
    const answer = await ask(production.url, maria, document, 'pdf');
    expect([answer.status, await answer.json()]).toMatchObject([409, { error: { code: 'no_seal' } }]);
  });
});
