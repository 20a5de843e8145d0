import { readFileSync } from 'node:fs';
import { inspect, openPdf, type Pdf, type PdfDict, pages } from '@websign/pdf';
import { nodePorts } from '@websign/ports';
import { isInstalled, judged, judgedByVerapdf, verapdfHome } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language, manualPath, manualSource } from '../manual/print.ts';

/** The roles that PDF 1.7 knows and a manual needs (ISO 32000-1 §14.8.4). */
const KNOWN = /^(Document|NonStruct|H[1-6]|P|L|LI|Lbl|LBody|Table|TR|TH|TD|Span)$/;

const open = (language: Language) => openPdf(readFileSync(manualPath(language)), nodePorts());

interface Element {
  role: string;
  dict: PdfDict;
  kids: Element[];
  /** Marks of its own. */
  marks: number;
}

function elementOf(pdf: Pdf, dict: PdfDict): Element {
  const value = pdf.resolve(dict.entries.get('K'));
  const items = value?.type === 'array' ? value.items : value === undefined ? [] : [value];
  const kids = items.flatMap((item) => pdf.dict(item) ?? []).map((kid) => elementOf(pdf, kid));
  return { role: pdf.name(dict.entries.get('S')) ?? '', dict, kids, marks: items.length - kids.length };
}

const everyOf = (element: Element): Element[] => [element, ...element.kids.flatMap(everyOf)];

describe.each(LANGUAGES)('HDR-4: the manual about security (%s)', (language) => {
  it('says that it is PDF/A-2a and PDF/UA-1, with title, language, colours and an identifier', () => {
    const pdf = open(language);
    const metadata = pdf.resolve(pdf.catalog.entries.get('Metadata'));
    if (metadata?.type !== 'stream') throw new Error('a file without metadata');
    const packet = Buffer.from(pdf.decoded(metadata)).toString('latin1');
    expect(packet).toMatch(/<pdfaid:part>2<.*<pdfaid:conformance>A<.*<pdfuaid:part>1</);
    expect(packet).toContain(`<dc:language><rdf:Bag><rdf:li>${language}<`);
    expect(pdf.array(pdf.catalog.entries.get('OutputIntents'))?.items).toHaveLength(1);
    expect(pdf.array(pdf.trailer.entries.get('ID'))?.items).toHaveLength(2);
    expect(pdf.text(pdf.catalog.entries.get('Lang'))).toBe(language);
    for (const page of pages(pdf)) expect(pdf.name(page.dict.entries.get('Tabs'))).toBe('S');
  });

  it('has roles that everybody knows, headings in order, items with bodies and headers with scope', () => {
    const pdf = open(language);
    const root = pdf.dict(pdf.catalog.entries.get('StructTreeRoot'));
    const top = pdf.dict(root?.entries.get('K'));
    if (root === undefined || top === undefined) throw new Error('a file without structure');
    const roles = pdf.dict(root.entries.get('RoleMap'))?.entries;
    const all = everyOf(elementOf(pdf, top));
    for (const { role } of all) expect(pdf.name(roles?.get(role)) ?? role).toMatch(KNOWN);
    expect(all.filter(({ role }) => /^H\d/.test(role)).map(({ role }) => role)).toEqual([
      'H1',
      ...Array.from({ length: 7 }, () => 'H2'),
    ]);
    const items = all.filter(({ role }) => role === 'LI');
    expect(items.length).toBeGreaterThan(10);
    for (const { kids } of items) expect(kids.map(({ role }) => role).join(' ')).toMatch(/^(Lbl )?LBody$/);
    for (const { dict } of all.filter(({ role }) => role === 'TH')) {
      const scopes = pdf
        .array(dict.entries.get('A'))
        ?.items.map((one) => pdf.name(pdf.dict(one)?.entries.get('Scope')));
      expect(scopes).toContainEqual(expect.stringMatching(/^(Row|Column)$/));
    }
    // Lines and bullets are nobody's text.
    for (const { role, kids, marks } of all) {
      if (/^(Table|TR|L|LI|Document)$/.test(role)) expect(marks).toBe(0);
      expect(kids.length + marks).toBeGreaterThan(0);
    }
  });

  it.skipIf(!isInstalled('pdfinfo'))(
    isInstalled('pdfinfo')
      ? 'says to those who listen what its source says'
      : 'skipped: pdfinfo not installed',
    () => {
      const file = readFileSync(manualPath(language));
      const { text } = judged('pdfinfo', ['-struct-text', '-enc', 'UTF-8'], file);
      const said = [
        ...Buffer.from(text, 'latin1')
          .toString('utf8')
          .matchAll(/^ *"(.*)"$/gm),
      ].map(([, one]) => one);
      const source = readFileSync(manualSource(language), 'utf8');
      const parts = [...source.matchAll(/<(h1|h2|p|th|td|li)\b[^>]*>(.*?)<\/\1>/g)].flatMap(
        ([, , part = '']) => part.split(/<\/?strong>/).filter((one) => one !== ''),
      );
      expect(parts.length).toBeGreaterThan(40);
      for (const part of parts) expect(said).toContain(part);
    },
  );

  it('is nothing that the inspection finds, and sane to others', () => {
    expect(inspect(open(language)).findings).toEqual([]);
    if (isInstalled('qpdf'))
      expect(judged('qpdf', ['--check'], readFileSync(manualPath(language))).code).toBe(0);
  });
});

describe('the manuals about security', () => {
  it.skipIf(verapdfHome === undefined)(
    verapdfHome === undefined
      ? 'skipped: veraPDF not installed'
      : 'HDR-4: are PDF/A-2a and PDF/UA-1, by veraPDF',
    { timeout: 300_000 },
    () => {
      const jobs = LANGUAGES.flatMap((language) =>
        ['2a', 'ua1'].map((flavour) => ({
          name: language,
          flavour,
          bytes: readFileSync(manualPath(language)),
        })),
      );
      const verdicts = judgedByVerapdf(jobs, verapdfHome ?? '');
      expect(verdicts.filter(({ conforms }) => !conforms)).toEqual([]);
    },
  );
});
