import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT, read } from './tools.ts';

interface Description {
  shortDescription: string;
  longDescription: string;
  features: string[];
  screenshots: string[];
}
interface Described {
  softwareVersion: string;
  description: Record<string, Description>;
  legal: { license: string };
  localisation: { availableLanguages: string[] };
}

describe('publiccode.yml', () => {
  const described = parse(read('publiccode.yml')) as Described;

  test('holds every key that version 0.4 of the standard makes mandatory, with a value that it allows', () => {
    expect(described).toMatchObject({
      publiccodeYmlVersion: '0.4',
      name: 'WebSign',
      url: expect.stringMatching(/^https:\/\//),
      platforms: ['web'],
      categories: expect.arrayContaining(['e-signature']),
      developmentStatus: expect.stringMatching(/^(concept|development|beta|stable|obsolete)$/),
      softwareType: 'standalone/web',
      legal: { license: expect.any(String) },
      // Every other type asks for contractors, or for people by name.
      maintenance: { type: 'none' },
      localisation: { localisationReady: true, availableLanguages: expect.any(Array) },
    });
  });

  test.each(Object.entries(described.description))('describes the product in full: %s', (_, texts) => {
    expect(texts.shortDescription.length).toBeLessThanOrEqual(150);
    expect(texts.shortDescription).not.toContain('\n');
    expect(texts.longDescription.length).toBeGreaterThanOrEqual(150);
    expect(texts.longDescription.length).toBeLessThanOrEqual(10_000);
    expect(texts.features.length).toBeGreaterThanOrEqual(5);
    expect(texts.screenshots.filter((path) => !existsSync(ROOT + path))).toEqual([]);
  });

  test('names the version of package.json and the licence of LICENSE', () => {
    const { version, license } = JSON.parse(read('package.json')) as { version: string; license: string };
    expect([described.softwareVersion, described.legal.license]).toEqual([version, license]);
    expect(license).toBe('EUPL-1.2');
    expect(read('LICENSE')).toMatch(/^EUROPEAN UNION PUBLIC LICENCE v\. 1\.2\n/);
  });

  test('names the languages of the catalogues', () => {
    const catalogues = readdirSync(`${ROOT}apps/web/src/i18n`).filter((name) => /^[a-z]{2}$/.test(name));
    expect(described.localisation.availableLanguages).toEqual(catalogues.sort());
  });
});
