import { assembleCms, draftCms, estimateCmsBytes } from '@websign/pki';
import { nodePorts, signatureFont } from '@websign/ports';
import { hasPdfium, isInstalled, judged, makeTestPki } from '@websign/testkit';
import { expect } from 'vitest';
import {
  embed,
  type Limits,
  openPdf,
  type Pdf,
  PdfError,
  type PdfErrorCode,
  type Prepared,
  prepareSignature,
  type SignatureOptions,
} from '../src/index.ts';

export const ports = nodePorts();
export const font = signatureFont();

export const open = (bytes: Uint8Array, limits: Partial<Limits> = {}): Pdf => openPdf(bytes, ports, limits);

/**
 * Processor time in milliseconds past which a test takes the work on one file for endless. What is bounded takes a tenth
 * of it; a busy machine counts several times as much for the same work, and what is not bounded takes minutes.
 */
const HANG_MS = 20_000;

/** Expects that less processor time than a hang takes has passed since `before`. */
export function expectNoHang(before: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(HANG_MS);
}

/** 2026-11-21, noon in Athens. */
export const OPTIONS: SignatureOptions = {
  time: { epochMs: Date.UTC(2026, 10, 21, 10), offsetMinutes: 120 },
  digestAlgorithm: 'SHA-256',
  contentsBytes: 24_000,
};

export const VISIBLE: NonNullable<SignatureOptions['visible']> = {
  placement: { page: 1, x: 40, y: 60, width: 200, height: 70 },
  text: { name: 'Ελένη Παπαδοπούλου', lines: [{ label: 'Λόγος', value: 'Έγκριση' }] },
  font,
};

export const prepare = (bytes: Uint8Array, options: Partial<SignatureOptions> = {}): Promise<Prepared> =>
  prepareSignature(open(bytes), { ...OPTIONS, ...options });

const { chain, sign: value } = makeTestPki().signers.p256;

/** A real CMS over a prepared update, by a software key. */
export function cms(prepared: Prepared): Uint8Array {
  const algorithm = 'ecdsa-p256-sha256';
  const { digest, digestAlgorithm } = prepared;
  const draft = draftCms({ digest, digestAlgorithm, chain, algorithm }, ports);
  return assembleCms(draft, value(algorithm, draft.signedAttributes));
}

/** Signs for real and gives the whole file. */
export async function sign(bytes: Uint8Array, options: Partial<SignatureOptions> = {}): Promise<Uint8Array> {
  const contentsBytes = estimateCmsBytes(chain);
  const prepared = await prepare(bytes, { contentsBytes, ...options });
  return Buffer.concat([bytes, embed(prepared, cms(prepared))]);
}

export const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** What was appended to `before`, as text. */
export const tailOf = (before: Uint8Array, after: Uint8Array): string =>
  latin1(after.subarray(before.length));

/** Expects a PdfError of that code. */
export function refuses(code: PdfErrorCode, work: () => unknown): void {
  let thrown: unknown;
  try {
    work();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(PdfError);
  expect((thrown as PdfError).code).toBe(code);
  expect((thrown as PdfError).message).not.toBe('');
}

export async function refusesLater(code: PdfErrorCode, work: Promise<unknown>): Promise<void> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(PdfError);
  expect((thrown as PdfError).code).toBe(code);
}

/** Which outside judges are here. */
export const has = {
  pdfsig: isInstalled('pdfsig'),
  qpdf: isInstalled('qpdf'),
  mutool: isInstalled('mutool'),
  pyhanko: isInstalled('pyhanko'),
  pdfium: hasPdfium(),
};

/** The name of a test that needs judges, or which of them is missing; with {@link lacks} for `skipIf`. */
export function judgedBy(tools: (keyof typeof has)[], name: string): string {
  const missing = tools.find((tool) => !has[tool]);
  return missing === undefined ? name : `skipped: ${missing} not installed`;
}

export const lacks = (...tools: (keyof typeof has)[]): boolean => tools.some((tool) => !has[tool]);

/** What pdfsig says of each signature, in order. */
export function pdfsig(bytes: Uint8Array): { valid: boolean; total: boolean }[] {
  const { text } = judged('pdfsig', ['-nocert'], bytes);
  return text
    .split(/^Signature #\d+:/m)
    .slice(1)
    .map((one) => ({
      valid: one.includes('Signature Validation: Signature is Valid.'),
      total: one.includes('Total document signed'),
    }));
}

/** Lines of `qpdf --check` that complain. */
export function qpdfMessages(bytes: Uint8Array): string[] {
  const { code, text } = judged('qpdf', ['--check'], bytes);
  return code === 0 ? [] : text.split('\n').filter((line) => /WARNING|ERROR|error/.test(line));
}

/** pyHanko's verdict on each signature: what it makes of later changes. Trust is not asked for. */
export function pyhanko(bytes: Uint8Array): string[] {
  const { text } = judged('pyhanko', ['sign', 'validate', '--no-revocation-check'], bytes);
  return [...text.matchAll(/^\S+:[0-9a-f]{64}:INTACT:UNTRUSTED,(.*)$/gm)].map(([, verdict]) => verdict ?? '');
}
