import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSignatures, type SignatureCheck } from '@websign/pades';
import { openPdf, PdfError, signatureFields } from '@websign/pdf';
import { nodePorts } from '@websign/ports';
import { describe, expect, test } from 'vitest';

const corpus = process.env.WEBSIGN_CORPUS;
const ports = nodePorts();

/** Lines of `manifest.tsv` by file name; the column of the expected verdict. */
function manifest(folder: string, column: string): [string, string][] {
  const [head = '', ...lines] = readFileSync(join(folder, 'manifest.tsv'), 'utf8').trim().split('\n');
  const at = head.split('\t').indexOf(column);
  return lines.map((line) => line.split('\t')).map((cells) => [cells[0] ?? '', cells[at] ?? '']);
}

/** The checks of one file; none where the reader refuses it. */
async function checksOf(file: string): Promise<SignatureCheck[]> {
  const bytes = new Uint8Array(readFileSync(file));
  try {
    return await checkSignatures(bytes, signatureFields(openPdf(bytes, ports)), ports);
  } catch (error) {
    if (error instanceof PdfError) return [];
    throw error;
  }
}

describe.skipIf(corpus === undefined)(
  corpus === undefined ? 'skipped: WEBSIGN_CORPUS not set' : 'the corpus',
  () => {
    const folder = (name: string) => join(corpus ?? '', name);

    test('real files: every signature that others call valid is intact', { timeout: 300_000 }, async () => {
      for (const [file, valid] of manifest(folder('real'), 'signatures_pdfsig_calls_valid')) {
        const checks = await checksOf(join(folder('real'), file));
        const intact = checks.filter(({ integrity }) => integrity === 'intact').length;
        // A byte range that is not the file without /Contents is broken here, whatever others make of it.
        const odd = checks.some(({ reason }) => reason === 'byte_range');
        if (checks.length > 0 && !odd) expect([file, intact]).toEqual([file, Number(valid)]);
      }
    });

    test('attacks: nothing but a verdict or a refusal; what is broken is never intact', {
      timeout: 300_000,
    }, async () => {
      for (const [file, expected] of manifest(folder('attacks'), 'expected_verdict')) {
        const checks = await checksOf(join(folder('attacks'), file));
        const intact = checks.filter(({ integrity }) => integrity === 'intact').map(({ field }) => field);
        if (expected.startsWith('BROKEN')) expect([file, intact]).toEqual([file, []]);
        if (expected.startsWith('VALID')) expect([file, intact.length]).toEqual([file, checks.length]);
      }
    });
  },
);
