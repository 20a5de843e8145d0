/** The real server in a process of its own, at a test's time: TEST_OFFSET milliseconds from the machine's. */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { programsFromBundles } from '../../../../scripts/bundle/addresses.ts';

const { transform } = programsFromBundles();
// As Vitest does it: children start from their bundles, ten times as fast as from sources.
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.startsWith('file:') || !loaded.source) return loaded;
    const source = transform(String(loaded.source), fileURLToPath(url))?.code ?? loaded.source;
    return { ...loaded, source };
  },
});

const { startServer } = await import('../../src/main.ts');
const offset = Number(process.env.TEST_OFFSET);
const { url } = await startServer({ clock: () => Date.now() + offset });
process.stdout.write(`listening ${url}\n`);
