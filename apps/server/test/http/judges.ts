import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf, signatureFields } from '@websign/pdf';
import { parseSignedData, signatureTimeStamps } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { TEST_NOW } from '@websign/testkit';
import { pki } from './harness.ts';

const pem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;

function run(files: Record<string, Uint8Array | string>, command: string, ...args: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'websign-judge-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const { stdout, stderr } = spawnSync(command, args, { cwd: folder, timeout: 60_000, encoding: 'utf8' });
    return `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The CMS of the document's last signature and the bytes it signs. */
export function lastSignature(file: Uint8Array): { cms: Buffer; content: Buffer } {
  const signed = signatureFields(openPdf(file, nodePorts())).filter(({ signature }) => signature);
  const [a = 0, b = 0, c = 0, d = 0] = signed.at(-1)?.signature?.byteRange ?? [];
  const hex = Buffer.from(file.subarray(a + b + 1, c - 1)).toString('latin1');
  const padded = Buffer.from(hex, 'hex');
  const { length } = parseSignedData(padded, { allowTrailing: true });
  return {
    cms: padded.subarray(0, length),
    content: Buffer.concat([file.subarray(a, a + b), file.subarray(c, c + d)]),
  };
}

/** What `openssl cms -verify -cades` says of the last signature under the test root. */
export function opensslCms(file: Uint8Array): string {
  const { cms, content } = lastSignature(file);
  const files = { cms, content, 'root.pem': pem(pki.root.certificate) };
  const options = ['-cades', '-binary', '-inform', 'DER', '-in', 'cms', '-content', 'content', '-out', 'out'];
  const trust = ['-CAfile', 'root.pem', '-purpose', 'any', '-attime', String(TEST_NOW / 1000)];
  return run(files, 'openssl', 'cms', '-verify', ...options, ...trust);
}

/** What `openssl ts -verify` says of the time-stamp over the last signature's value. */
export function opensslTs(file: Uint8Array): string {
  const [signer] = parseSignedData(lastSignature(file).cms).signers;
  const [token] = signer ? signatureTimeStamps(signer) : [];
  if (!signer || !token) return 'no time-stamp';
  const files = { token, data: signer.signature, 'root.pem': pem(pki.root.certificate) };
  const trust = ['-CAfile', 'root.pem', '-attime', String(TEST_NOW / 1000)];
  return run(files, 'openssl', 'ts', '-verify', '-token_in', '-in', 'token', '-data', 'data', ...trust);
}

/** What pyHanko says of every signature under the test root, changes after it included. */
export function pyhanko(file: Uint8Array): string {
  const files = { 'a.pdf': file, 'root.pem': pem(pki.root.certificate) };
  const trust = ['--trust', 'root.pem', '--trust-replace', '--no-revocation-check'];
  const time = ['--validation-time', new Date(TEST_NOW + 3_600_000).toISOString()];
  return run(files, 'pyhanko', 'sign', 'validate', ...trust, ...time, 'a.pdf');
}

/** What MuPDF says of the signatures; without trust, it judges digest and changes. */
export const mutool = (file: Uint8Array): string => run({ 'a.pdf': file }, 'mutool', 'sign', '-v', 'a.pdf');
