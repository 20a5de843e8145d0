import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildProgram } from './confinement.ts';
import type { Engine } from './engine.ts';
import { snapshot } from './snapshot.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const path = fileURLToPath(new URL('./main.ts', import.meta.url));
/** What the engine reads beside its code: the fonts of signatures and reports, and what subsets them. */
const DATA = ['node_modules/harfbuzzjs', 'node_modules/@expo-google-fonts/noto-sans'];
const SOURCES = ['packages', 'node_modules', 'apps/server'];

/** The engine as children run it: its bundle, or in a checkout that runs unbuilt its sources; and what it may read. */
export const engineProgram: ChildProgram = path.endsWith('.cjs')
  ? {
      program: path,
      readable: [dirname(path), ...DATA.map((folder) => `${root}${folder}`)],
      snapshot: snapshot(),
    }
  : { program: path, readable: SOURCES.map((folder) => `${root}${folder}`) };

/**
 * How many times as long as others some jobs may take: an examination draws all pages, and reads scans; a safe copy does that twice, and
 * writes them. A code that was typed waits for neither.
 */
export const LONG_JOBS: ReadonlyMap<string, number> = new Map<keyof Engine, number>([
  ['examine', 6],
  ['copy', 8],
]);
