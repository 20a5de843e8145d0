import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { judgedFiles } from '../pki/judges.ts';

/** The program that draws by pdfium, the engine of Chromium's viewer. */
export const pdfiumProgram = fileURLToPath(new URL('../../../../.ci/pdfium/draw.py', import.meta.url));

/** Whether Python has pdfium. */
export const hasPdfium = (): boolean => spawnSync('python3', ['-c', 'import pypdfium2']).status === 0;

/** The SHA-256 of what pdfium shows of each of the first pages, at 96 dpi. Throws where it shows none. */
export function drawnByPdfium(file: Uint8Array, most = 12): string[] {
  const files = { 'file.pdf': file };
  const args = [pdfiumProgram, 'file.pdf', '-', String(most), 'screen'];
  const { status, output, stdout } = judgedFiles('python3', files, ...args);
  const digests = stdout.toString().match(/^[0-9a-f]{64}$/gm) ?? [];
  if (status !== 0 || digests.length === 0) throw new Error(`pdfium shows no page: ${output}`);
  return digests;
}
