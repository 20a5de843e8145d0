import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { UploadFile } from './documents.ts';

let home: string | undefined;

/** A folder of this process; the browser reads what lies in it until a test's end. */
function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'websign-files-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Chooses files as a person does, from a folder. To give the page their octets instead costs it seconds for large ones. */
export async function choose(input: Locator, ...files: readonly UploadFile[]): Promise<void> {
  home ??= makeFolder();
  const room = join(home, 'f-');
  const paths = files.map(({ name, buffer }) => {
    const path = join(mkdtempSync(room), name);
    writeFileSync(path, buffer);
    return path;
  });
  await input.setInputFiles(paths);
}
