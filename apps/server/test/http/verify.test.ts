import { readdirSync, readlinkSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { api, type ErrorAnswer, type HistoryAnswer, limits, verifyAnswer } from '@websign/contract';
import {
  appendUpdate,
  documentObjects,
  isInstalled,
  judgedFiles,
  testEncryption,
  writePdf,
} from '@websign/testkit';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { freshCode, Person, smallPdf } from './harness.ts';
import { served } from './served.ts';

vi.setConfig({ testTimeout: 60_000 });

const place = served();
let maria: Person;
let signed: Uint8Array;
beforeAll(async () => {
  maria = await place.person(0);
  const id = await maria.document(smallPdf('to be changed'));
  await maria.sign({ documents: [id], otp: freshCode(place.home, maria.account) });
  signed = await maria.file(id);
});

interface Named {
  name: string;
  bytes: Uint8Array;
  field?: string;
}

const formOf = (files: readonly Named[]): FormData => {
  const form = new FormData();
  for (const { name, bytes, field = 'document' } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
  }
  return form;
};

const ask = <T = unknown>(files: readonly Named[], query = '', by = maria) =>
  by.call<T>(`${api.verify}${query}`, { method: 'POST', body: formOf(files) });

const verify = async (...files: Named[]) => {
  const { status, body } = await ask(files);
  expect(status).toBe(200);
  return verifyAnswer.parse(body).documents;
};

const tampered = () => {
  const bytes = Buffer.from(signed);
  bytes[bytes.indexOf('(to be changed)') + 1] = 0x54;
  return bytes;
};

/** Every file and folder of the data folder, by name. */
const kept = () => readdirSync(join(place.home.folder, 'data'), { recursive: true }).sort();

/** Files without a name that this process still holds open. */
const nameless = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return /\.spool-.* \(deleted\)$/.test(readlinkSync(join('/proc/self/fd', fd)));
    } catch {
      return false;
    }
  });

describe('POST /api/verify_document', () => {
  test('tells who signed, when, and what the signature covers', async () => {
    const [document] = await verify({ name: 'αίτηση.pdf', bytes: signed });
    expect(document).toMatchObject({ name: 'αίτηση.pdf', size: signed.length, code: null, leftOut: 0 });
    expect(document?.revisions.at(-1)).toEqual({ number: 2, end: signed.length });
    expect(document?.signatures).toMatchObject([
      {
        kind: 'signature',
        signer: 'Ελένη Παπαδοπούλου',
        covers: 'whole-file',
        changesAfter: 'none',
        qualified: false,
        level: 'B-T',
      },
    ]);
    const [signature] = document?.signatures ?? [];
    expect(signature?.indication).not.toBe('TOTAL-FAILED');
    expect(Math.abs(Date.parse(signature?.signedAt ?? '') - place.home.clock())).toBeLessThan(600_000);
    expect(signature?.signedAt).toMatch(/\+0[23]:00$/);
    // Who issued the certificates tells nothing of their revocation, and cannot be asked.
    expect(signature).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'TRY_LATER' });
    expect(signature?.timeStamps).toMatchObject([
      { kind: 'signature', authority: 'Test Time-Stamp Authority' },
    ]);
  });

  test('a changed byte fails, and what was added behind is told', async () => {
    const added = appendUpdate(signed, {
      kind: 'table',
      objects: [{ number: 5, body: '<</Length 4>>stream\n0 g \nendstream' }],
    });
    const [broken, later] = await verify(
      { name: 'broken.pdf', bytes: tampered() },
      { name: 'later.pdf', bytes: added },
    );
    expect(broken).toMatchObject({
      verdict: 'invalid',
      signatures: [{ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' }],
    });
    expect(later).toMatchObject({ verdict: 'invalid', signatures: [{ changesAfter: 'other' }] });
    expect(later?.signatures[0]?.changes.length).toBeGreaterThan(0);
  });

  test('several files have each their own outcome, in order; one that cannot be read stops none', async () => {
    const encryption = testEncryption('aes256', { password: 'secret' });
    const locked = writePdf({ kind: 'table', objects: documentObjects({}), encryption });
    const documents = await verify(
      { name: 'note.pdf', bytes: Buffer.from('no PDF') },
      { name: 'plain.pdf', bytes: smallPdf(), field: 'document[]' },
      { name: 'signed.pdf', bytes: signed, field: 'document[7]' },
      { name: 'secret.pdf', bytes: locked },
    );
    expect(documents.map(({ name, verdict, code }) => [name, verdict, code])).toEqual([
      ['note.pdf', null, 'file_type'],
      ['plain.pdf', 'unsigned', null],
      ['signed.pdf', expect.stringMatching(/^(valid|indeterminate)/), null],
      ['secret.pdf', null, 'pdf_encrypted'],
    ]);
  });

  test('UP-3: limits are those of an upload, and what comes after one is drained', async () => {
    const big = { name: 'big.pdf', bytes: new Uint8Array(limits.fileBytes + 1) };
    const large = { name: 'large.pdf', bytes: new Uint8Array(limits.fileBytes) };
    const many = Array.from({ length: limits.filesPerVerification + 1 }, (_, at) => ({
      name: `${at}.pdf`,
      bytes: new Uint8Array(1),
    }));
    for (const [files, code] of [
      [[big], 'file_too_big'],
      [[large, large, large], 'total_too_big'],
      [many, 'too_many_files'],
    ] as const) {
      const { status, body } = await ask<ErrorAnswer>(files);
      expect([status, body.error.code]).toEqual([413, code]);
    }
    expect((await ask<ErrorAnswer>([])).body.error.code).toBe('bad_request');
    const stray = await ask<ErrorAnswer>([{ name: 'a.pdf', bytes: signed, field: 'other' }]);
    expect([stray.status, stray.body.error.code]).toEqual([400, 'bad_request']);
  });

  test('a session is needed', async () => {
    const stranger = new Person(place.url, maria.account);
    const { status, body } = await ask<ErrorAnswer>([{ name: 'a.pdf', bytes: signed }], '', stranger);
    expect([status, body.error.code]).toEqual([401, 'session_required']);
  });
});

describe('what is kept of it', () => {
  test('nothing: no document, no blob, no file', async () => {
    const before = kept();
    const rows = (await maria.get<HistoryAnswer>(api.history)).body.total;
    await verify({ name: 'a.pdf', bytes: signed }, { name: 'b.pdf', bytes: Buffer.from('no PDF') });
    expect(kept()).toEqual(before);
    expect((await maria.get<HistoryAnswer>(api.history)).body.total).toBe(rows);
  });

  test.skipIf(process.platform !== 'linux')(
    'not even while it lasts, nor when the person goes away',
    async () => {
      const before = kept();
      const call = begin(maria);
      call.write(part('a.pdf'));
      call.write(signed);
      await vi.waitFor(() => expect(nameless()).toHaveLength(1), { timeout: 10_000 });
      expect(kept()).toEqual(before);
      call.destroy();
      await vi.waitFor(() => expect(nameless()).toEqual([]), { timeout: 10_000 });
      expect(kept()).toEqual(before);
    },
  );
});

const boundary = 'boundary-of-the-test';
const part = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="document"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;

/** A request whose body is still to be written. */
function begin(person: Person): ClientRequest {
  const call = request(`${place.url}${api.verify}`, {
    method: 'POST',
    agent: false,
    headers: { ...person.authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  call.on('error', () => {});
  return call;
}

test('one signer has two under way; a third is to be tried again later, and others do not wait', async () => {
  const nikos = await place.person(1);
  const held = [begin(maria), begin(maria), begin(maria)];
  const answered = held.map(
    (call) => new Promise<IncomingMessage>((resolve) => call.once('response', resolve)),
  );
  try {
    for (const call of held) call.write(part('a.pdf'));
    const { statusCode, headers } = await Promise.race(answered);
    expect([statusCode, headers['retry-after']]).toEqual([429, '5']);
    expect((await ask([{ name: 'a.pdf', bytes: smallPdf() }], '', nikos)).status).toBe(200);
  } finally {
    for (const call of held) call.destroy();
  }
  await vi.waitFor(async () => expect((await ask([{ name: 'a.pdf', bytes: smallPdf() }])).status).toBe(200), {
    timeout: 10_000,
  });
});

const noPdftotext = isInstalled('pdftotext') ? '' : 'skipped: pdftotext not installed';

describe('the report', () => {
  const files = () => [
    { name: 'αίτηση.pdf', bytes: signed },
    { name: 'broken.pdf', bytes: tampered() },
    { name: 'plain.pdf', bytes: smallPdf() },
    { name: 'note.pdf', bytes: Buffer.from('no PDF') },
  ];
  const reportOf = async (query: string) => {
    const response = await fetch(`${place.url}${api.verify}${query}`, {
      method: 'POST',
      headers: maria.authorization,
      body: formOf(files()),
    });
    expect(response.status).toBe(200);
    return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  };

  test('as ETSI TS 119 102-2 has it', async () => {
    const { headers, bytes } = await reportOf('?format=xml');
    expect(headers.get('content-type')).toMatch(/^application\/xml/);
    expect(headers.get('content-disposition')).toContain('_verification.xml');
    const xml = Buffer.from(bytes).toString();
    expect(xml).toContain('http://uri.etsi.org/19102/');
    expect(xml.match(/<SignatureValidationReport>/g)).toHaveLength(4);
    expect(xml).toContain('urn:etsi:019102:mainindication:total-failed');
    expect(xml).toContain('urn:etsi:019102:subindication:HASH_FAILURE');
  });

  test.skipIf(noPdftotext !== '').each([
    [
      'el',
      /Αναφορά ελέγχου εγκυρότητας/,
      /όσα υπογράφηκαν έχουν αλλοιωθεί/,
      /Το έγγραφο δεν φέρει υπογραφές/,
    ],
    ['en', /Report of the validity check/, /what was signed has been altered/, /has no signatures/],
  ])(noPdftotext || 'for people, in %s', async (locale, ...said) => {
    const { headers, bytes } = await reportOf(`?format=pdf&locale=${locale}`);
    expect(headers.get('content-type')).toBe('application/pdf');
    const { stdout } = judgedFiles('pdftotext', { 'report.pdf': bytes }, 'report.pdf', '-');
    const text = stdout.toString().replace(/\s+/g, ' ');
    for (const sentence of said) expect(text).toMatch(sentence);
    expect(text).toContain('Ελένη Παπαδοπούλου');
  });
});
