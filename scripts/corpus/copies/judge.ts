import { run } from '../run.ts';
import type { Lost } from '../worker.ts';
import type { CopyOutcome } from './job.ts';
import { type Compared, comparePictures } from './pictures.ts';

export interface CopyReport {
  outcome: CopyOutcome | Lost;
  /** Whether some other program shows pages of the original without a password. */
  isShown: boolean;
  /** What qpdf says of the copy, where it says anything. */
  qpdf?: string;
  pictures?: Record<string, Compared>;
  /** Whether the same text is extracted. */
  sameText?: boolean;
}

/** Holds a copy against the original by what others' tools say of both. */
export async function judgeCopy(
  file: string,
  out: string,
  room: string,
  outcome: CopyOutcome | Lost,
): Promise<CopyReport> {
  const shown = await run('pdftoppm', ['-r', '10', '-l', '1', file, `${room}-shown`]);
  const isShown =
    shown.code === 0 && !/Incorrect password/.test(shown.text) && !shown.text.includes('Wrong page range');
  if (outcome.kind !== 'copied') return { outcome, isShown };
  const check = await run('qpdf', ['--check', out]);
  const said = check.text.split('\n').filter((line) => /WARNING|ERROR|error:/.test(line));
  return {
    outcome,
    isShown,
    ...(check.code === 0 && said.length === 0 ? {} : { qpdf: said[0] ?? `exit ${check.code}` }),
    pictures: await comparePictures(file, out, room),
    sameText: (await textOf(file)) === (await textOf(out)),
  };
}

async function textOf(file: string): Promise<string> {
  const { out } = await run('pdftotext', ['-cropbox', '-enc', 'UTF-8', file, '-']);
  return out.replace(/\s+/g, ' ').trim();
}
