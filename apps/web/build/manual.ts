import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { el } from '../src/i18n/el.ts';
import { en } from '../src/i18n/en.ts';

const WEB = join(import.meta.dirname, '..');
const SOURCE = join(WEB, 'manual');
/** Where `npm run manual` puts the pictures. */
export const picturesFolder = join(WEB, 'public', 'manual');
/** Pixels of a picture for each pixel of the screen that it shows. */
export const pictureScale = 1.5;

export const manualLocales = ['el', 'en'] as const;
export const manualPages = ['faq', 'user-manual'] as const;
export type ManualLocale = (typeof manualLocales)[number];
export type ManualPage = (typeof manualPages)[number];

const catalogues = { el, en };
/** What the pages say beside the product's own texts. */
const frames = {
  el: { contents: 'Περιεχόμενα', pages: 'Σελίδες βοήθειας', other: 'en', otherName: 'English' },
  en: { contents: 'Contents', pages: 'Help pages', other: 'el', otherName: 'Ελληνικά' },
} as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A text of the product by its key, as people read it on the screen. */
export function productText(locale: ManualLocale, key: string): string {
  let found: unknown = catalogues[locale];
  for (const name of key.split('.'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined;
  if (typeof found !== 'string')
    throw new Error(`The manual names ${key}, and the product has no such text.`);
  if (found.includes('{{'))
    throw new Error(`The manual names ${key}, which is whole only with its parameters.`);
  return found;
}

/** The source of a page: what stands in its `main`. */
export const manualSource = (page: ManualPage, locale: ManualLocale) =>
  readFileSync(join(SOURCE, `${page}.${locale}.html`), 'utf8');

/** The file of the picture called `name`. */
export const pictureFile = (name: string, locale: ManualLocale) => `${name}.${locale}.png`;

/** `src`, `width` and `height`: the page does not jump when its pictures come. A new picture is not there yet. */
function pictureAttributes(name: string, locale: ManualLocale): string {
  const file = pictureFile(name, locale);
  const path = join(picturesFolder, file);
  if (!existsSync(path)) return `src="/manual/${file}"`;
  // The width and the height of a PNG are the first two numbers of its first chunk.
  const header = readFileSync(path).subarray(16, 24);
  const [width, height] = [0, 4].map((at) => Math.round(header.readUInt32BE(at) / pictureScale));
  return `src="/manual/${file}" width="${width}" height="${height}" loading="lazy"`;
}

interface Heading {
  level: string;
  id: string;
  text: string;
}

/** The headings below the first, in their order. */
export const manualHeadings = (html: string): Heading[] =>
  [...html.matchAll(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/g)].map(([, level = '', id = '', text = '']) => ({
    level,
    id,
    text,
  }));

/** Links to all headings; those of the third rank stand in a list of their own below their heading. */
function contents(html: string): string {
  const parts: { link: string; below: string[] }[] = [];
  for (const { level, id, text } of manualHeadings(html)) {
    const link = `<a href="#${id}">${text}</a>`;
    if (level === '2') parts.push({ link, below: [] });
    else parts.at(-1)?.below.push(`<li>${link}</li>`);
  }
  const items = parts.map(
    ({ link, below }) => `<li>${link}${below.length > 0 ? `<ul>${below.join('')}</ul>` : ''}</li>`,
  );
  return `<ol>${items.join('\n')}</ol>`;
}

const MARK = `<svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true" focusable="false"><g fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"><path d="M7 3h12l6 6v20H7z" /><path d="M19 3v6h6" /><path d="M11 23c2.5-6 5-8.5 6-7.3s-3.5 7-1.2 7 2.3-3.5 3.5-3.5 0 3.5 2.7 3" /></g></svg>`;

/** A page of the manual, whole: the product's texts and the pictures filled in, with contents and frame. */
export function manualHtml(page: ManualPage, locale: ManualLocale): string {
  const text = (key: string) => escaped(productText(locale, key));
  const frame = frames[locale];
  const filled = manualSource(page, locale)
    .replace(/\[\[([\w.]+)\]\]/g, (_, key: string) => `<b>${text(key)}</b>`)
    .replace(/data-picture="([\w-]+)"/g, (_, name: string) => pictureAttributes(name, locale));
  const body = filled.indexOf('<h2');
  const title = /<h1>(.*?)<\/h1>/.exec(filled)?.[1] ?? '';
  const links = { faq: text('footer.faq'), 'user-manual': text('footer.manual') };
  const pages = manualPages.map(
    (name) =>
      `<li><a class="tab" href="/manual/${name}.${locale}.html"${name === page ? ' aria-current="page"' : ''}>${links[name]}</a></li>`,
  );
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<title>WebSign - ${title.toLocaleLowerCase(locale)}</title>
<link rel="icon" type="image/svg+xml" href="/icon.svg" />
<link rel="stylesheet" href="/manual/pages.css" />
</head>
<body>
<a class="skip" href="#main">${text('app.skip')}</a>
<header class="bar"><div class="bar__row">
<a class="brand" href="/">${MARK}<span><span class="name">WebSign</span><span class="tagline">${text('app.tagline')}</span></span></a>
<nav aria-label="${frame.pages}"><ul class="tabs">
${pages.join('\n')}
<li><a class="tab" href="/manual/${page}.${frame.other}.html" lang="${frame.other}" hreflang="${frame.other}">${frame.otherName}</a></li>
</ul></nav>
</div></header>
<main id="main" tabindex="-1">
<div class="intro">${filled.slice(0, body)}</div>
<nav class="contents" aria-labelledby="contents"><h2 id="contents">${frame.contents}</h2>
${contents(filled)}</nav>
<div class="text">${filled.slice(body)}</div>
</main>
<footer><ul class="foot">
<li><a href="/security-manual.${locale}.pdf">${text('footer.security')}</a></li>
<li><a href="/accessibility">${text('footer.accessibility')}</a></li>
</ul></footer>
</body>
</html>
`;
}

/** The pages' style sheet. The fonts are the application's own, which have a hash in their names. */
function manualCss(fonts: string[]): string {
  const css = readFileSync(join(SOURCE, 'pages.css'), 'utf8');
  return css.replace(/url\("([\w-]+)\.woff2"\)/g, (whole, name: string) => {
    const file = fonts.find((font) => font.includes(name));
    return file === undefined ? whole : `url("/${file}")`;
  });
}

/** Emits the frequently asked questions and the user's manual, in each language, under /manual/ (HDR-2, HDR-4). */
export function manual(): Plugin {
  const addresses = new Map<string, { page: ManualPage; locale: ManualLocale }>(
    manualPages.flatMap((page) =>
      manualLocales.map((locale) => [`manual/${page}.${locale}.html`, { page, locale }] as const),
    ),
  );
  return {
    name: 'manual',
    generateBundle(_options, bundle) {
      const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
      const css = manualCss(fonts);
      if (css.includes('url("roboto')) throw new Error('The build lacks a font of the manual.');
      this.emitFile({ type: 'asset', fileName: 'manual/pages.css', source: css });
      for (const [fileName, { page, locale }] of addresses)
        this.emitFile({ type: 'asset', fileName, source: manualHtml(page, locale) });
    },
    configureServer({ middlewares }) {
      middlewares.use('/manual/', (request, answer, next) => {
        const name = `manual${request.url?.split('?', 1)[0] ?? ''}`;
        const asked = addresses.get(name);
        if (asked !== undefined) {
          answer.setHeader('content-type', 'text/html; charset=utf-8');
          answer.end(manualHtml(asked.page, asked.locale));
        } else if (name === 'manual/pages.css') {
          answer.setHeader('content-type', 'text/css; charset=utf-8');
          answer.end(manualCss([]));
        } else next();
      });
    },
  };
}
