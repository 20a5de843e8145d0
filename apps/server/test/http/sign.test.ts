import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentAnswer, ErrorAnswer, SignAnswer, SignedDocument } from '@websign/contract';
import { documentObjects, isInstalled, judged, streamBody, writePdf } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { freshCode, Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';
import { mutool, opensslCms, opensslTs, pyhanko } from './judges.ts';

/** A hidden layer: accepted with a warning. */
const layeredPdf = () =>
  writePdf({
    kind: 'table',
    objects: documentObjects({
      catalog: '/OCProperties<</OCGs[100 0 R]/D<</OFF[100 0 R]>>>>',
      pages: [{ entries: '/Annots[101 0 R]' }],
      more: [
        { number: 100, body: '<</Type/OCG/Name(Hidden)>>' },
        { number: 101, body: '<</Subtype/Stamp/F 4/Rect[60 500 360 530]/OC 100 0 R/AP<</N 102 0 R>>>>' },
        {
          number: 102,
          body: streamBody(
            'BT /F1 12 Tf 5 5 Td (Draft) Tj ET',
            '/Type/XObject/Subtype/Form/BBox[0 0 300 30]/Resources<</Font<</F1 3 0 R>>>>',
          ),
        },
      ],
    }),
  });
const success = (document: string): SignedDocument => ({ document, status: 'success' });

let home: TestHome;
let server: RunningServer;
let maria: Person;
beforeAll(async () => {
  home = await testHome();
  server = await startTest(home);
  maria = await Person.at(server.url, home.accounts[0]);
});
afterAll(async () => {
  await server?.close();
  await home?.remove();
});

describe('a signed document', () => {
  let original: Uint8Array;
  let signed: Uint8Array;
  let id: string;
  beforeAll(async () => {
    original = smallPdf();
    id = await maria.document(original, 'αίτηση.pdf');
    const answer = await maria.sign<SignAnswer>({
      documents: [id],
      otp: freshCode(home, maria.account),
      visibility: true,
      reason: 'Έγκριση',
      title: 'Διευθύντρια',
    });
    expect(answer.body).toEqual({ status: 'success', documents: [success(id)] });
    signed = await maria.file(id);
  });

  test('SGN-10: the uploaded bytes are an exact prefix, and stay to be had', async () => {
    expect(Buffer.compare(signed.subarray(0, original.length), original)).toBe(0);
    expect(Buffer.compare(await maria.file(id, 'original'), original)).toBe(0);
  });
  test.skipIf(!isInstalled('pdfsig'))('SGN-2: pdfsig calls it valid and covering the whole document', () => {
    const { text } = judged('pdfsig', [], signed);
    expect(text).toContain('Signature is Valid');
    expect(text).toContain('Total document signed');
    expect(text).toContain('ETSI.CAdES.detached');
  });
  test.skipIf(!isInstalled('qpdf'))('SGN-10: qpdf finds nothing wrong', () => {
    expect(judged('qpdf', ['--check'], signed).text).toContain('No syntax or stream encoding errors');
  });
  test.skipIf(!isInstalled('openssl'))(
    'SGN-2: openssl accepts the CAdES signature and its time-stamp',
    () => {
      expect(opensslCms(signed)).toContain('CAdES Verification successful');
      expect(opensslTs(signed)).toContain('Verification: OK');
    },
  );
  test.skipIf(!isInstalled('mutool'))(
    isInstalled('mutool') ? 'SGN-10: mutool finds the document unchanged' : 'skipped: mutool not installed',
    () => {
      expect(mutool(signed)).toContain('The document is unchanged since signing');
    },
  );
  test.skipIf(!isInstalled('pyhanko'))(
    isInstalled('pyhanko')
      ? 'SGN-10: pyHanko trusts signature and time-stamp'
      : 'skipped: pyhanko not installed',
    () => {
      expect(pyhanko(signed)).toContain('INTACT:TRUSTED,TIMESTAMP_TOKEN<INTACT:TRUSTED>,UNTOUCHED');
    },
  );
  test('SGN-2 SGN-9: the document tells its signature, and the checksum it was uploaded with', async () => {
    const { body } = await maria.get<DocumentAnswer>(`/api/documents/${id}`);
    expect(body.originalChecksum).toBe(createHash('sha256').update(original).digest('hex'));
    expect(body.checksum).toBe(createHash('sha256').update(signed).digest('hex'));
    expect(body.state).toBe('signed');
    expect(body.size).toBe(signed.length);
    expect(body.signatures).toMatchObject([
      { kind: 'signature', signer: 'Παπαδοπούλου Μαρία', integrity: 'intact' },
    ]);
  });
  test('the file goes out under its own name, whatever its letters', async () => {
    const { headers } = await maria.get(`/api/documents/${id}/file`);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="______signed.pdf"; filename*=UTF-8''${encodeURIComponent('αίτηση_signed.pdf')}`.replace(
        '"______signed.pdf"',
        '"_______signed.pdf"',
      ),
    );
    const first = await maria.get(`/api/documents/${id}/file?revision=original`);
    expect(first.headers.get('content-disposition')).toContain(encodeURIComponent('αίτηση.pdf'));
  });
  test('SGN-9 SGN-10: a second signature leaves the first valid', async () => {
    const otp = freshCode(home, maria.account);
    const again = await maria.sign<SignAnswer>({ documents: [id], otp, visibility: true });
    expect(again.body.status).toBe('success');
    const twice = await maria.file(id);
    expect(Buffer.compare(twice.subarray(0, signed.length), signed)).toBe(0);
    const { body } = await maria.upload([{ name: 'twice.pdf', bytes: twice }]);
    expect(body).toMatchObject({ status: 'success', documents: [{ error: { has_signatures: true } }] });
    const told = await maria.get<DocumentAnswer>(`/api/documents/${body.document}`);
    expect(told.body.signatures.map(({ integrity }) => integrity)).toEqual(['intact', 'intact']);
    if (isInstalled('pyhanko')) {
      const [first, second] = pyhanko(twice).trim().split('\n');
      expect(first).toContain('INTACT:TRUSTED,TIMESTAMP_TOKEN<INTACT:TRUSTED>,EXTENDED_WITH_FORM_FILLING');
      expect(second).toContain('INTACT:TRUSTED,TIMESTAMP_TOKEN<INTACT:TRUSTED>,UNTOUCHED');
    }
  });
});

describe('keys', () => {
  test.each([
    ['rsa3072', 1],
    ['p384', 2],
  ])('SGN-2: a key of kind %s signs', async (_, at) => {
    const person = await Person.at(server.url, home.accounts[at]);
    const id = await person.document(smallPdf());
    const answer = await person.sign<SignAnswer>({ documents: [id], otp: freshCode(home, person.account) });
    expect(answer.body.status).toBe('success');
    if (isInstalled('openssl')) {
      expect(opensslCms(await person.file(id))).toContain('CAdES Verification successful');
    }
  });
});

describe('what is refused', () => {
  const code = ({ body }: { body: ErrorAnswer }) => body.error.code;

  test('SGN-5: wrong credentials, letter by letter', async () => {
    const id = await maria.document(smallPdf());
    const wrong = await maria.sign<ErrorAnswer>({ documents: [id], otp: '000000', password: 'wrong' });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error).toMatchObject({
      code: 'wrong_credentials',
      message: 'Error signing document: username or password is false',
    });
    const code = await maria.sign<ErrorAnswer>({ documents: [id], otp: 'nocode' });
    expect(code.status).toBe(400);
    expect(code.body.error).toMatchObject({
      code: 'wrong_otp',
      message:
        'Error signing document: Please check that OTP is still valid and your OTP provider has the correct time',
    });
    expect((await maria.get<DocumentAnswer>(`/api/documents/${id}`)).body.state).toBe('ready');
    const right = await maria.sign<SignAnswer>({ documents: [id], otp: freshCode(home, maria.account) });
    expect(right.body.status).toBe('success');
  });

  test("SGN-4: another's credentials are not evaluated, even when right", async () => {
    const [, nikos] = home.accounts;
    const id = await maria.document(smallPdf());
    const answer = await maria.sign<ErrorAnswer>({
      documents: [id],
      username: nikos?.username ?? '',
      password: nikos?.password ?? '',
      otp: freshCode(home, maria.account),
    });
    expect(code(answer)).toBe('wrong_credentials');
  });

  test('UP-4: documents of others are not found', async () => {
    const nikos = await Person.at(server.url, home.accounts[1]);
    const id = await nikos.document(smallPdf());
    const answer = await maria.sign<ErrorAnswer>({ documents: [id], otp: '000000' });
    expect([answer.status, code(answer)]).toEqual([404, 'not_found']);
  });

  test('SGN-3: a place outside the page', async () => {
    const id = await maria.document(smallPdf());
    const placement = { page: 1, x: 500, y: 10, width: 200, height: 60 };
    const answer = await maria.sign<ErrorAnswer>({ documents: [id], otp: '0', visibility: true, placement });
    expect([answer.status, code(answer)]).toEqual([400, 'position_out_of_bounds']);
    const beyond = { ...placement, page: 9, x: 10 };
    const page = await maria.sign<ErrorAnswer>({
      documents: [id],
      otp: '0',
      visibility: true,
      placement: beyond,
    });
    expect(code(page)).toBe('position_out_of_bounds');
  });

  test('SGN-2: a document that is not the reviewed one any more', async () => {
    const id = await maria.document(smallPdf());
    const checksums = { [id]: '0'.repeat(64) };
    const answer = await maria.sign<ErrorAnswer>({ documents: [id], otp: '0', checksums });
    expect([answer.status, code(answer)]).toEqual([409, 'changed']);
  });

  test('SGN-7: warnings must be confirmed', async () => {
    const { body } = await maria.upload([{ name: 'layers.pdf', bytes: layeredPdf() }]);
    const id = body.document ?? '';
    const warnings = body.documents[0]?.findings.filter(({ verdict }) => verdict === 'warn') ?? [];
    expect(warnings.map(({ kind }) => kind)).toEqual(['hidden_layer']);
    const unread = await maria.sign<ErrorAnswer>({ documents: [id], otp: '0' });
    expect([unread.status, code(unread)]).toEqual([409, 'warnings_unconfirmed']);
    const confirmed = warnings.map((warning) => warning.id);
    const otp = freshCode(home, maria.account);
    expect((await maria.sign<SignAnswer>({ documents: [id], otp, confirmed })).body.status).toBe('success');
  });

  test('SGN-6: a document locked at signing takes no more signatures', async () => {
    const id = await maria.document(smallPdf());
    const otp = freshCode(home, maria.account);
    expect((await maria.sign<SignAnswer>({ documents: [id], otp, lock: true })).body.status).toBe('success');
    expect((await maria.get<DocumentAnswer>(`/api/documents/${id}`)).body.state).toBe('locked');
    const more = await maria.sign<ErrorAnswer>({ documents: [id], otp: '0' });
    expect([more.status, code(more)]).toEqual([409, 'document_locked']);
    const { body } = await maria.upload([{ name: 'locked.pdf', bytes: await maria.file(id) }]);
    expect((await maria.get<DocumentAnswer>(`/api/documents/${body.document}`)).body.state).toBe('locked');
  });

  test('SGN-7: a refused document is not signed', async () => {
    const script = [{ number: 100, body: '<</S/JavaScript/JS(app.alert\\(1\\))>>' }];
    const bytes = writePdf({
      kind: 'table',
      objects: documentObjects({ catalog: '/OpenAction 100 0 R', more: script }),
    });
    const { body } = await maria.upload([{ name: 'script.pdf', bytes }]);
    expect(body).toMatchObject({
      status: 'error',
      document: null,
      message: 'Document has security issues',
      error: { has_js: true, has_signatures: false },
    });
  });

  test('SGN-8: without a time-stamp nothing is signed, nothing is lost, and it can be tried again', async () => {
    const id = await maria.document(smallPdf());
    home.tsa.answers = false;
    const failed = await maria.sign<ErrorAnswer>({ documents: [id], otp: freshCode(home, maria.account) });
    home.tsa.answers = true;
    expect([failed.status, code(failed)]).toEqual([503, 'timestamp_unavailable']);
    expect((await maria.get<DocumentAnswer>(`/api/documents/${id}`)).body.state).toBe('ready');
    const otp = freshCode(home, maria.account);
    expect((await maria.sign<SignAnswer>({ documents: [id], otp })).body.status).toBe('success');
  });
});

test('SGN-8: with a certificate that is not valid now nothing is signed and no code is spent', async () => {
  const years = 3 * 366 * 24 * 3600 * 1000;
  home.advance(years);
  try {
    const later = await Person.at(server.url, home.accounts[1]);
    const id = await later.document(smallPdf());
    const failed = await later.sign<ErrorAnswer>({ documents: [id], otp: freshCode(home, later.account) });
    expect([failed.status, failed.body.error.code]).toEqual([409, 'certificate_expired']);
    expect((await later.get<DocumentAnswer>(`/api/documents/${id}`)).body.state).toBe('ready');
  } finally {
    home.advance(-years);
  }
});

describe('groups', () => {
  test('SGN-9: several documents with one code, each with its own outcome', async () => {
    const good = [
      await maria.document(smallPdf('a'), 'a.pdf', '77'),
      await maria.document(smallPdf('b'), 'b.pdf', '77'),
    ];
    const layered = await maria.document(layeredPdf(), 'c.pdf', '77');
    const documents = [...good, layered];
    const otp = freshCode(home, maria.account);
    const { status, body } = await maria.sign<SignAnswer>({ documents, otp, visibility: true });
    expect(status).toBe(200);
    expect(body.status).toBe('partial');
    expect(body.documents).toEqual([
      ...good.map(success),
      {
        document: layered,
        status: 'error',
        code: 'warnings_unconfirmed',
        message: 'Warnings have not been confirmed',
      },
    ]);
    const group = await maria.get<{ documents: DocumentAnswer[] }>('/api/groups/77');
    expect(group.body.documents.map(({ state }) => state)).toEqual(['signed', 'signed', 'ready']);
  });

  test('SGN-2: a place for each document', async () => {
    const ids = [await maria.document(smallPdf('x')), await maria.document(smallPdf('y'))];
    const at = (x: number) => ({ page: 1, x, y: 10, width: 200, height: 60 });
    const placements = { [ids[0] ?? '']: at(10), [ids[1] ?? '']: at(900) };
    const otp = freshCode(home, maria.account);
    const { body } = await maria.sign<SignAnswer>({ documents: ids, otp, visibility: true, placements });
    expect(body.documents.map(({ status, code }) => code ?? status)).toEqual([
      'success',
      'position_out_of_bounds',
    ]);
  });
});

describe('repetition', () => {
  test('an Idempotency-Key gives the first answer again and signs once', async () => {
    const id = await maria.document(smallPdf());
    const otp = freshCode(home, maria.account);
    const key = { 'idempotency-key': 'once' };
    const calls = await Promise.all(
      Array.from({ length: 5 }, () => maria.sign<SignAnswer>({ documents: [id], otp }, key)),
    );
    for (const { status, body } of calls) {
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'success', documents: [success(id)] });
    }
    expect((await maria.get<DocumentAnswer>(`/api/documents/${id}`)).body.signatures).toHaveLength(1);
    const other = await maria.document(smallPdf('other'));
    expect((await maria.sign({ documents: [other], otp }, key)).status).toBe(400);
  });

  test('SGN-8: progress that cannot be written makes no failure of a signature', async () => {
    const database = new DatabaseSync(join(home.environment.WEBSIGN_DATA ?? '', 'websign.db'), {
      timeout: 5000,
    });
    const id = await maria.document(smallPdf('no progress'));
    database.exec(
      `CREATE TRIGGER no_progress BEFORE UPDATE OF "progressJson" ON signings BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    try {
      const { body } = await maria.sign({ documents: [id], otp: freshCode(home, maria.account) });
      expect(body).toEqual({ status: 'success', documents: [success(id)] });
      expect(home.logged.some((line) => line.includes('"msg":"progress"'))).toBe(true);
    } finally {
      database.exec('DROP TRIGGER no_progress');
      database.close();
    }
  });

  test('Prefer: respond-async answers at once; the signing tells its progress', async () => {
    const id = await maria.document(smallPdf());
    const otp = freshCode(home, maria.account);
    const started = await maria.sign<{ signing: string }>(
      { documents: [id], otp },
      { prefer: 'respond-async' },
    );
    expect(started.status).toBe(202);
    const path = `/api/signings/${started.body.signing}`;
    const nikos = await Person.at(server.url, home.accounts[1]);
    expect((await nikos.get(path)).status).toBe(404);
    for (let tries = 0; tries < 200; tries++) {
      const { body } = await maria.get<SignAnswer>(path);
      if (body.status !== 'pending') {
        expect(body).toEqual({ status: 'success', documents: [success(id)] });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the signing did not end');
  });

  test('a code signs once, even when sent 200 times at once', { timeout: 120_000 }, async () => {
    const petros = await Person.at(server.url, home.accounts[3]);
    const ids: string[] = [];
    for (let i = 0; i < 200; i += 50) {
      const files = Array.from({ length: 50 }, (_, at) => ({
        name: `${i + at}.pdf`,
        bytes: smallPdf(`${i + at}`),
      }));
      const { body } = await petros.upload(files);
      ids.push(...body.documents.map((document) => document.id ?? ''));
    }
    const otp = freshCode(home, petros.account);
    const answers = await Promise.all(ids.map((id) => petros.sign({ documents: [id], otp })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = new Set(answers.filter(({ status }) => status !== 200).map(({ status }) => status));
    expect([...others].every((status) => status === 400 || status === 423)).toBe(true);
  });
});

describe('SES-5 at signing', () => {
  test('five wrong codes lock for five minutes, the sixth is refused even when right', async () => {
    const nikos = await Person.at(server.url, home.accounts[1]);
    const id = await nikos.document(
      writePdf({
        kind: 'stream',
        objects: documentObjects({ more: [{ number: 100, body: streamBody('x') }] }),
      }),
    );
    for (let i = 0; i < 5; i++) {
      expect((await nikos.sign({ documents: [id], otp: 'nocode' })).status).toBe(400);
    }
    const otp = freshCode(home, nikos.account);
    const locked = await nikos.sign<ErrorAnswer>({ documents: [id], otp });
    expect(locked.status).toBe(423);
    expect(locked.body.error.code).toBe('account_locked');
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(260);
    // Told while it runs too, and less of it as time passes.
    const begun = await nikos.sign<{ signing: string }>(
      { documents: [id], otp: 'nocode' },
      { prefer: 'respond-async' },
    );
    const progress = async () => (await nikos.get<SignAnswer>(`/api/signings/${begun.body.signing}`)).body;
    await expect.poll(async () => (await progress()).status).toBe('error');
    const told = await progress();
    expect(told.documents).toMatchObject([{ status: 'error', code: 'account_locked' }]);
    expect(told.retryAfter).toBeGreaterThan(240);
    home.advance(60_000);
    expect((await progress()).retryAfter).toBeLessThan((told.retryAfter ?? 0) - 55);
    home.advance(4 * 60_000 + 1000);
    const after = await nikos.sign<SignAnswer>({ documents: [id], otp: freshCode(home, nikos.account) });
    expect(after.body).toMatchObject({ status: 'success' });
  });
});
