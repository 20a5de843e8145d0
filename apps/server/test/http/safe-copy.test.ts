import { createHash } from 'node:crypto';
import {
  api,
  type DocumentAnswer,
  documentAnswer,
  type HistoryAnswer,
  historyDetail,
  type SignAnswer,
  verifyAnswer,
} from '@websign/contract';
import { appendUpdate, documentObjects, testEncryption, writePdf } from '@websign/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  askCopy,
  copyCode,
  copyMade,
  historyDetailOf,
  historyTotal,
  scriptedForm,
  uploaded,
} from './copies.ts';
import { freshCode, Person, smallPdf } from './harness.ts';
import { served } from './served.ts';

const place = served();
let maria: Person;
beforeAll(async () => {
  maria = await place.person(0);
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const about = async (id: string) => (await maria.get<DocumentAnswer>(api.document(id))).body;
const made = (id: string | null) => copyMade(maria, id);
const detail = (id: string | null) => historyDetailOf(maria, id);
const total = () => historyTotal(maria);

describe('a safe copy of a refused document', () => {
  test('CPY-1 CPY-2 CPY-4: a form with a script: a document of its own that is signed and verifies', async () => {
    const bytes = scriptedForm();
    const refused = await uploaded(maria, bytes, 'αίτηση.pdf', '31');
    expect(refused).toMatchObject({ status: 'error', code: 'security_issues', copyable: true });
    const id = await made(refused.record);
    const copy = await about(id);
    expect(documentAnswer.parse(copy)).toEqual(copy);
    expect(copy).toMatchObject({
      ...{
        name: 'αίτηση_copy.pdf',
        groupId: '31',
        state: 'ready',
        pages: 1,
        signatures: [],
        emptyFields: [],
      },
      origin: { document: refused.record, name: 'αίτηση.pdf', checksum: sha256(bytes) },
    });
    expect(copy.origin?.leftOut).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'script' }),
        expect.objectContaining({ kind: 'field_drawn', page: 1, rect: [100, 100, 240, 120], detail: 'name' }),
      ]),
    );
    expect(copy.findings.filter(({ verdict }) => verdict === 'refuse')).toEqual([]);
    const file = await maria.file(id);
    expect(copy.checksum).toBe(sha256(file));
    expect(latin1(file)).not.toMatch(/JavaScript|AcroForm/);
    // The uploaded file stays as it was.
    expect(Buffer.from(await maria.file(refused.record ?? '')).equals(bytes)).toBe(true);
    const { body } = await maria.sign<SignAnswer>({
      documents: [id],
      otp: freshCode(place.home, maria.account),
    });
    expect(body.status).toBe('success');
    const form = new FormData();
    form.append(
      'document',
      new Blob([new Uint8Array(await maria.file(id))], { type: 'application/pdf' }),
      'a.pdf',
    );
    const verified = verifyAnswer.parse((await maria.call(api.verify, { method: 'POST', body: form })).body);
    const [signature] = verified.documents[0]?.signatures ?? [];
    const found = new Map((signature?.steps ?? []).map(({ block, outcome }) => [block, outcome]));
    expect(['format', 'cryptographic', 'changes'].map((block) => found.get(block))).toEqual([
      ...['passed', 'passed', 'passed'],
    ]);
  });

  test.each<[string, string, Uint8Array, string]>([
    [
      'a damaged file',
      'pdf_broken',
      Buffer.from(latin1(smallPdf()).replace(/startxref[\s\S]*/, ''), 'latin1'),
      'damage',
    ],
    [
      'a file that readers read differently',
      'pdf_ambiguous',
      writePdf({ kind: 'hybrid', objects: documentObjects(), hidden: [3] }),
      '',
    ],
    [
      'a file that launches another',
      'security_issues',
      writePdf({
        kind: 'table',
        objects: documentObjects({
          catalog: '/OpenAction<</S/Launch/F(calc.exe)>>',
        }),
      }),
      'action',
    ],
  ])('CPY-1: of %s (%s)', async (_, code, bytes, kind) => {
    const refused = await uploaded(maria, bytes);
    expect(refused).toMatchObject({ code, copyable: true });
    const { origin, state } = await about(await made(refused.record));
    expect([state, origin?.checksum]).toEqual(['ready', sha256(bytes)]);
    if (kind !== '') expect(origin?.leftOut.map((one) => one.kind)).toContain(kind);
  });

  test('CPY-3: history rows tell both checksums, the detail everything that was left out, the audit log the origin', async () => {
    const bytes = scriptedForm({}, 'history');
    const refused = await uploaded(maria, bytes, 'history.pdf');
    expect(await detail(refused.record)).toMatchObject({
      copyable: true,
      leftOut: [],
      row: { origin: null },
    });
    const id = await made(refused.record);
    const copy = await detail(id);
    expect(historyDetail.parse(copy)).toEqual(copy);
    const origin = { document: refused.record, name: 'history.pdf', checksum: sha256(bytes) };
    expect(copy).toMatchObject({
      row: { filename: 'history_copy.pdf', checksum: (await about(id)).checksum, security: 'passed', origin },
      ...{ refusal: null, copyable: false },
    });
    expect(copy.leftOut).toEqual((await about(id)).origin?.leftOut);
    const { rows } = (await maria.get<HistoryAnswer>(`${api.history}?q=history`)).body;
    expect(rows.map((row) => row.origin)).toEqual([origin, null]);
    const csv = (await maria.get<string>(`${api.historyCsv}?locale=en&q=history`)).body.split('\r\n');
    expect(csv[0]).toMatch(/,"Safe copy of \(SHA-256\)"$/);
    expect([csv[1]?.endsWith(`"${origin.checksum}"`), csv[2]?.endsWith(',""')]).toEqual([true, true]);
  });

  test('CPY-4: asked for again, or twice at once, it is the same document', async () => {
    const refused = await uploaded(maria, scriptedForm({}, 'again'));
    const before = await total();
    const both = await Promise.all([made(refused.record), made(refused.record)]);
    expect(new Set([...both, await made(refused.record)]).size).toBe(1);
    expect(await total()).toBe(before + 1);
  });

  test('UP-4 SES-4: it is for its owner alone, and with a session', async () => {
    const refused = await uploaded(maria, scriptedForm({}, 'mine'));
    expect(await copyCode(await place.person(1), refused.record)).toEqual([404, 'not_found']);
    const nobody = new Person(place.url, maria.account);
    expect(await copyCode(nobody, refused.record)).toEqual([401, 'session_required']);
  });

  test('CPY-1: there is none of a document that was not refused, nor for another reason', async () => {
    expect(await copyCode(maria, await maria.document(smallPdf('fine')))).toEqual([409, 'not_ready']);
    for (const [bytes, code] of [
      [Buffer.from('no PDF at all'), 'file_type'],
      [
        writePdf({
          kind: 'table',
          objects: documentObjects(),
          encryption: testEncryption('aes256', { password: 'secret' }),
        }),
        'pdf_encrypted',
      ],
    ] as const) {
      const refused = await uploaded(maria, bytes);
      expect(refused).toMatchObject({ code, copyable: false });
      expect((await detail(refused.record)).copyable).toBe(false);
      expect(await copyCode(maria, refused.record)).toEqual([409, 'not_ready']);
    }
  });

  test('CPY-1: nothing can be copied of a file of which nothing can be read; nothing is recorded', async () => {
    const refused = await uploaded(maria, Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n'));
    expect(refused).toMatchObject({ code: 'pdf_broken', copyable: true });
    const before = await total();
    expect(await copyCode(maria, refused.record)).toEqual([409, 'copy_impossible']);
    expect(await total()).toBe(before);
  });

  test.each([
    ['4', 8],
    ['5', 16],
  ])('ENC-1 CPY-4: an owner who withholds bit %s has no copy made', async (_, bit) => {
    const bytes = writePdf({
      kind: 'table',
      objects: documentObjects({ catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>' }),
      encryption: testEncryption('aes256', { permissions: -4 & ~bit }),
    });
    const refused = await uploaded(maria, bytes);
    expect(refused).toMatchObject({ code: 'security_issues', copyable: false });
    expect((await detail(refused.record)).copyable).toBe(false);
    expect(await copyCode(maria, refused.record)).toEqual([409, 'signing_not_permitted']);
    // Damaged, it says so only when it is mended.
    const text = latin1(bytes).replace(/startxref[\s\S]*/, '');
    const damaged = await uploaded(maria, Buffer.from(text, 'latin1'));
    expect(await copyCode(maria, damaged.record)).toEqual([409, 'signing_not_permitted']);
  });

  test('ENC-1 CPY-1: one whose owner withholds signatures alone is copied in the clear', async () => {
    const encryption = testEncryption('aes256', { permissions: -4 & ~32 & ~256 });
    const refused = await uploaded(
      maria,
      writePdf({ kind: 'table', objects: documentObjects(), encryption }),
    );
    expect(refused).toMatchObject({ code: 'signing_not_permitted', copyable: true });
    const { origin } = await about(await made(refused.record));
    expect(origin?.leftOut).toEqual([{ kind: 'encryption' }]);
  });

  test('CPY-2: signatures that cannot go along are named, and left behind only when each is confirmed', async () => {
    const signed = await maria.document(smallPdf('to be changed'));
    await maria.sign({ documents: [signed], otp: freshCode(place.home, maria.account) });
    const changed = appendUpdate(await maria.file(signed), {
      kind: 'table',
      objects: [{ number: 5, body: '<</Length 4>>stream\n0 g \nendstream' }],
    });
    const refused = await uploaded(maria, changed);
    expect(refused.code).toBe('security_issues');
    const before = await total();
    const names = ['Μαρία Παπαδοπούλου'];
    for (const confirmed of [undefined, [], ['somebody else']]) {
      const { status, body } = await askCopy(maria, refused.record, confirmed);
      expect([status, body.error?.code]).toEqual([409, 'signatures_unconfirmed']);
      expect(body.signers).toHaveLength(1);
      names[0] = body.signers?.[0] ?? '';
    }
    expect(names[0]).toMatch(/Παπαδοπούλου|Maria|Test/i);
    expect(await total()).toBe(before);
    const { status, body } = await askCopy(maria, refused.record, [...names, 'somebody else']);
    expect(status).toBe(202);
    const copy = await about(body.document ?? '');
    expect(copy.signatures).toEqual([]);
    expect(copy.origin?.leftOut).toContainEqual({ kind: 'signature', page: 1, detail: names[0] });
  });

  test('CPY-4: the name of a copy is no longer than a name may be', async () => {
    const refused = await uploaded(maria, scriptedForm({}, 'long'), `${'ά'.repeat(251)}.pdf`);
    expect((await about(await made(refused.record))).name).toBe(`${'ά'.repeat(246)}_copy.pdf`);
  });

  test('nothing of what the documents say is in the log', () => {
    expect(place.home.logged.join('\n')).not.toMatch(/αίτηση|app\.alert|Maria/);
  });
});
