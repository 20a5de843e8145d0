import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { DIFFERENCES, PICTURES, ROOT, TAKEN } from './folders.ts';
import { sideBySide } from './side-by-side.ts';

const STYLE = join(import.meta.dirname, 'steady.css');

/** Compares and goes on. Where they differ, before, after and difference lie side by side in DIFFERENCES. */
export async function compare(seen: Page | Locator, name: string, fullPage = false): Promise<void> {
  const sheet = join(DIFFERENCES, name);
  const shown = relative(ROOT, sheet);
  const known = existsSync(join(PICTURES, name));
  if (known) {
    const expectation = expect.soft(seen, `${name}: before, after and difference stand in ${shown}`);
    // Locators know no `fullPage` and leave it alone.
    await expectation.toHaveScreenshot(name, { stylePath: STYLE, fullPage });
  } else {
    const style = readFileSync(STYLE, 'utf8');
    const path = ofThisTest(name, 'actual');
    await seen.screenshot({ path, fullPage, style, animations: 'disabled', caret: 'hide', scale: 'css' });
    expect.soft(known, `${name}: is new, and nobody accepted it yet; it stands in ${shown}`).toBe(true);
  }
  const after = readIfThere(ofThisTest(name, 'actual'));
  if (after === undefined) return;
  mkdirSync(TAKEN, { recursive: true });
  writeFileSync(join(TAKEN, name), after);
  const before = readIfThere(join(PICTURES, name));
  writeFileSync(sheet, sideBySide([before, after, readIfThere(ofThisTest(name, 'diff'))]));
}

/** Where the test runner leaves what it saw, and what it counted as different. */
const ofThisTest = (name: string, kind: 'actual' | 'diff'): string =>
  test.info().outputPath(name.replace(/\.png$/, `-${kind}.png`));

const readIfThere = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined);
