import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LauncherError } from './place.mjs';

/** What an installation is built from; what only tests, timings and deployments need is none of it. */
const PROGRAMS = ['@websign/cli', '@websign/server', '@websign/web'];

const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'));

/**
 * Writes `sbom.cdx.json` into an installation: CycloneDX 1.5, what its programs and the browser application are built
 * from, with versions, checksums and licences of package-lock.json. `manifests` are the paths of all package.json files.
 * The octets depend on the lockfile, on what is installed and on SOURCE_DATE_EPOCH (seconds), and on nothing else.
 */
export function writeBill(target, manifests) {
  const packages = ['package.json', ...manifests].map((path) =>
    JSON.parse(readFileSync(join(target, path), 'utf8')),
  );
  const whole = listed(target);
  const edges = productionEdges(whole, packages);
  const held = reached(edges, whole.metadata.component['bom-ref'], (ref) => isHeld(whole, ref, target));
  const bill = {
    ...whole,
    serialNumber: undefined,
    metadata: {
      timestamp: timestamp(process.env.SOURCE_DATE_EPOCH),
      lifecycles: whole.metadata.lifecycles,
      // Another version of npm on another machine makes the same list.
      tools: [{ vendor: 'npm', name: 'cli' }],
      component: named(whole.metadata.component),
    },
    components: whole.components.filter((each) => held.has(each['bom-ref'])).map(named),
    dependencies: whole.dependencies
      .filter(({ ref }) => held.has(ref))
      .map(({ ref }) => ({ ref, dependsOn: edges.get(ref).filter((to) => held.has(to)) })),
  };
  bill.components.sort(inOrderOf('bom-ref'));
  bill.dependencies.sort(inOrderOf('ref'));
  writeFileSync(join(target, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
}

/**
 * Everything that the lockfile names, by npm. Its own `--omit=dev` would leave out what the programs need and some tool
 * needs as well.
 */
function listed(target) {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--include=dev',
    '--include=optional',
    '--include=peer',
    '--loglevel=error',
  ];
  try {
    const options = { cwd: target, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
    return JSON.parse(execFileSync('npm', args, { ...options, maxBuffer: 64 * 1024 * 1024 }));
  } catch (error) {
    throw new LauncherError(`npm made no list of what the installation holds: ${error.message}`);
  }
}

/** What each package needs when it runs, by references. Only packages of this repository have needs of another kind. */
function productionEdges({ metadata, dependencies }, packages) {
  const own = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]));
  const root = own.get(metadata.component['bom-ref']);
  const beginnings = new Set([...PROGRAMS, ...Object.keys(root.optionalDependencies ?? {})]);
  const isNeeded = (from, to) => {
    const manifest = own.get(from);
    if (manifest === undefined) return true;
    if (manifest === root) return beginnings.has(nameOf(to));
    return !Object.hasOwn(manifest.devDependencies ?? {}, nameOf(to));
  };
  return new Map(
    dependencies.map(({ ref, dependsOn }) => [ref, dependsOn.filter((to) => isNeeded(ref, to)).sort()]),
  );
}

/** Optional packages are there or not: most are for other machines. */
function isHeld({ components }, ref, target) {
  const { scope } = components.find((each) => each['bom-ref'] === ref) ?? {};
  return scope !== 'optional' || existsSync(join(target, 'node_modules', nameOf(ref)));
}

function reached(edges, root, isThere) {
  const found = new Set([root]);
  for (const ref of found) for (const to of edges.get(ref) ?? []) if (isThere(to)) found.add(to);
  return found;
}

/** npm calls the packages of this repository by their folders, and one under an alias by that. */
const named = (component) => ({ ...component, name: nameOf(component['bom-ref']) });

const inOrderOf = (key) => (a, b) => (a[key] < b[key] ? -1 : Number(a[key] > b[key]));

function timestamp(seconds) {
  if (seconds === undefined || seconds === '') return undefined;
  if (!/^\d{1,11}$/.test(seconds)) throw new LauncherError('SOURCE_DATE_EPOCH is not a number of seconds.');
  return new Date(Number(seconds) * 1000).toISOString();
}
