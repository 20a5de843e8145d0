import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { el } from '../src/i18n/el.ts';
import { elFirst } from '../src/i18n/el-first.ts';
import { en } from '../src/i18n/en.ts';
import { enFirst } from '../src/i18n/en-first.ts';

const source = new URL('../src/', import.meta.url);

/**
 * Every file that is fetched to show login or home: those on demand come with all texts (app/screens.tsx,
 * common/findings/LazyFindings.tsx, common/copy/useSafeCopy.ts).
 */
function filesOfFirstScreens(): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (file: URL): void => {
    if (found.has(file.href)) return;
    const onDemand = /onDemand\(\s*async \(\) =>\s*\(await import\([^)]*\)/g;
    const text = readFileSync(file, 'utf8').replace(onDemand, '');
    found.set(file.href, text);
    const imports = text.matchAll(/(?:^import (?!type)[^;]*?|^export [^;]*?|import\()'(\.[^']+\.tsx?)'/gm);
    for (const [, path = ''] of imports) {
      if (!/\/i18n\/|^\.\/(el|en)[.-]|\/(Viewer|FindingsPanel|SignersDialog)\.tsx$/.test(path))
        visit(new URL(path, file));
    }
  };
  visit(new URL('main.tsx', source));
  return found;
}

it('NAV-6 login and home say nothing that is not among the first texts', () => {
  const files = filesOfFirstScreens();
  const names = [...files.keys()].map((href) => href.slice(source.href.length));
  expect(names).toEqual(expect.arrayContaining(['app/Shell.tsx', 'features/upload/HomePage.tsx']));
  expect(names).toContain('features/session/LoginPage.tsx');
  expect(names).not.toContain('features/sign/SignPage.tsx');
  const later = Object.keys(el).filter((room) => !Object.hasOwn(elFirst, room));
  expect(later.length).toBeGreaterThan(3);
  for (const [href, text] of files) {
    const named = later.filter((room) => new RegExp(`['"\`]${room}\\.[\\w$]`).test(text));
    expect(named, href).toEqual([]);
  }
});

it('HDR-5 the first texts are the same words as in the whole catalogue', () => {
  expect(el).toMatchObject(elFirst);
  expect(en).toMatchObject(enFirst);
});
