/**
 * What a browser must fetch to show login and home, measured in the built application and held to its budget; that
 * the assets of NAV-6 are apart; that everything is hashed, compressed and preloaded. Part of `npm run check`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, '..', 'apps', 'web', 'dist');
/** Bytes, as gzip makes them. Fonts are counted as they are: woff2 is compressed by itself. */
const BUDGET = { js: 160_000, css: 30_000, fonts: 70_000 };
/** Below this nothing is won by compressing (apps/web/build/emit.ts). */
const TOO_SMALL = 1024;

const LOGIN = 'src/features/session/LoginPage.tsx';
const ENGLISH = 'src/i18n/en-first.ts';
const APART = [
  'src/features/sign/SignPage.tsx',
  'src/common/viewer/Viewer.tsx',
  'src/features/preview/PreviewPage.tsx',
];

/** A file of the build, as Vite's manifest tells of it. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const read = (file: string) => readFileSync(join(DIST, file));
const page = read('index.html').toString();
const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Record<string, Chunk>;
/** What the page itself names: scripts, style sheets, fonts, modules that are asked for early. */
const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
const problems: string[] = [];

function chunk(name: string): Chunk {
  const found = manifest[name];
  if (found === undefined) throw new Error(`The build has no ${name}.`);
  return found;
}

/** Everything that is fetched with the page when it loads `sources` on demand, imports of imports included. */
function fetched(...sources: string[]): Set<string> {
  const files = new Set<string>();
  const visit = ({ file, imports = [], css = [] }: Chunk): void => {
    if (files.has(file)) return;
    for (const each of [file, ...css]) files.add(each);
    for (const each of imports) visit(chunk(each));
  };
  const chunks = Object.values(manifest);
  for (const file of named) visit(chunks.find((each) => each.file === file) ?? { file });
  for (const source of sources) visit(chunk(source));
  return files;
}

const gzip = (file: string) => gzipSync(read(file), { level: 9 }).length;
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

function hold(screen: string, files: Set<string>): void {
  const sum = (ending: RegExp, size: (file: string) => number) =>
    [...files].filter((file) => ending.test(file)).reduce((total, file) => total + size(file), 0);
  const sizes = {
    js: sum(/\.m?js$/, gzip),
    css: sum(/\.css$/, gzip),
    fonts: sum(/\.woff2$/, (file) => read(file).length),
  };
  const cells = (Object.keys(BUDGET) as (keyof typeof BUDGET)[]).map((part) => {
    if (sizes[part] > BUDGET[part]) problems.push(`${screen} fetches ${kB(sizes[part])} of ${part}`);
    return `${part} ${kB(sizes[part])} of ${kB(BUDGET[part])}`;
  });
  process.stdout.write(`       ${screen.padEnd(17)} ${cells.join(' · ')}\n`);
}

function apart(): void {
  const files = APART.map((source) => chunk(source).file);
  const early = fetched(LOGIN, ENGLISH);
  if (new Set(files).size < files.length || files.some((file) => early.has(file)))
    problems.push(`NAV-6: sign, viewer and preview are no assets of their own: ${files.join(', ')}`);
  for (const file of files) process.stdout.write(`       ${file.padEnd(36)} ${kB(gzip(file))}, on demand\n`);
}

/** Every asset has a hash or a version in its path, everything compressible lies there compressed, too. */
function readyToServe(): void {
  for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
    const file = relative(DIST, join(entry.parentPath, entry.name));
    if (!entry.isFile() || file.startsWith('.vite') || /\.(br|gz)$/.test(file)) continue;
    if (/^assets\//.test(file) && !/-[\w-]{8}\.\w+$|^assets\/pdfjs-[\d.]+\//.test(file))
      problems.push(`${file} has no hash in its name`);
    if (file.endsWith('.woff2') && !page.includes(`href="/${file}"`))
      problems.push(`${file} is not preloaded`);
    if (!/\.(html|m?js|css|svg|json|txt)$/.test(file) || read(file).length < TOO_SMALL) continue;
    for (const ending of ['br', 'gz'])
      if (!existsSync(join(DIST, `${file}.${ending}`))) problems.push(`${file}.${ending} is missing`);
  }
}

hold('login', fetched(LOGIN));
hold('home', fetched());
hold('login, in English', fetched(LOGIN, ENGLISH));
hold('home, in English', fetched(ENGLISH));
apart();
readyToServe();
for (const problem of problems) process.stdout.write(`       over the budget: ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
