import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { FOLDER, PROGRAMS } from './programs.ts';

const OURS = /\/(?:apps|packages)\/[^/]+\/(?:src\/.*|websign)\.ts$/;
/** A module beside this one that is started as a program. */
const PROGRAM = /new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g;
const ADDRESS = /\bimport\.meta\.url\b/g;

/** The name that a bundle has for the address of its own file. */
export const BUNDLE_URL = '__bundleUrl';

/**
 * Has sources mean in a bundle what they mean by themselves: a program that is started by its module's address is its
 * bundle, and every other address stays that of the source, since data and packages are looked for from there.
 */
export function keepAddresses(): Plugin {
  return {
    name: 'keep-addresses',
    transform: {
      filter: { id: OURS },
      // No line moves, so that the map holds as it is.
      handler: (code, id) =>
        code.includes('import.meta.url') ? { code: rewrite(code, id), map: null } : null,
    },
  };
}

function rewrite(code: string, id: string): string {
  const source = JSON.stringify(relative(FOLDER, id));
  return code
    .replace(PROGRAM, (_, path: string) => `new URL('./${programAt(id, path)}.cjs', ${BUNDLE_URL})`)
    .replace(ADDRESS, `new URL(${source}, ${BUNDLE_URL}).href`);
}

/** The bundle of the program that begins with the module at `path`. */
export function programAt(id: string, path: string): string {
  const entry = resolve(dirname(id), path);
  const program = Object.entries(PROGRAMS).find(([, module]) => module === entry);
  if (program === undefined) throw new Error(`${entry} is started as a program and has no bundle.`);
  return program[0];
}

/** Has sources that run unbuilt, as tests run them, start their programs from the bundles. */
export function programsFromBundles(): Rewriter {
  const folder = pathToFileURL(`${FOLDER}/`).href;
  const rewriteOne = (id: string) => (_: string, path: string) =>
    `new URL('./${programAt(id, path)}.cjs', '${folder}')`;
  return {
    name: 'programs-from-bundles',
    enforce: 'pre',
    transform: (code, id) =>
      OURS.test(id) && code.match(PROGRAM) !== null
        ? { code: code.replace(PROGRAM, rewriteOne(id)), map: null }
        : null,
  };
}

/** As Vite takes it. */
interface Rewriter {
  name: string;
  enforce: 'pre';
  transform(code: string, id: string): { code: string; map: null } | null;
}
