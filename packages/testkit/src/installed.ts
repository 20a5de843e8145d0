import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a program of this name is in `PATH` or `folders`. It is not started: some take most of a second to tell their version. */
export function isInstalled(program: string, ...folders: string[]): boolean {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...path, ...folders].some((folder) => isExecutable(join(folder, program)));
}

/** What the title of a test ends with where its judge is missing; nothing where it is there. */
export const unlessInstalled = (program: string): string =>
  isInstalled(program) ? '' : ` (skipped: ${program} not installed)`;

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
