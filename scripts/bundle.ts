/**
 * Makes the bundles that an installation runs: of each program its code in one file, and files beside it for what only
 * some of its commands need; what V8 compiles of them; and maps to the sources. Usage: bundle.ts FOLDER
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { V8_FLAGS } from '@websign/server/sandbox/confinement';
import { rolldown } from 'rolldown';
import { keepAddresses } from './bundle/addresses.ts';
import { PROGRAMS } from './bundle/programs.ts';

const folder = resolve(process.argv[2] ?? '');

async function bundle(name: string, input: string): Promise<void> {
  const built = await rolldown({
    input: { [name]: input },
    platform: 'node',
    // Native code stays where its package keeps it.
    external: /^@node-rs\//,
    logLevel: 'warn',
    plugins: [keepAddresses()],
    onLog(level, log, report) {
      // What is missing from a bundle is missed when it runs.
      if (level === 'warn') throw new Error(log.message);
      report(level, log);
    },
  });
  await built.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].code.cjs',
    chunkFileNames: `${name}-[name]-[hash].code.cjs`,
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
    minify: { mangle: false, compress: true, codegen: true },
  });
  await built.close();
  writeFileSync(join(folder, `${name}.cjs`), `require('./load.cjs').load('${name}.code.cjs');\n`);
}

/**
 * Runs a program to its end, which comes at once, and keeps what V8 compiled of each of its files until then: the same
 * octets wherever it is done, as files are known by their names alone and V8's own hashes begin with a fixed seed.
 */
function keepCompiled(name: string): void {
  const files = readdirSync(folder).filter((file) => file.startsWith(name) && file.endsWith('.code.cjs'));
  const maker = `
    const { compile, load } = require(${JSON.stringify(join(folder, 'load.cjs'))});
    const nameOf = (file) => file;
    const scripts = new Map();
    process.on('exit', () => {
      for (const file of ${JSON.stringify(files)}) {
        const script = scripts.get(file) ?? compile(file, nameOf);
        require('node:fs').writeFileSync(${JSON.stringify(`${folder}/`)} + file + '.cache', script.createCachedData());
      }
    });
    load(${JSON.stringify(`${name}.code.cjs`)}, (file, script) => scripts.set(file, script), nameOf);`;
  const flags = name === 'child' ? V8_FLAGS : [];
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--random-seed=1', ...flags, '--no-warnings', '-e', maker, '--', '--help'],
    {
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  );
  if (status !== 0) throw new Error(`${name} does not run:\n${stderr}`);
}

mkdirSync(folder, { recursive: true });
copyFileSync(join(import.meta.dirname, 'bundle', 'load.cjs'), join(folder, 'load.cjs'));
await Promise.all(Object.entries(PROGRAMS).map(([name, input]) => bundle(name, input)));
for (const name of Object.keys(PROGRAMS)) keepCompiled(name);
