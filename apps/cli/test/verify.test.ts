import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { draftSignature, finishSignature } from '@websign/pades';
import { openPdf, prepareSignature } from '@websign/pdf';
import { estimateCmsBytes } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  appendUpdate,
  documentObjects,
  type LongTermWorld,
  longTermWorld,
  signedBy,
  testEncryption,
  writePdf,
} from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { websign } from './process.ts';

// Each command is a process of its own; on a busy machine a test of several takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const ports = nodePorts();
let folder = '';
let server: Server;
let world: LongTermWorld;
let signed: Uint8Array;
const at = (name: string) => join(folder, name);
const page = () =>
  writePdf({ kind: 'table', objects: documentObjects({ pages: [{ content: 'BT /F1 12 Tf (one) Tj ET' }] }) });

/** Signed by the world's signer, with a time-stamp. */
async function sign(bytes: Uint8Array): Promise<Uint8Array> {
  const chain = [world.signer.certificate, world.issuing.certificate];
  const prepared = await prepareSignature(openPdf(bytes, ports), {
    time: { epochMs: world.now, offsetMinutes: 120 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: estimateCmsBytes(chain),
  });
  const draft = draftSignature(prepared, { chain, algorithm: 'ecdsa-p256-sha256' }, ports);
  const value = signedBy(world.signer)(draft.signedAttributes);
  const stamp = (signature: Uint8Array) => world.stamp(ports.digest('SHA-256', signature), 'SHA-256');
  const { tail } = await finishSignature(prepared, draft, value, ports, stamp);
  return Buffer.concat([bytes, tail]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'websign-verify-'));
  server = createServer(async (request, response) => {
    const url = `http://${request.headers.host}${request.url}`;
    const body = request.method === 'POST' ? await buffer(request) : undefined;
    const answer = await world.answer(url, body);
    response.writeHead(answer ? 200 : 404).end(answer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  world = await longTermWorld(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  signed = await sign(page());
  const tampered = Buffer.from(signed);
  tampered[tampered.indexOf('(one)') + 1] = 0x54;
  await mkdir(at('trust'));
  await writeFile(at('trust/root.cer'), world.root.certificate);
  await mkdir(at('more/deep'), { recursive: true });
  await writeFile(at('signed.pdf'), signed);
  await writeFile(at('more/deep/plain.PDF'), page());
  await writeFile(at('more/deep/note.txt'), 'not looked at');
  await writeFile(at('more/tampered.pdf'), tampered);
  await writeFile(at('bad.pdf'), 'not a PDF');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const moment = () => new Date(world.now + 60_000).toISOString();
const verify = async (args: string[], env: NodeJS.ProcessEnv = {}) => {
  const networks = { REVOCATION_NETWORKS: '127.0.0.0/8' };
  const all = ['verify', ...args, '--json', '--at', moment()];
  const outcome = await websign(all, { env: { ...networks, ...env } });
  const objects = outcome.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { ...outcome, objects };
};
const trusting = (...args: string[]) => [...args, '--trust', at('trust')];

describe('verify', () => {
  test('asks the authorities, and says exactly what is documented', async () => {
    const { code, objects, stderr } = await verify(trusting(at('signed.pdf')));
    expect(stderr).toBe('');
    expect(objects).toEqual([
      {
        file: at('signed.pdf'),
        verdict: 'valid',
        signatures: [
          {
            field: expect.any(String),
            kind: 'signature',
            indication: 'TOTAL-PASSED',
            signer: 'Long-Term Signer',
            signedAt: expect.stringMatching(/^\d{4}-.*Z$/),
            level: 'B-T',
            covers: 'whole-file',
            changesAfter: 'none',
            changes: [],
            qualified: false,
            remarks: [],
          },
        ],
        ms: expect.any(Number),
      },
    ]);
    expect(code).toBe(0);
  });

  test('offline, or where the authorities are away, it says that it is not known', async () => {
    const open = {
      verdict: 'indeterminate',
      signatures: [{ indication: 'INDETERMINATE', subIndication: 'TRY_LATER' }],
    };
    const offline = await verify(trusting(at('signed.pdf'), '--offline'));
    expect(offline.objects).toMatchObject([open]);
    expect(offline.code).toBe(1);
    // Loopback is not the public internet: certificates lead nowhere else unasked.
    const refused = await verify(trusting(at('signed.pdf')), { REVOCATION_NETWORKS: '' });
    expect(refused.objects).toMatchObject([open]);
    const args = trusting(at('signed.pdf'), '--allow-loopback');
    expect((await verify(args, { REVOCATION_NETWORKS: '' })).objects).toMatchObject([{ verdict: 'valid' }]);
  });

  test('trust comes from --trust, else from the configuration', async () => {
    const stranger = await verify([at('signed.pdf'), '--offline']);
    expect(stranger.objects).toMatchObject([
      { signatures: [{ subIndication: 'NO_CERTIFICATE_CHAIN_FOUND', changesAfter: 'none' }] },
    ]);
    const configured = await verify([at('signed.pdf')], { TRUST_FOLDER: at('trust') });
    expect(configured.objects).toMatchObject([{ verdict: 'valid' }]);
    const { code, stderr } = await websign(['verify', at('signed.pdf'), '--trust', at('nowhere')]);
    expect([code, stderr]).toEqual([2, `websign: ${at('nowhere')} cannot be read.\n`]);
  });

  test('folders, in order; what cannot be read is invalid and stops none', async () => {
    const { code, objects } = await verify(
      trusting(at('more'), at('bad.pdf'), at('missing.pdf'), '--offline'),
    );
    expect(code).toBe(2);
    expect(objects).toMatchObject([
      { file: at('more/deep/plain.PDF'), verdict: 'unsigned', signatures: [] },
      {
        file: at('more/tampered.pdf'),
        verdict: 'invalid',
        signatures: [{ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' }],
      },
      { verdict: 'invalid', code: 'not_a_pdf', message: expect.any(String), signatures: [] },
      { verdict: 'invalid', code: 'ENOENT', message: expect.any(String), signatures: [] },
    ]);
  });

  test('changes are judged whether or not the chain is trusted', async () => {
    const content = { number: 5, body: '<</Length 4>>stream\n0 g \nendstream' };
    await writeFile(at('added.pdf'), appendUpdate(signed, { kind: 'table', objects: [content] }));
    const { code, objects } = await verify([at('added.pdf'), '--offline']);
    expect(code).toBe(2);
    expect(objects).toMatchObject([{ verdict: 'invalid', signatures: [{ changesAfter: 'other' }] }]);
    expect(objects[0].signatures[0].changes).toContainEqual(
      expect.objectContaining({ revision: 3, level: 'other', rule: expect.any(String) }),
    );
  });

  test('an encrypted file is read where everybody can open it', async () => {
    const encrypted = (password?: string) =>
      writePdf({
        kind: 'table',
        objects: documentObjects({}),
        encryption: testEncryption('aes256', password === undefined ? {} : { password }),
      });
    await writeFile(at('open.pdf'), encrypted());
    await writeFile(at('closed.pdf'), encrypted('secret'));
    const { objects } = await verify([at('open.pdf'), at('closed.pdf'), '--offline']);
    expect(objects).toMatchObject([{ verdict: 'unsigned' }, { verdict: 'invalid', code: 'encrypted' }]);
  });

  test('for people in plain sentences', async () => {
    const args = trusting(at('signed.pdf'), at('more'), at('bad.pdf'), '--offline', '--at', moment());
    const { code, stdout } = await websign(['verify', ...args]);
    expect(code).toBe(2);
    expect(stdout).toContain(
      'signed.pdf: It cannot be determined whether the document is validly signed, because',
    );
    expect(stdout).toContain('plain.PDF: The document has no signatures.');
    expect(stdout).toContain(
      'tampered.pdf: The document is not validly signed, because what was signed has been altered.',
    );
    expect(stdout).toMatch(/bad\.pdf: not checked: .* \(not_a_pdf\)/);
    expect(stdout).toMatch(/^4 files: 0 valid, .* [\d.]+ s$/m);
  });

  test('a time that is none, and nothing named', async () => {
    for (const moment of ['yesterday', '2026-13-45', '21/11/2026', '']) {
      const { code, stderr } = await websign(['verify', at('signed.pdf'), '--at', moment]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('is no time such as')]);
    }
    expect((await websign(['verify'])).code).toBe(2);
  });
});
