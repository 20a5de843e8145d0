import { renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { BUNDLE_URL, keepAddresses } from './addresses.ts';
import { FOLDER } from './programs.ts';

/** Below the dependencies' parent, so that native code is found from there. */
const PLACE = join(FOLDER, '..', '.cache', 'test-programs');

const made = new Map<string, Promise<string>>();

/**
 * Makes one file of a module that tests start as a process again and again, with all that it imports: to strip hundreds
 * of sources of their types takes most of such a process's time. What it starts are the bundles of the product, as
 * Vitest has it. Made once in a process that tests; answers the file's path.
 */
export function bundleTestProgram(input: string): Promise<string> {
  const program = made.get(input) ?? make(input);
  made.set(input, program);
  return program;
}

async function make(input: string): Promise<string> {
  const name = basename(input, '.ts');
  const file = join(PLACE, `${name}.mjs`);
  const own = join(PLACE, `${name}-${process.pid}.mjs`);
  const address = pathToFileURL(join(FOLDER, name)).href;
  const built = await rolldown({
    input,
    platform: 'node',
    external: /^@node-rs\//,
    logLevel: 'warn',
    plugins: [keepAddresses()],
  });
  await built.write({
    file: own,
    format: 'esm',
    codeSplitting: false,
    intro: `const ${BUNDLE_URL} = ${JSON.stringify(address)};`,
  });
  await built.close();
  // Others may make the same, and start it, at the same time: it is there whole or not at all.
  renameSync(own, file);
  return file;
}
