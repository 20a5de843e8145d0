import type { PdfPorts } from '../ports.ts';
import { embedFont, FONT_OBJECTS, fontObjects, format, streamOf } from '../sign/appearance/index.ts';
import { pdfDate } from '../sign/dictionary.ts';
import { displayable, readFont } from '../stamp/index.ts';
import { ascii } from '../syntax/bytes.ts';
import { textString } from '../syntax/strings.ts';
import { Objects } from '../write/objects.ts';
import { archiveEntries } from './archive.ts';
import { contentOf, type Glyphs } from './content.ts';
import type { ReportFonts, ReportText } from './face.ts';
import { layoutReport } from './layout.ts';
import { A4, type FontName, type ReportPage } from './pages.ts';
import { structureObjects } from './structure.ts';

/**
 * Writes a report as a PDF of its own that is PDF/A-2a and PDF/UA-1: A4, tagged, with embedded fonts, title and
 * languages. The same report gives the same bytes. Throws PdfError `font_unusable`.
 */
export async function writeReport(
  report: ReportText,
  fonts: ReportFonts,
  ports: PdfPorts,
): Promise<Uint8Array> {
  const programs: Programs = { F0: fonts.regular, F1: fonts.bold };
  const whole = { F0: readFont(programs.F0), F1: readFont(programs.F1) };
  const { pages, root } = layoutReport(report, { F0: whole.F0.metrics, F1: whole.F1.metrics });
  const objects = new Objects();
  const catalog = objects.allocate();
  const tree = objects.allocate();
  const fontsOf = { objects, programs, whole, pages, ports };
  const [regular, bold] = [await writeFont(fontsOf, 'F0'), await writeFont(fontsOf, 'F1')];
  const glyphs: Glyphs = { F0: regular.glyph, F1: bold.glyph };
  const resources = `<</Font<</F0 ${regular.number} 0 R/F1 ${bold.number} 0 R>>>>`;
  const numbers = pages.map((page, at) => {
    const content = objects.add(streamOf('', ascii(contentOf(page, at, glyphs)), ports));
    const box = `[0 0 ${format(A4.width)} ${format(A4.height)}]`;
    return objects.add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Resources${resources}/Contents ${content} 0 R` +
        `/StructParents ${at}/Tabs/S>>`,
    );
  });
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  objects.put(tree, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
  const structure = structureObjects(root, numbers, () => objects.allocate());
  for (const [number, body] of structure.bodies) objects.put(number, body);
  const { info, entries } = describe(objects, report, displayable(report.title, whole.F0.metrics));
  objects.put(
    catalog,
    `<</Type/Catalog/Pages ${tree} 0 R${entries}/StructTreeRoot ${structure.root} 0 R` +
      `/MarkInfo<</Marked true>>/Lang${textString(report.language)}/ViewerPreferences<</DisplayDocTitle true>>>>`,
  );
  return objects.file(`/Root ${catalog} 0 R/Info ${info} 0 R`, ports);
}

type Programs = Record<FontName, Uint8Array>;

interface Fonts {
  objects: Objects;
  programs: Programs;
  whole: Record<FontName, ReturnType<typeof readFont>>;
  pages: readonly ReportPage[];
  ports: PdfPorts;
}

/** Embeds what the pages show of a font; gives its object and the glyphs of its characters. */
async function writeFont({ objects, programs, whole, pages, ports }: Fonts, name: FontName) {
  const texts = pages.flatMap(({ runs }) => runs.filter(({ font }) => font === name).map(({ text }) => text));
  const { embedded, glyph } = await embedFont(whole[name], programs[name], texts, ports);
  const number = objects.allocate();
  const others = Array.from({ length: FONT_OBJECTS - 1 }, () => objects.allocate());
  for (const one of fontObjects(embedded, [number, ...others], ports)) objects.put(one.number, one.value);
  return { number, glyph };
}

/** What the file says of itself, in both places where readers look, and of its colours. */
function describe(objects: Objects, report: ReportText, title: string): { info: number; entries: string } {
  const { language, producer, created, sections } = report;
  const date = pdfDate(created);
  const info = objects.add(
    `<</Title${textString(title)}/Producer${textString(producer)}/CreationDate(${date})/ModDate(${date})>>`,
  );
  const languages = sections.map((section) => section.language);
  const entries = archiveEntries({ title, language, languages, producer, created }, (body) =>
    objects.add(body),
  );
  return { info, entries };
}
