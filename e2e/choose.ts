import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { UploadFile } from './documents.ts';

let home: string | undefined;

/** Of this process; the browser reads what lies in it until the test's end. */
function folder(): string {
  if (home !== undefined) return home;
  const made = mkdtempSync(join(tmpdir(), 'websign-files-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  home = made;
  return made;
}

/** Chooses files as a person does, from a folder. To give the page their octets instead costs it seconds for large ones. */
export async function choose(input: Locator, ...files: readonly UploadFile[]): Promise<void> {
  const paths = files.map(({ name, buffer }) => {
    const path = join(mkdtempSync(join(folder(), 'f-')), name);
    writeFileSync(path, buffer);
    return path;
  });
  await input.setInputFiles(paths);
}
