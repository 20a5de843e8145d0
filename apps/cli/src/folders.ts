import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files themselves, and every .pdf file below each folder, by name; links inside folders are not followed. */
export async function filesOf(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    // What is not there, or may not be looked at, is told as a file that could not be read.
    const folder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!folder) files.push(path);
    else for await (const file of below(path)) files.push(file);
  }
  return files;
}

async function* below(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* below(path);
    else if (entry.isFile() && entry.name.toLowerCase().endsWith('.pdf')) yield path;
  }
}
