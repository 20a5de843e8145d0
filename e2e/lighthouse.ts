/**
 * `npm run lighthouse`: Lighthouse, as for a phone on a slow network, over login and home of the built application in
 * demonstration mode. Prints the median of three runs and fails where a score is below 95. Lighthouse is large and
 * nothing else needs it, so it is installed apart, from a lockfile of its own, the first time.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoginAnswer } from '@websign/contract';
import { chromiumLaunch, unpackChromium } from './chromium.ts';
import { type Demo, startDemo } from './demo.ts';

const LEAST = 95;
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
/** Its package.json and lockfile. */
const LOCKED = join(import.meta.dirname, 'lighthouse');
const HOME = join(import.meta.dirname, '..', '.cache', 'lighthouse');

/** What of the two packages is used here. */
interface Page {
  goto(url: string): Promise<unknown>;
  evaluate<A>(work: (argument: A) => void, argument: A): Promise<void>;
}
interface Browser {
  wsEndpoint(): string;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}
interface Audit {
  score: number | null;
  title: string;
  displayValue?: string;
}
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  runtimeError?: { message: string };
}
type Lighthouse = (
  url: string,
  flags: object,
  config: undefined,
  page: Page,
) => Promise<{ lhr: Report } | undefined>;
interface Tools {
  lighthouse: Lighthouse;
  launch(options: object): Promise<Browser>;
}

async function tools(): Promise<Tools> {
  mkdirSync(HOME, { recursive: true });
  const lock = 'package-lock.json';
  const kept = join(HOME, 'node_modules', '.installed-lock.json');
  const ours = join(LOCKED, lock);
  if (!existsSync(kept) || !readFileSync(kept).equals(readFileSync(ours))) {
    for (const name of ['package.json', lock]) copyFileSync(join(LOCKED, name), join(HOME, name));
    process.stderr.write('Installing Lighthouse into .cache …\n');
    execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: HOME, stdio: 'inherit' });
    copyFileSync(ours, kept);
  }
  const load = (path: string) => import(pathToFileURL(join(HOME, 'node_modules', path)).href);
  const { default: lighthouse } = (await load('lighthouse/core/index.js')) as { default: Lighthouse };
  const { default: puppeteer } = (await load('puppeteer-core/lib/puppeteer/puppeteer-core.js')) as {
    default: Pick<Tools, 'launch'>;
  };
  return { lighthouse, launch: (options) => puppeteer.launch(options) };
}

/** A session, as the login page leaves it in the tab's storage. */
async function session({ url, accounts: [signer] }: Demo): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: signer?.username, password: signer?.password }),
  });
  const user = (await answer.json()) as LoginAnswer;
  return { sessionId: user.signer.SessionId.String, user: JSON.stringify(user) };
}

/** One run in a browser of its own: nothing is in its cache. */
async function run({ lighthouse, launch }: Tools, url: string, storage: Record<string, string>) {
  const { executablePath, args, env } = chromiumLaunch();
  const browser = await launch({ executablePath, env, headless: true, args: [...args, '--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(new URL('/icon.svg', url).href);
    await page.evaluate((items) => {
      for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value);
    }, storage);
    const port = Number(new URL(browser.wsEndpoint()).port);
    const flags = { port, onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' };
    const result = await lighthouse(url, flags, undefined, page);
    if (result === undefined || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

const percent = (report: Report, category: string) =>
  Math.round((report.categories[category]?.score ?? 0) * 100);

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The audits that cost points. */
function faults({ categories, audits }: Report): string[] {
  const ids = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return ids.flatMap((id) => {
    const audit = audits[id];
    if (audit === undefined || audit.score === null || audit.score >= 0.9) return [];
    return [`    ${id}: ${audit.title} ${audit.displayValue ?? ''}`];
  });
}

async function judge(name: string, reports: Report[]): Promise<boolean> {
  const scores = CATEGORIES.map((category) => ({
    category,
    all: reports.map((report) => percent(report, category)),
  }));
  const line = scores.map(({ category, all }) => `${category} ${median(all)} (${all.join(', ')})`);
  const times = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  const last = reports.at(-1);
  const told = times.map((id) => `${id} ${last?.audits[id]?.displayValue ?? '?'}`).join(' · ');
  process.stdout.write(`${name.padEnd(6)} ${line.join(' · ')}\n       ${told}\n`);
  if (last) for (const fault of faults(last)) process.stdout.write(`${fault}\n`);
  return scores.every(({ all }) => median(all) >= LEAST);
}

const found = await tools();
await unpackChromium();
const demo = await startDemo();
try {
  const good: boolean[] = [];
  for (const [name, path, storage] of [
    ['login', '/login', {}],
    ['home', '/', await session(demo)],
  ] as const) {
    const reports: Report[] = [];
    for (let turn = 0; turn < RUNS; turn += 1) reports.push(await run(found, demo.url + path, storage));
    good.push(await judge(name, reports));
  }
  process.exitCode = good.every(Boolean) ? 0 : 1;
} finally {
  await demo.stop();
}
