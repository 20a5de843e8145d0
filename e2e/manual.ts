/** `npm run manual`: prints the bundled manual about security, in each language, to apps/web/public. */
import { writeFile } from 'node:fs/promises';
import { unpackChromium } from './chromium.ts';
import { LANGUAGES, manualPath, printManual } from './manual/print.ts';

await unpackChromium();
for (const language of LANGUAGES) {
  const bytes = await printManual(language);
  await writeFile(manualPath(language), bytes);
  process.stdout.write(`${manualPath(language)}: ${Math.round(bytes.length / 1000)} kB\n`);
}
