import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type {
  DocumentAnswer,
  ErrorAnswer,
  EvidenceSheet,
  HistoryDetail,
  LoginAnswer,
  SignAnswer,
} from '@websign/contract';
import { isInstalled } from '@websign/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { openStorage } from '../../src/storage/index.ts';
import { freshCode, Person, smallPdf, startTest } from './harness.ts';
import { opensslCms } from './judges.ts';
import { atPage, DSA, PIN, type RemoteHome, remoteHome, Visitor } from './remote.ts';

const [NIKOS, ELENI] = ['nikos-rsa3072', 'eleni-p256'];
const step = 30_000;
const minutes = (count: number) => count * 60_000;
const code = ({ body }: { body: unknown }) => (body as ErrorAnswer).error?.code;

let home: RemoteHome;
beforeAll(async () => {
  home = await remoteHome();
});
afterAll(() => home?.remove());
afterEach(() => {
  home.csc.fault(null);
  home.dsa.fault(null);
});

/** A code of the credential's device that was not used yet. */
function pageCode(credential: string): string {
  home.advance(step);
  return home.csc.code(credential);
}

/** What the audit log says of a kind, newest last. */
function audited(kind: string): string[] {
  const file = join(home.environment.WEBSIGN_DATA ?? '', 'websign.db');
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const rows = database
      .prepare('SELECT "detailJson" FROM audit WHERE kind = ? ORDER BY sequence')
      .all(kind);
    return rows.map(({ detailJson }) => String(detailJson));
  } finally {
    database.close();
  }
}

/** Sign requests under way. */
function running(): number {
  const database = new DatabaseSync(join(home.environment.WEBSIGN_DATA ?? '', 'websign.db'), {
    readOnly: true,
  });
  try {
    return database.prepare("SELECT id FROM signings WHERE state = 'running'").all().length;
  } finally {
    database.close();
  }
}

describe('keys elsewhere, activated in the sign box', () => {
  let server: RunningServer;
  let kostas: Person;
  let petra: Person;
  beforeAll(async () => {
    server = await startTest(home);
    kostas = await Person.at(server.url, home.elsewhere[1]);
    petra = await Person.at(server.url, home.elsewhere[2]);
  });
  afterAll(() => server?.close());

  test('SES-2: the login answer says where the key lives, and how many documents a code signs', async () => {
    const told = async (account = home.elsewhere[0]) => {
      const { username, password } = account ?? { username: '', password: '' };
      const { body } = await new Person(server.url, home.accounts[0] ?? DSA).post<LoginAnswer>('/api/login', {
        ...{ username, password },
      });
      return body.signer;
    };
    const csc = {
      KeyProvider: 'csc',
      Activation: 'codes',
      OTPMethod: 'PROVIDER',
      SigningPassword: 'provider',
    };
    expect(await told()).toMatchObject(csc);
    expect(await told(home.elsewhere[2])).toMatchObject({ KeyProvider: 'dsa', MaxDocumentsPerOtp: 1 });
    expect(await told(home.accounts[0])).toMatchObject({
      KeyProvider: 'software',
      SigningPassword: 'websign',
    });
  });

  test.skipIf(!isInstalled('openssl'))(
    'SGN-10: a CSC key signs several documents with one code',
    async () => {
      const documents = [await kostas.document(smallPdf('α')), await kostas.document(smallPdf('β'))];
      const answer = await kostas.sign<SignAnswer>({ documents, password: PIN, otp: pageCode(ELENI) });
      expect(answer.body).toMatchObject({ status: 'success' });
      for (const id of documents) {
        expect(opensslCms(await kostas.file(id))).toContain('CAdES Verification successful');
      }
    },
  );

  test.skipIf(!isInstalled('openssl'))('SGN-9: a DSA key signs one document a code', async () => {
    const [first, second] = [await petra.document(smallPdf('α')), await petra.document(smallPdf('β'))];
    const given = { password: DSA.password, otp: dsaCode() };
    expect(code(await petra.sign({ documents: [first, second], ...given }))).toBe('too_many_documents');
    expect((await petra.sign({ documents: [first], ...given })).status).toBe(200);
    expect(opensslCms(await petra.file(first))).toContain('CAdES Verification successful');
    const again = await petra.sign({ documents: [second], ...given });
    expect([again.status, code(again)]).toEqual([400, 'wrong_otp']);
    expect((await petra.sign({ documents: [second], ...given, otp: dsaCode() })).status).toBe(200);
  });
  const dsaCode = () => {
    home.advance(step);
    return home.dsa.code(DSA.username);
  };

  test('SGN-8: a provider that hangs, or says what nobody foresaw, leaves the document as it was', async () => {
    const id = await kostas.document(smallPdf('γ'));
    home.csc.fault({ kind: 'hang' });
    const hanging = await kostas.sign({ documents: [id], password: PIN, otp: pageCode(ELENI) });
    expect([hanging.status, code(hanging)]).toEqual([503, 'provider_unavailable']);
    home.csc.fault({ kind: 'unknown_error' });
    const otp = pageCode(ELENI);
    const unknown = await kostas.sign({ documents: [id], password: PIN, otp });
    expect([unknown.status, code(unknown)]).toEqual([502, 'provider_refused']);
    const kept = audited('provider_answer').join();
    expect(kept).toContain('"provider":"csc"');
    expect(kept).toContain('signatures/signHash');
    for (const secret of [PIN, otp, home.csc.client.secret]) expect(kept).not.toContain(secret);
    home.csc.fault(null);
    expect((await kostas.get<DocumentAnswer>(`/api/documents/${id}`)).body.state).toBe('ready');
    expect((await kostas.sign({ documents: [id], password: PIN, otp: pageCode(ELENI) })).status).toBe(200);
  });

  test('SGN-8: a provider that is away before anything is known of its credential is told as such', async () => {
    const fresh = await startTest(home);
    try {
      const person = await Person.at(fresh.url, home.elsewhere[1]);
      const id = await person.document(smallPdf('ε'));
      home.csc.fault({ kind: 'hang', method: 'credentials/info' });
      const answer = await person.sign({ documents: [id], password: PIN, otp: '123456' });
      expect([answer.status, code(answer)]).toEqual([503, 'provider_unavailable']);
    } finally {
      home.csc.fault(null);
      await fresh.close();
    }
  });

  test('SGN-2: without password and code nothing is asked of the provider', async () => {
    const id = await kostas.document(smallPdf('δ'));
    const { username } = kostas.account;
    const answer = await kostas.post('/api/sign_document', { documents: [id], username, visibility: false });
    expect([answer.status, code(answer)]).toEqual([400, 'bad_request']);
  });

  test('PWD-1: the password that is changed is the one for here; devices are none of ours to resynchronise', async () => {
    const [, , account] = home.elsewhere;
    if (!account) throw new Error('no such account');
    const newPassword = 'N3w!password';
    const changed = await petra.post('/api/change_password', {
      ...{ oldPassword: account.password, newPassword, confirmPassword: newPassword },
    });
    expect(changed.status).toBe(200);
    account.password = newPassword;
    expect((await Person.at(server.url, account)).sessionId).not.toBe('');
    const id = await petra.document(smallPdf('η'));
    expect((await petra.sign({ documents: [id], password: DSA.password, otp: dsaCode() })).status).toBe(200);
    const resync = await petra.post('/api/resync_otp', {
      password: newPassword,
      otp1: '000000',
      otp2: '000001',
    });
    expect([resync.status, code(resync)]).toEqual([400, 'bad_request']);
  });

  test('SGN-5: the provider’s lock is told as the provider’s', async () => {
    const id = await petra.document(smallPdf('ε'));
    for (let n = 0; n < 5; n += 1) {
      await fetch(`${home.dsa.url}/dsa/v1/Certificates`, {
        method: 'POST',
        body: JSON.stringify({ Username: DSA.username, Password: 'wrong' }),
      });
    }
    const locked = await petra.sign({ documents: [id], password: DSA.password, otp: dsaCode() });
    expect([locked.status, code(locked)]).toEqual([423, 'provider_locked']);
    home.dsa.unlock(DSA.username);
    expect((await petra.sign({ documents: [id], password: DSA.password, otp: dsaCode() })).status).toBe(200);
  });

  test('an account that is blocked while its provider is asked gets no signature', async () => {
    const id = await petra.document(smallPdf('ο'));
    home.dsa.fault({ kind: 'slow', ms: 1500 });
    const asked = petra.sign({ documents: [id], password: DSA.password, otp: dsaCode() });
    await expect.poll(() => running()).toBe(1);
    const operators = await openStorage({
      ...{ dataFolder: home.environment.WEBSIGN_DATA ?? '', nameKey: new Uint8Array(32), clock: home.clock },
    });
    try {
      const accountId = (await operators.accounts.findByUsername(petra.account.username))?.id ?? '';
      await operators.roster.block(accountId, { kind: 'account_blocked', accountId });
      const answer = await asked;
      expect([answer.status, code(answer)]).toEqual([403, 'account_blocked']);
      await operators.roster.unblock(accountId, { kind: 'account_unblocked', accountId });
    } finally {
      await operators.close();
    }
    petra = await Person.at(server.url, home.elsewhere[2]);
    expect((await petra.get<DocumentAnswer>(`/api/documents/${id}`)).body.state).toBe('ready');
  });

  test('SES-5: five wrong passwords of the provider lock the account here', async () => {
    const id = await petra.document(smallPdf('ζ'));
    for (let n = 0; n < 5; n += 1) {
      const wrong = await petra.sign({ documents: [id], password: 'wrong', otp: '000000' });
      expect([wrong.status, code(wrong)]).toEqual([400, 'wrong_credentials']);
    }
    home.dsa.unlock(DSA.username);
    const right = await petra.sign({ documents: [id], password: DSA.password, otp: dsaCode() });
    expect([right.status, code(right)]).toEqual([423, 'account_locked']);
  });
});

describe('keys activated on the provider’s own page', () => {
  let server: RunningServer;
  let ioanna: Visitor;
  const redirect = { CSC_ACTIVATION: 'redirect' };
  beforeAll(async () => {
    server = await startTest(home, redirect);
    ioanna = await Visitor.at(server.url, home.elsewhere[0]);
  });
  afterAll(() => server?.close());
  const approved = (page: string) => atPage(page, { pin: PIN, otp: pageCode(NIKOS) });
  const stateOf = async (id: string) => (await ioanna.get<DocumentAnswer>(`/api/documents/${id}`)).body.state;

  /** Uploads, leaves, and is at the page. */
  async function left(documents: string[], headers: Record<string, string> = {}) {
    const { status, body } = await ioanna.leave(documents, headers);
    expect(status).toBe(202);
    return { signing: body.signing, page: body.redirect ?? '' };
  }

  test.skipIf(!isInstalled('openssl'))(
    'SGN-10: prepared once, kept while the signer is away, completed',
    async () => {
      const documents = [await ioanna.document(smallPdf('α')), await ioanna.document(smallPdf('β'))];
      const { signing, page } = await left(documents);
      expect((await ioanna.get<SignAnswer>(`/api/signings/${signing}`)).body).toMatchObject({
        ...{ status: 'pending', away: true },
      });
      const back = await approved(page);
      expect(back.state.startsWith(`${signing}.`)).toBe(true);
      const asked = home.csc.signed(NIKOS);
      const answer = await ioanna.comeBack<SignAnswer>(signing, back);
      expect([answer.status, answer.body.status]).toEqual([200, 'success']);
      expect(home.csc.signed(NIKOS)).toBe(asked + 2);
      for (const id of documents) {
        expect(opensslCms(await ioanna.file(id))).toContain('CAdES Verification successful');
      }
      expect((await ioanna.get<SignAnswer>(`/api/signings/${signing}`)).body).toMatchObject({
        status: 'success',
      });
      const [id] = documents;
      const { body: row } = await ioanna.get<HistoryDetail>(`/api/history/${id}`);
      expect(row.versions).toMatchObject([{ key_provider: 'csc' }]);
      const { body: sheet } = await ioanna.get<EvidenceSheet>(`/api/documents/${id}/evidence`);
      expect(sheet.versions).toMatchObject([{ keyProvider: 'csc', activation: 'redirect' }]);
      // Nothing that the page handed back, and no verifier, is in any line of the log.
      const logged = home.logged.join('\n');
      for (const secret of [back.state, back.code ?? '-']) expect(logged).not.toContain(secret);
    },
  );

  test('SGN-8: of two that come back at once, and of all later ones, one goes on', async () => {
    const id = await ioanna.document(smallPdf('γ'));
    const { signing, page } = await left([id]);
    const back = await approved(page);
    const asked = home.csc.signed(NIKOS);
    const both = await Promise.all([1, 2, 3].map(() => ioanna.comeBack(signing, back)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    const late = await ioanna.comeBack(signing, back);
    expect([late.status, code(late)]).toEqual([410, 'authorization_expired']);
    expect(home.csc.signed(NIKOS)).toBe(asked + 1);
  });

  test('SGN-8: who cancels at the provider comes back to the document as it was', async () => {
    const id = await ioanna.document(smallPdf('δ'));
    const { signing, page } = await left([id]);
    const back = await atPage(page, { answer: 'cancel' });
    expect(back.error).toBe('access_denied');
    const answer = await ioanna.comeBack(signing, back);
    expect([answer.status, code(answer), await stateOf(id)]).toEqual([409, 'provider_declined', 'ready']);
    expect((await ioanna.comeBack(signing, { state: back.state, code: 'x' })).status).toBe(410);
    expect(audited('sign_authorization_declined')).toHaveLength(1);
  });

  test('SGN-8: after ten minutes the signing is over, and says so', async () => {
    const id = await ioanna.document(smallPdf('ε'));
    const { signing, page } = await left([id]);
    const back = await approved(page);
    home.advance(minutes(10));
    const answer = await ioanna.comeBack(signing, back);
    expect([answer.status, code(answer), await stateOf(id)]).toEqual([410, 'authorization_expired', 'ready']);
    expect((await ioanna.get<SignAnswer>(`/api/signings/${signing}`)).body.documents).toMatchObject([
      { status: 'error', code: 'authorization_expired' },
    ]);
  });

  test('SGN-4: code and state of another signer, or another state, take nothing', async () => {
    const id = await ioanna.document(smallPdf('ζ'));
    const { signing, page } = await left([id]);
    const back = await approved(page);
    const kostas = await Visitor.at(server.url, home.elsewhere[1]);
    const stolen = await kostas.comeBack(signing, back);
    expect([stolen.status, code(stolen)]).toEqual([404, 'not_found']);
    const theirs = await kostas.leave([await kostas.document(smallPdf('η'))]);
    expect((await kostas.comeBack(theirs.body.signing, back)).status).toBe(410);
    expect((await ioanna.comeBack(signing, { ...back, state: `${signing}.x` })).status).toBe(410);
    expect((await ioanna.comeBack(signing, back)).status).toBe(200);
  });

  test('SGN-2: what was signed meanwhile is `changed`, and the others are signed', async () => {
    const [first, second] = [await ioanna.document(smallPdf('θ')), await ioanna.document(smallPdf('ι'))];
    const both = await left([first, second]);
    const one = await left([first]);
    const backs = [await approved(both.page), await approved(one.page)] as const;
    expect((await ioanna.comeBack(one.signing, backs[1])).status).toBe(200);
    const answer = await ioanna.comeBack<SignAnswer>(both.signing, backs[0]);
    expect(answer.body).toMatchObject({
      status: 'partial',
      documents: [{ status: 'error', code: 'changed' }, { status: 'success' }],
    });
    // Where nothing is left to sign, the provider is not asked.
    const late = await left([second]);
    const overtaken = await left([second]);
    expect((await ioanna.comeBack(late.signing, await approved(late.page))).status).toBe(200);
    const back = await approved(overtaken.page);
    const asked = home.csc.signed(NIKOS);
    const changed = await ioanna.comeBack(overtaken.signing, back);
    expect([changed.status, code(changed)]).toEqual([409, 'changed']);
    expect(home.csc.signed(NIKOS)).toBe(asked);
  });

  test('SGN-8: a repeated request leads to the same signing, by another state', async () => {
    const id = await ioanna.document(smallPdf('κ'));
    const key = { 'idempotency-key': 'away-1' };
    const first = await left([id], key);
    const second = await left([id], key);
    expect(second.signing).toBe(first.signing);
    const old = await approved(first.page);
    expect((await ioanna.comeBack(first.signing, old)).status).toBe(410);
    expect((await ioanna.comeBack(first.signing, await approved(second.page))).status).toBe(200);
    const known = await ioanna.leave([id], key);
    expect([known.status, known.body]).toMatchObject([200, { status: 'success' }]);
  });

  test('SGN-8: another replica goes on where the first one stopped', async () => {
    const other = await startTest(home, redirect);
    try {
      const id = await ioanna.document(smallPdf('λ'));
      const { signing, page } = await left([id]);
      const there = new Visitor(other.url, ioanna.account);
      there.sessionId = ioanna.sessionId;
      const answer = await there.comeBack(signing, await approved(page), { prefer: 'respond-async' });
      expect([answer.status, answer.body]).toEqual([202, { signing }]);
      await expect
        .poll(async () => (await ioanna.get<SignAnswer>(`/api/signings/${signing}`)).body.status, {
          timeout: 20_000,
        })
        .toBe('success');
    } finally {
      await other.close();
    }
  });

  test('SGN-8: a provider that hangs after the return leaves the document to be signed anew', async () => {
    const id = await ioanna.document(smallPdf('μ'));
    const { signing, page } = await left([id]);
    const back = await approved(page);
    home.csc.fault({ kind: 'hang' });
    const answer = await ioanna.comeBack(signing, back);
    expect([answer.status, code(answer), await stateOf(id)]).toEqual([503, 'provider_unavailable', 'ready']);
    home.csc.fault(null);
    const again = await left([id]);
    expect((await ioanna.comeBack(again.signing, await approved(again.page))).status).toBe(200);
  });

  test('SGN-8: what the provider’s page says beside a refusal is kept in the audit, bounded', async () => {
    const id = await ioanna.document(smallPdf('ν'));
    const { signing, page } = await left([id]);
    const { state } = await atPage(page, { answer: 'cancel' });
    const answer = await ioanna.comeBack(signing, { state, error: `odd\n${'x'.repeat(1000)}` });
    expect([answer.status, code(answer)]).toEqual([502, 'provider_refused']);
    expect(audited('provider_answer').at(-1)).toMatch(/^\{"error":"odd x{196}"\}$/);
  });

  test('SGN-4: software keys of the same server still ask for password and code', async () => {
    const maria = await Person.at(server.url, home.accounts[0]);
    const id = await maria.document(smallPdf('ξ'));
    expect(code(await maria.sign({ documents: [id] }))).toBe('bad_request');
    expect((await maria.sign({ documents: [id], otp: freshCode(home, maria.account) })).status).toBe(200);
  });
});
