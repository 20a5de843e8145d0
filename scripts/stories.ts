/**
 * `npm run stories`: every screen in every state, with made-up answers and with reloading, on one page of Vite's
 * development server. `--built` builds them once and serves that, as the browser tests have it: much faster to load.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer, preview } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const configFile = join(ROOT, 'apps', 'web', 'stories', 'serve', 'vite.config.ts');
const port = Number(process.env.PORT ?? 5180);

async function develop(): Promise<string[]> {
  const server = await createServer({ configFile, server: { port } });
  await server.listen();
  return server.resolvedUrls?.local ?? [];
}

/** Built for development, because React warns of mistakes in that build only. */
async function serveBuilt(): Promise<string[]> {
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'stories-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const settings = { configFile, mode: 'development', logLevel: 'warn' } as const;
  await build({ ...settings, build: { outDir } });
  const server = await preview({ ...settings, build: { outDir }, preview: { port } });
  return server.resolvedUrls?.local ?? [];
}

process.env.NODE_ENV = 'development';
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0));
const [address] = process.argv.includes('--built') ? await serveBuilt() : await develop();
console.log(`Stories: ${address}stories/`);
