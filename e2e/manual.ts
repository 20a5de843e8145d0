/**
 * `npm run manual`: takes the pictures of the user's manual from the running product and prints the manual about
 * security, in each language, to apps/web/public. `npm run manual -- print` only prints.
 */
import { readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { manualLocales, picturesFolder } from '../apps/web/build/manual.ts';
import { chromiumLaunch, unpackChromium } from './chromium.ts';
import { LANGUAGES, manualPath, printManual } from './manual/print.ts';
import { takePictures } from './manual/walk.ts';

await unpackChromium();
for (const language of LANGUAGES) {
  const bytes = await printManual(language);
  await writeFile(manualPath(language), bytes);
  process.stdout.write(`${manualPath(language)}: ${Math.round(bytes.length / 1000)} kB\n`);
}

if (!process.argv.includes('print')) {
  const launch = chromiumLaunch();
  const browser = await chromium.launch({ ...launch, args: [...launch.args, '--disable-lcd-text'] });
  try {
    for (const locale of manualLocales) await takePictures(browser, locale);
  } finally {
    await browser.close();
  }
  const sizes = readdirSync(picturesFolder).map((name) => statSync(join(picturesFolder, name)).size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  process.stdout.write(`${picturesFolder}: ${sizes.length} pictures, ${Math.round(total / 1000)} kB\n`);
}
