import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import {
  manualHeadings,
  manualHtml,
  manualLocales,
  manualPages,
  manualSource,
  pictureFile,
  picturesFolder,
  productText,
} from '../build/manual.ts';

const pages = manualPages.flatMap((page) => manualLocales.map((locale) => ({ page, locale })));
const pictures = (source: string) =>
  [...source.matchAll(/<img\s+data-picture="([\w-]+)"\s+alt="([^"]*)"/g)].map(([, name = '', alt = '']) => ({
    name,
    alt,
  }));
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
/** What a page says, without its marks. */
const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe('the bundled pages of help', () => {
  it.each(manualPages)(
    'HDR-2 HDR-4 %s has the same parts, pictures and product texts in both languages',
    (page) => {
      const [el, en] = manualLocales.map((locale) => {
        const source = manualSource(page, locale);
        return {
          parts: manualHeadings(source).map(({ level, id }) => `${level} ${id}`),
          pictures: pictures(source).map(({ name }) => name),
          texts: [...source.matchAll(/\[\[([\w.]+)\]\]/g)].map(([, key]) => key),
          lists: source.match(/<li>|<p[ >]|<tr>/g)?.length,
        };
      });
      expect(en).toEqual(el);
      expect(el?.parts.length).toBeGreaterThan(10);
    },
  );

  it.each(pages)(
    'HDR-4 $page ($locale) is whole: contents, unique ids, one heading above all, links that lead somewhere',
    ({ page, locale }) => {
      const html = manualHtml(page, locale);
      expect(html).toContain(`<html lang="${locale}">`);
      expect(html).not.toMatch(/\[\[|\{\{|data-picture/);
      expect(html.match(/<h1>/g)).toHaveLength(1);
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id, text } of manualHeadings(html)) {
        if (id === 'contents') continue;
        expect(html).toContain(`<a href="#${id}">${text}</a>`);
      }
      const known = new Set([
        ...pages.map((each) => `/manual/${each.page}.${each.locale}.html`),
        ...manualLocales.map((each) => `/security-manual.${each}.pdf`),
        ...['/', '/accessibility', '/icon.svg', '/manual/pages.css'],
      ]);
      for (const [, to = ''] of html.matchAll(/ href="([^"]+)"/g))
        expect(to.startsWith('#') ? ids.includes(to.slice(1)) : known.has(to), to).toBe(true);
    },
  );

  it.each(pages)('$page ($locale) needs no script and no style but its own', ({ page, locale }) => {
    expect(manualHtml(page, locale)).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:\/\//);
  });

  it.each(manualLocales)(
    'HDR-4 every picture of the manual (%s) is there, shown once, of a fair size and said in words',
    (locale) => {
      const shown = pictures(manualSource('user-manual', locale));
      const files = readdirSync(picturesFolder).filter((name) => name.endsWith(`.${locale}.png`));
      expect(shown.map(({ name }) => pictureFile(name, locale)).sort(), 'npm run manual takes them').toEqual(
        files.sort(),
      );
      expect(manualSource('user-manual', locale).match(/<img/g)).toHaveLength(shown.length);
      for (const { name, alt } of shown) {
        expect(alt.length, name).toBeGreaterThan(30);
        expect(statSync(join(picturesFolder, pictureFile(name, locale))).size, name).toBeLessThan(150_000);
      }
      const html = manualHtml('user-manual', locale);
      expect(html.match(/width="\d{3,4}" height="\d{3,4}"/g)).toHaveLength(shown.length);
    },
  );

  it('the pictures of both languages are small together', () => {
    const total = readdirSync(picturesFolder).reduce(
      (sum, name) => sum + statSync(join(picturesFolder, name)).size,
      0,
    );
    expect(total).toBeLessThan(1_500_000);
  });

  it('the pictures are named by the walk that takes them', () => {
    const walk = readFileSync(new URL('../../../e2e/manual/walk.ts', import.meta.url), 'utf8');
    const taken = [...walk.matchAll(/take\.\w+\('([\w-]+)'/g)].map(([, name]) => name);
    const shown = pictures(manualSource('user-manual', 'el')).map(({ name }) => name);
    expect(taken.sort()).toEqual(shown.sort());
  });

  it.each(manualLocales)('LIM the limits that the pages (%s) name are those of the product', (locale) => {
    const manual = words(manualHtml('user-manual', locale));
    const faq = words(manualHtml('faq', locale));
    const minutes = (ms: number) => `${ms / 60_000}`;
    for (const page of [manual, faq]) {
      expect(page).toContain(megabytes(limits.fileBytes));
      expect(page).toContain(megabytes(limits.totalBytes));
      expect(page).toContain(`${minutes(limits.sessionIdleMs)} ${locale === 'el' ? 'λεπτά' : 'minutes'}`);
    }
    expect([limits.failures, limits.lockMs, limits.codeMs]).toEqual([5, 300_000, 300_000]);
    expect([limits.sessionWarningMs, limits.sessionMs, limits.codePauseMs]).toEqual([
      120_000, 43_200_000, 60_000,
    ]);
    expect(manual).toContain(`${limits.passwordLength} ${locale === 'el' ? 'χαρακτήρες' : 'characters'}`);
    expect(manualHtml('user-manual', locale)).toContain(limits.passwordSymbols.replace('&', '&amp;'));
  });

  it('a text that the product does not have, or has only with parameters, is refused', () => {
    expect(productText('el', 'footer.faq')).toBe('Συχνές ερωτήσεις');
    expect(() => productText('el', 'footer.nothing')).toThrow('no such text');
    expect(() => productText('en', 'footer')).toThrow('no such text');
    expect(() => productText('en', 'footer.version')).toThrow('parameters');
  });
});
