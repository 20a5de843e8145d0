import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidence, type SignatureReport, validate } from '@websign/pades';
import { openPdf, PdfError } from '@websign/pdf';
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

/** The reports on one file; none where the reader refuses it. */
async function reportsOn(file: string): Promise<SignatureReport[]> {
  const bytes = new Uint8Array(readFileSync(file));
  try {
    const found = await evidence(bytes, openPdf(bytes, ports), ports);
    const none = { certificates: [], ocsps: [], crls: [] };
    return (await validate(found, none, { anchors: [], at: Date.now(), freshnessMs: 0 }, ports)).signatures;
  } catch (error) {
    if (error instanceof PdfError) return [];
    throw error;
  }
}

/** Whether the mathematics hold, whoever signed. */
const isIntact = ({ steps }: SignatureReport): boolean =>
  steps.some(({ block, outcome }) => block === 'cryptographic' && outcome === 'passed');

describe.skipIf(corpus === undefined)(
  corpus === undefined ? 'skipped: WEBSIGN_CORPUS not set' : 'the corpus',
  () => {
    const folder = (name: string) => join(corpus ?? '', name);

    test('real files: every signature that others call valid is intact', { timeout: 300_000 }, async () => {
      for (const [file, valid] of manifest(folder('real'), 'signatures_pdfsig_calls_valid')) {
        const reports = await reportsOn(join(folder('real'), file));
        const intact = reports.filter(isIntact).length;
        // A byte range that is not the file without /Contents is broken here, whatever others make of it.
        const odd = reports.some(({ subIndication }) => subIndication === 'FORMAT_FAILURE');
        if (reports.length > 0 && !odd) expect([file, intact]).toEqual([file, Number(valid)]);
      }
    });

    test('attacks: nothing but a verdict or a refusal; what is broken is never intact', {
      timeout: 300_000,
    }, async () => {
      for (const [file, expected] of manifest(folder('attacks'), 'expected_verdict')) {
        const reports = await reportsOn(join(folder('attacks'), file));
        const intact = reports.filter(isIntact).map(({ field }) => field);
        if (expected.startsWith('BROKEN')) expect([file, intact]).toEqual([file, []]);
        if (expected.startsWith('VALID')) expect([file, intact.length]).toEqual([file, reports.length]);
      }
    });
  },
);
