import { execFileSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { isInstalled } from '@websign/testkit';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { compose } from '../../../src/services/mail/compose.ts';
import { type LetterOrder, mailJob } from '../../../src/services/mail/jobs.ts';
import { page } from '../../../src/services/mail/page.ts';
import { el } from '../../../src/services/mail/words/el.ts';
import { en } from '../../../src/services/mail/words/en.ts';
import { UnwritableLetter, writeLetter } from '../../../src/services/mail/write.ts';
import type { NewAccount } from '../../../src/storage/index.ts';
import { days, Grounds, hours, upload } from '../../storage/support/storages.ts';

const grounds = new Grounds(async () => undefined);
afterEach(() => grounds.clear());

const config = readConfig(
  { MASTER_KEY_FILE: '/k', SIGNATURE_LEVEL: 'B-B', PUBLIC_ORIGIN: 'https://sign.example' },
  false,
);
const at = Date.UTC(2026, 10, 21, 14, 40, 8);
const job = { id: 7 };

const person: NewAccount = {
  username: 'maria',
  surname: 'Παπαδοπούλου',
  name: 'Μαρία',
  email: 'maria@example.gr',
  subjectSerial: 'TINEL-1',
  certificateSerial: '0A1B',
  validUntil: Date.UTC(2030, 0, 1),
  otpMethod: 'TOTP',
  chain: [Uint8Array.of(48, 1)],
  ...{ verifier: 'v', key: 'k', totp: 't' },
};

/** A signer who signed files of these names in one request, and sent the first one away. */
async function desk(names: string[], account: Partial<NewAccount> = {}) {
  const { storage, now, pass } = await grounds.lay();
  const { id: accountId } = await storage.accounts.create({ ...person, ...account });
  const { sha256, size } = await storage.blobs.put(Buffer.from('%PDF-1.7 signed'));
  const files = await storage.documents.create(
    names.map((name) => upload(accountId, { name, sha256, size })),
  );
  await storage.signings.record(
    accountId,
    files.map(({ id }) => ({
      ...{ documentId: id, baseSha256: sha256, sha256, size, signedAt: at, certificateSerial: '0A1B' },
      ...{ level: 'B-T', signingId: 's1', detail: null, state: 'signed' as const, signatures: [] },
    })),
  );
  const context = { config, storage, clock: now };
  const send = async (recipient: string, to: 'recipient' | 'signer') => {
    const asked = await storage.sends.ask(
      { accountId, documentId: files[0]?.id ?? '', recipient, copy: true },
      { most: 20, windowMs: hours(24) },
      () => [],
    );
    if (asked.kind !== 'added') throw new Error(asked.kind);
    return { letter: 'document', accountId, at, sendId: asked.id, sha256, to } as const;
  };
  return { context, accountId, send, pass, write: (order: LetterOrder) => writeLetter(context, order, job) };
}

const signed = (accountId: string): LetterOrder => ({ letter: 'signed', accountId, at, signingId: 's1' });

/** The message as others' software reads it: Python's parser of RFC 5322, 2045, 2047 and 2231. */
function read(message: Buffer) {
  const script = `
import sys, json, email
from email import policy
m = email.message_from_bytes(sys.stdin.buffer.read(), policy=policy.default)
parts = [p for p in m.walk() if not p.is_multipart()]
print(json.dumps({
  "headers": [[k, str(v)] for k, v in m.items()],
  "defects": [str(d) for p in m.walk() for d in p.defects],
  "to": [a.addr_spec for a in m["to"].addresses],
  "parts": [{"type": p.get_content_type(), "name": p.get_filename(),
             "text": p.get_content() if p.get_content_maintype() == "text" else p.get_content().decode()} for p in parts],
}))`;
  const answer = execFileSync('python3', ['-c', script], { input: message, encoding: 'utf8' });
  return JSON.parse(answer) as {
    headers: [string, string][];
    defects: string[];
    to: string[];
    parts: { type: string; name: string | null; text: string }[];
  };
}

const headersOf = (message: Buffer) => {
  const [head = ''] = message.toString('latin1').split('\r\n\r\n');
  return head
    .split('\r\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.split(':')[0]);
};
const own = ['Auto-Submitted', 'Content-Language', 'From', 'To', 'Subject', 'Message-ID', 'Date'];
const mime = ['MIME-Version', 'Content-Type'];

describe('letters', () => {
  test('SGN-9 one note tells all that was signed: files, time with zone, certificate, and what to do', async () => {
    const { write, accountId } = await desk(['αίτηση.pdf', 'β.pdf']);
    const { subject, text, html, to } = await write(signed(accountId));
    expect(subject).toBe('Υπογράψατε 2 έγγραφα / You signed 2 documents');
    expect(to).toBe('maria@example.gr');
    for (const said of [
      '- αίτηση.pdf',
      '- β.pdf',
      '21/11/2026 16:40:08 +02:00',
      '0A1B',
      el.notYou,
      en.notYou,
    ]) {
      expect(text).toContain(said);
    }
    expect(text.indexOf('υπογράφηκαν')).toBeLessThan(text.indexOf('were signed'));
    expect(html).toContain('<bdi>αίτηση.pdf</bdi>');
  });

  test('a thousand files make a letter that people can read', async () => {
    const { write, accountId } = await desk(Array.from({ length: 120 }, (_, n) => `${n}.pdf`));
    const { text } = await write(signed(accountId));
    expect(text).toContain('- 49.pdf\r\n… και 70 ακόμη·');
    expect(text).not.toContain('- 50.pdf');
    expect(text).toContain('and 70 more');
  });

  test.each([
    [{ letter: 'password_changed' }, 'Ο κωδικός πρόσβασής σας άλλαξε'],
    [{ letter: 'otp_resynchronised' }, 'συγχρονίστηκε'],
    [{ letter: 'account_locked' }, 'κλειδώθηκε για πέντε λεπτά'],
    [{ letter: 'otp_reset_begun', effectiveAt: at + days(1) }, '22/11/2026 16:40:08 +02:00'],
    [{ letter: 'otp_reset_cancelled' }, 'ακύρωσε'],
    [{ letter: 'otp_reset_void' }, 'δεν θα ισχύσει'],
    [{ letter: 'otp_reset_done' }, 'ισχύει από τώρα'],
    [
      { letter: 'otp_method_begun', otpMethod: 'SMS', effectiveAt: at + days(1) },
      'με SMS στο κινητό σας.\r\n\r\nΑυτό θα ισχύει από 22/11/2026 16:40:08 +02:00',
    ],
    [{ letter: 'otp_method_done', otpMethod: 'EMAIL' }, 'με e-mail στη διεύθυνσή σας'],
  ] as const)('PWD-2 %o is told to the signer', async (order, said) => {
    const { write, accountId } = await desk(['a.pdf']);
    const letter = await write({ ...order, accountId, at });
    expect(letter.subject + letter.text).toContain(said);
    expect(letter.to).toBe('maria@example.gr');
    expect(letter.attachment).toBeUndefined();
  });

  test('the recipient sees no address but their own; the copy is a letter of its own', async () => {
    const { write, send } = await desk(['αίτηση.pdf']);
    const theirs = await write(await send('nikos@example.gr', 'recipient'));
    const message = (await buffer(await compose(theirs, 'sign@ministry.example'))).toString('latin1');
    expect(message).not.toContain('maria@');
    expect(theirs.text + theirs.html).not.toMatch(/@/);
    expect(theirs.to).toBe('nikos@example.gr');
    const copy = await write(await send('nikos@example.gr', 'signer'));
    expect(copy.to).toBe('maria@example.gr');
    expect(copy.text).toContain('nikos@example.gr');
  });

  test('HIS-2 after the term nothing is sent any more', async () => {
    const { write, send, pass } = await desk(['a.pdf']);
    const order = await send('nikos@example.gr', 'recipient');
    pass(days(31));
    await expect(write(order)).rejects.toThrow(
      new UnwritableLetter('the document is no longer kept', 'expired'),
    );
  });

  test('nothing is fetched and nothing is linked but the application itself', async () => {
    const { write, accountId, context } = await desk(['http://evil.example/a.pdf']);
    const { html } = await write(signed(accountId));
    expect([...html.matchAll(/(?:href|src|url)\s*[=(]\s*"?([^" >]*)/gi)].map(([, url]) => url)).toEqual([
      'https://sign.example/',
      'https://sign.example/',
    ]);
    const silent = { ...context, config: { ...config, PUBLIC_ORIGIN: '' } };
    expect((await writeLetter(silent, signed(accountId), job)).html).not.toContain('href');
  });

  test('hostile names: no header, no HTML, no turned line comes of them', async () => {
    const names = [
      'a.pdf\r\nBcc: evil@example.com\r\n\r\n<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>.pdf',
      '\u202Efdp.exe\u2066',
      `${'α'.repeat(4000)}.pdf`,
    ];
    const surname = 'Εύα\r\nBcc: evil@example.com\u202E<b>';
    const { write, accountId, send } = await desk(names, { surname });
    for (const order of [signed(accountId), await send('nikos@example.gr', 'recipient')]) {
      const letter = await write(order);
      const message = await buffer(await compose(letter, 'sign@ministry.example'));
      expect(headersOf(message).toSorted()).toEqual([...own, ...mime].toSorted());
      expect(letter.html).not.toMatch(/<script|<img|<b>/);
      expect(letter.text + letter.html + letter.subject).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(letter.text).not.toContain('α'.repeat(200));
      for (const line of message.toString('latin1').split('\r\n')) expect(line.length).toBeLessThan(500);
    }
  });

  test('whatever the names are, the headers are ours and every line is short', async () => {
    const letters = fc.string({ unit: 'binary', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(letters, letters, async (name, file) => {
        const content = {
          name,
          said: (words: typeof el) => words.document(name),
          facts: () => [],
          files: { names: [file], total: 1 },
        };
        const letter = {
          ...{ messageId: '<1@websign.invalid>', date: at, to: 'a@example.gr' },
          ...page(content, { demo: false, origin: '' }),
          attachment: {
            name: file,
            until: 0,
            open: async () => (await import('node:stream')).Readable.from(['%PDF']),
          },
        };
        const message = await buffer(await compose(letter, 'sign@ministry.example'));
        expect(headersOf(message).toSorted()).toEqual([...own, ...mime].toSorted());
        for (const line of message.toString('latin1').split('\r\n')) expect(line.length).toBeLessThan(998);
      }),
      { numRuns: 60 },
    );
  });

  test('the same job is the same letter, another job another', async () => {
    const { context, write, accountId } = await desk(['a.pdf']);
    const first = await write(signed(accountId));
    expect((await write(signed(accountId))).messageId).toBe(first.messageId);
    expect((await writeLetter(context, signed(accountId), { id: 8 })).messageId).not.toBe(first.messageId);
    expect(first.messageId).toMatch(/^<[0-9a-f]{40}@websign\.invalid>$/);
  });

  test('an account or an address that is gone is told, not tried for ever', async () => {
    const { write } = await desk(['a.pdf'], { email: 'nobody' });
    await expect(write(signed('nobody'))).rejects.toThrow(UnwritableLetter);
    const other = await desk(['a.pdf'], { email: 'two@example.gr, three@example.gr' });
    await expect(other.write(signed(other.accountId))).rejects.toThrow(
      new UnwritableLetter('the address is not valid'),
    );
  });

  test('both languages say all of it, and a job is plain data', () => {
    expect(Object.keys(en).toSorted()).toEqual(Object.keys(el).toSorted());
    const order = { letter: 'password_changed', accountId: 'a', at } as const;
    expect(mailJob(order)).toEqual({ kind: 'mail', payload: order });
  });

  test.skipIf(!isInstalled('python3'))(
    "others' software reads it: Greek names, folded headers, RFC 2231",
    async () => {
      const name = `${'Πολύ μεγάλο όνομα '.repeat(8)}αρχείου «τελικό».pdf`;
      const { write, send } = await desk([name]);
      const letter = await write(await send('nikos@υπουργείο.gr', 'recipient'));
      const found = read(await buffer(await compose(letter, 'sign@ministry.example')));
      expect(found.defects).toEqual([]);
      expect(Object.fromEntries(found.headers)).toMatchObject({
        Subject: letter.subject,
        'Auto-Submitted': 'auto-generated',
        From: 'WebSign <sign@ministry.example>',
        'Message-ID': letter.messageId,
      });
      expect(found.to).toEqual(['nikos@xn--kxahg2bdbi3ac.gr']);
      expect(found.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'application/pdf']);
      expect(found.parts[0]?.text.replace(/\r?\n/g, '\r\n')).toBe(letter.text);
      expect(found.parts[2]?.text).toBe('%PDF-1.7 signed');
      expect(found.parts[2]?.name).toBe(letter.attachment?.name);
      expect(letter.attachment?.name).toMatch(/^Πολύ μεγάλο όνομα .*_signed\.pdf$/);
    },
  );
});
