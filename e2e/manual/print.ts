import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../chromium.ts';
import { archivable } from './archive.ts';

const WEB = join(import.meta.dirname, '..', '..', 'apps', 'web');
/** Stands for the time of printing, so that the same source gives the same bytes. */
const CREATED = Date.UTC(2026, 0, 1);
const DATE = "D:20260101000000+00'00'";

export const LANGUAGES = ['el', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What it is printed from. */
export const manualSource = (language: Language) => join(WEB, 'manual', `security-manual.${language}.html`);

/** The PDF that is served: what `{locale}` in SECURITY_MANUAL_URL leads to. */
export const manualPath = (language: Language) => join(WEB, 'public', `security-manual.${language}.pdf`);

/**
 * The manual as a PDF with title, language and outline that is PDF/A-2a and PDF/UA-1; with the bundled browser the same
 * bytes each time.
 */
export async function printManual(language: Language): Promise<Buffer> {
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(manualSource(language)).href);
    await page.evaluate(() => document.fonts.ready);
    const printed = steady(await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true }));
    return archivable(printed, { title: await page.title(), language, created: CREATED });
  } finally {
    await browser.close();
  }
}

/**
 * Writes over what differs from printing to printing, in place: the dates of the information dictionary and the
 * numbers of the nodes that table cells name, which keep their order (ISO 32000-1 §7.9.6: names are sorted).
 */
function steady(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const nodes = [...new Set(text.match(/\bnode\d{8}\b/g))].sort();
  const rank = new Map(nodes.map((node, at) => [node, `node${String(at + 1).padStart(8, '0')}`]));
  const same = text
    .replace(/(?<=\/(?:Creation|Mod)Date \()D:\d{14}[+-]\d\d'\d\d'(?=\))/g, DATE)
    .replace(/\bnode\d{8}\b/g, (node) => rank.get(node) ?? node);
  const bytes = Buffer.from(same, 'latin1');
  if (bytes.length !== pdf.length) throw new Error('The PDF has a date of another form.');
  return bytes;
}
