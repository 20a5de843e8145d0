import type { PdfPorts } from '../ports.ts';
import {
  displayable,
  embedFont,
  FONT_OBJECTS,
  fontObjects,
  format,
  readFont,
  streamOf,
} from '../sign/appearance/index.ts';
import { pdfDate } from '../sign/dictionary.ts';
import { ascii, concat, toHex } from '../syntax/bytes.ts';
import { textString } from '../syntax/strings.ts';
import { type Written, written } from '../write/splice.ts';
import { xrefTable } from '../write/xref.ts';
import { contentOf, type Glyphs } from './content.ts';
import type { ReportFonts, ReportText } from './face.ts';
import { layoutReport } from './layout.ts';
import { xmp } from './metadata.ts';
import { A4, type FontName } from './pages.ts';
import { structureObjects } from './structure.ts';

/**
 * Writes a report as a PDF of its own: A4, tagged, with embedded fonts, title and languages. The same report gives the
 * same bytes. Throws PdfError `font_unusable`.
 */
export async function writeReport(
  report: ReportText,
  fonts: ReportFonts,
  ports: PdfPorts,
): Promise<Uint8Array> {
  const programs: Record<FontName, Uint8Array> = { F0: fonts.regular, F1: fonts.bold };
  const whole = { F0: readFont(programs.F0), F1: readFont(programs.F1) };
  const { pages, root } = layoutReport(report, { F0: whole.F0.metrics, F1: whole.F1.metrics });
  const embed = (name: FontName) => {
    const texts = pages.flatMap(({ runs }) =>
      runs.filter(({ font }) => font === name).map(({ text }) => text),
    );
    return embedFont(whole[name], programs[name], texts, ports);
  };
  const [regular, bold] = [await embed('F0'), await embed('F1')];
  const glyphs: Glyphs = { F0: regular.glyph, F1: bold.glyph };

  const objects = new Objects();
  const [catalog, tree, info, metadata] = [0, 0, 0, 0].map(() => objects.allocate());
  const named = (font: typeof regular): number => {
    const numbers = Array.from({ length: FONT_OBJECTS }, () => objects.allocate());
    for (const { number, value } of fontObjects(font.embedded, numbers, ports)) objects.put(number, value);
    return numbers[0] ?? 0;
  };
  const resources = `<</Font<</F0 ${named(regular)} 0 R/F1 ${named(bold)} 0 R>>>>`;
  const numbers = pages.map(() => objects.allocate());
  pages.forEach((page, at) => {
    const content = objects.add(streamOf('', ascii(contentOf(page, at, glyphs)), ports));
    const box = `[0 0 ${format(A4.width)} ${format(A4.height)}]`;
    objects.put(
      numbers[at] ?? 0,
      `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Resources${resources}/Contents ${content} 0 R` +
        `/StructParents ${at}/Tabs/S>>`,
    );
  });
  const structure = structureObjects(root, numbers, () => objects.allocate());
  for (const [number, body] of structure.bodies) objects.put(number, body);

  const title = displayable(report.title, whole.F0.metrics);
  const date = pdfDate(report.created);
  objects.put(
    tree ?? 0,
    `<</Type/Pages/Count ${pages.length}/Kids[${numbers.map((n) => `${n} 0 R`).join(' ')}]>>`,
  );
  objects.put(
    info ?? 0,
    `<</Title${textString(title)}/Producer${textString(report.producer)}/CreationDate(${date})/ModDate(${date})>>`,
  );
  // Metadata stay in the clear, so that tools that know no PDF find them (§14.3.2).
  const packet = ascii(xmp(report, title));
  objects.put(
    metadata ?? 0,
    concat([
      ascii(`<</Type/Metadata/Subtype/XML/Length ${packet.length}>>\nstream\n`),
      packet,
      ascii('\nendstream'),
    ]),
  );
  objects.put(
    catalog ?? 0,
    `<</Type/Catalog/Pages ${tree} 0 R/Metadata ${metadata} 0 R/StructTreeRoot ${structure.root} 0 R` +
      `/MarkInfo<</Marked true>>/Lang${textString(report.language)}/ViewerPreferences<</DisplayDocTitle true>>>>`,
  );
  return objects.file(`/Root ${catalog} 0 R/Info ${info} 0 R`, ports);
}

/** The objects of a new file, in the order of their numbers. */
class Objects {
  readonly #bodies = new Map<number, Uint8Array>();
  #next = 1;

  allocate(): number {
    return this.#next++;
  }

  put(number: number, body: Written): void {
    this.#bodies.set(number, written(body));
  }

  add(body: Written): number {
    const number = this.allocate();
    this.put(number, body);
    return number;
  }

  file(trailer: string, ports: Pick<PdfPorts, 'digest'>): Uint8Array {
    // The comment of high bytes tells transfer programs that this is no text (§7.5.2).
    const parts: Uint8Array[] = [ascii('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')];
    let at = parts[0]?.length ?? 0;
    const placed = [...this.#bodies].sort(([a], [b]) => a - b);
    const entries = placed.map(([number, body]) => {
      const head = ascii(`${number} 0 obj\n`);
      const foot = ascii('\nendobj\n');
      const entry = { number, generation: 0, offset: at };
      parts.push(head, body, foot);
      at += head.length + body.length + foot.length;
      return entry;
    });
    const digest = ports.digest('SHA-256');
    for (const part of parts) digest.update(part);
    const id = `<${toHex(digest.digest().subarray(0, 16))}>`;
    // One subsection from the free head of the list (§7.5.4).
    const table = xrefTable(entries).replace(
      /^xref\n1 \d+\n/,
      `xref\n0 ${entries.length + 1}\n0000000000 65535 f\r\n`,
    );
    parts.push(
      ascii(`${table}trailer\n<</Size ${this.#next}${trailer}/ID[${id}${id}]>>\nstartxref\n${at}\n%%EOF\n`),
    );
    return concat(parts);
  }
}
