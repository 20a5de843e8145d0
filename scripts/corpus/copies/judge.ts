import { existsSync, rmSync } from 'node:fs';
import { run } from '../run.ts';
import type { Lost } from '../worker.ts';
import type { CopyOutcome } from './job.ts';
import { type Compared, comparePictures } from './pictures.ts';

export interface CopyReport {
  outcome: CopyOutcome | Lost;
  /** Whether the other programs show the first page of the original without a password. */
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
  const isShown = await isShownByAll(file, room);
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

async function isShownByAll(file: string, room: string): Promise<boolean> {
  const poppler = await run('pdftoppm', ['-r', '10', '-l', '1', '-singlefile', file, `${room}-shown`]);
  const mupdf = await run('mutool', ['draw', '-q', '-r', '10', '-o', `${room}-shown.pgm`, file, '1']);
  const isOpen = !/[Ii]ncorrect password|authenticate password/.test(poppler.text + mupdf.text);
  const pictures = [`${room}-shown.ppm`, `${room}-shown.pgm`].map((name) => existsSync(name));
  for (const name of [`${room}-shown.ppm`, `${room}-shown.pgm`]) rmSync(name, { force: true });
  return isOpen && pictures.every((one) => one);
}

async function textOf(file: string): Promise<string> {
  const { out } = await run('pdftotext', ['-cropbox', '-enc', 'UTF-8', file, '-']);
  return out.replace(/\s+/g, ' ').trim();
}
