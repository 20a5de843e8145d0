import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { writeBill } from './bill.mjs';
import { run, withProgress } from './child.mjs';
import { LauncherError, ROOT } from './place.mjs';

/** What `./websign sandbox install` makes on the machine that runs it. */
const MADE_THERE = new Set(['confine', 'copy.node', 'child.blob', 'child.blob.maker']);

/** What an installation is made of, beside its dependencies; all of it is read only. `dist` has all code of ours. */
const PARTS = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
  'apps/server/confine',
  'apps/web/dist',
  'dist',
  'packages/providers/pkcs11-module/package.json',
  'packages/providers/pkcs11-module/package-lock.json',
];
/**
 * Puts a self-contained installation into an empty folder: the bundles that run, the built browser application, the
 * dependencies of production and the pinned Node.js. `FOLDER/websign` is its command, `FOLDER/sbom.cdx.json` the list of
 * what it is made of.
 */
export async function makePackage(args) {
  const [folder, ...more] = args;
  if (folder === undefined || more.length > 0)
    throw new LauncherError('Name the folder: npm run package -- FOLDER');
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new LauncherError(`${target} is not empty: an installation takes a folder of its own.`);
  for (const part of [...PARTS, ...manifests()]) copy(part, target);
  writeFileSync(join(target, 'websign'), STARTER);
  chmodSync(join(target, 'websign'), 0o755);
  const code = await withProgress('Installing the dependencies of production (npm ci)', () =>
    install(target),
  );
  if (code === 0) writeBill(target, manifests());
  return code;
}

/** Of every workspace: npm compares them with the lockfile. */
const manifests = () =>
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    .workspaces.flatMap((pattern) =>
      pattern.endsWith('/*')
        ? readdirSync(join(ROOT, dirname(pattern))).map((name) => `${dirname(pattern)}/${name}`)
        : [pattern],
    )
    .map((workspace) => `${workspace}/package.json`)
    .filter((path) => existsSync(join(ROOT, path)));

function copy(part, target) {
  const from = join(ROOT, part);
  if (!existsSync(from)) throw new LauncherError(`${relative('.', from)} is missing from this checkout.`);
  mkdirSync(dirname(join(target, part)), { recursive: true });
  const isWanted = (path) => part !== 'dist' || !MADE_THERE.has(basename(path));
  cpSync(from, join(target, part), { recursive: true, filter: isWanted });
}

function install(target) {
  const workspaces = ['--workspace=apps/cli', '--workspace=apps/server', '--include-workspace-root'];
  const args = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    ...workspaces,
  ];
  return run('npm', args, { cwd: target, stdio: ['ignore', 2, 2] });
}

const STARTER = `#!/bin/sh
# WebSign as it is installed; websign --help lists its commands.
here=$(dirname "$(readlink -f "$0")")
exec "$here/node_modules/.bin/node" --disable-warning=ExperimentalWarning --disable-sigusr1 "$here/dist/websign.cjs" "$@"
`;
