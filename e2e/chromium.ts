import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { access, mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from '@playwright/test';
import chromium, { inflate } from '@sparticuz/chromium';

const CACHE = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache');
const PACKAGE = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));

/** The folder of the unpacked browser; a new version of the package gets a new one. */
function folder(): string {
  const { version } = createRequire(import.meta.url)(join(PACKAGE, 'package.json')) as { version: string };
  return join(CACHE, `chromium-${version}`);
}

/** Unpacks the browser that ships inside its package, once; all or nothing, also for two at the same time. */
export async function unpackChromium(): Promise<void> {
  const home = folder();
  if (await exists(home)) return;
  mkdirSync(CACHE, { recursive: true });
  process.stderr.write('Unpacking the browser …\n');
  const unpacked = await mkdtemp(join(CACHE, 'chromium-unpacking-'));
  const before = process.env.TMPDIR;
  // The package unpacks into the folder for temporary files and takes what lies there for its own.
  process.env.TMPDIR = unpacked;
  try {
    await chromium.executablePath();
    await inflate(join(PACKAGE, 'bin', 'al2023.tar.br'));
    writeFileSync(join(unpacked, 'fonts.conf'), FONTS);
    renameSync(unpacked, home);
  } catch (error) {
    if (!(await exists(home))) throw error;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** How to start that browser. Its package's own arguments switch web security off; none of them is taken. */
export function chromiumLaunch() {
  const home = folder();
  return {
    executablePath: join(home, 'chromium'),
    args: ['--font-render-hinting=none', '--disable-gpu'],
    env: {
      ...definedOnly(process.env),
      // Where a machine names no language, names of files in Greek would be lost.
      LC_ALL: 'C.UTF-8',
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
      HOME: home,
      XDG_CACHE_HOME: join(home, 'cache'),
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
    },
  } satisfies LaunchOptions;
}

/** The shipped font and nothing of this machine's, so that every machine draws the same picture. */
const FONTS = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const definedOnly = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
