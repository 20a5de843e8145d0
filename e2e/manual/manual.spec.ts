import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { LANGUAGES, manualPath, printManual } from './print.ts';

for (const language of LANGUAGES) {
  test(`HDR-4 the manual about security (${language}) is what its source says, tagged and with its language`, async () => {
    const served = await readFile(manualPath(language));
    expect((await printManual(language)).equals(served), 'npm run manual prints it anew').toBe(true);
    const text = served.toString('latin1');
    expect(text).toMatch(/\/MarkInfo\s*<<\s*\/Type \/MarkInfo\s*\/Marked true|\/Marked true/);
    expect(text).toMatch(new RegExp(`/Lang \\(${language}\\)`));
    expect(text).toContain('/StructTreeRoot');
    expect(text).toContain('/DisplayDocTitle true');
  });
}
