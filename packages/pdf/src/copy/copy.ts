import { Layers } from '../content/layers.ts';
import { isBroken, PdfError, type PdfErrorCode } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { PdfPorts } from '../ports.ts';
import { type Page, pages } from '../revisions/pages.ts';
import { checkCopying } from '../sign/restrictions.ts';
import { openPdf } from '../syntax/open.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { finish } from './catalog.ts';
import { writeContents } from './content/contents.ts';
import { Copying } from './copying.ts';
import type { Lettering, SafeCopy } from './face.ts';
import { tellFindings } from './findings.ts';
import { HiddenRuns } from './hidden.ts';
import { LeftOutList } from './leftout.ts';
import { openLeniently } from './mend/mend.ts';
import { pageText } from './page.ts';
import { tellSigners } from './signers.ts';
import { Structure } from './structure/structure.ts';
import { Destinations } from './ways/destinations.ts';
import { labelsOf } from './ways/labels.ts';
import { outlineOf } from './ways/outline.ts';
import { arrayText, dictText } from './written.ts';

/**
 * A new whole PDF of a document's pages as they are shown: fields and notes drawn in, text still text, links, outline,
 * page labels and title kept; nothing that runs, reaches out, hides or changes. Written anew from what was understood, never by
 * reference. Values of fields in letters that their fonts lack are drawn by `lettering`. The same input gives the same bytes.
 * Throws PdfError.
 */
export function copyDocument(
  bytes: Uint8Array,
  ports: PdfPorts,
  limits: Partial<Limits> = {},
  lettering?: Lettering,
): SafeCopy {
  const strict = opened(() => openPdf(bytes, ports, limits));
  const whole = strict === undefined ? undefined : opened(() => copyOf(strict, new LeftOutList(), lettering));
  if (whole !== undefined && whole.broken === 0) return safeCopy(whole);
  // What the tables lead to is damaged, or not all of it is there: what the bytes hold may be more.
  const mended = opened(() => openLeniently(bytes, ports, limits), whole !== undefined);
  const leftOut = new LeftOutList();
  leftOut.add('damage');
  const other =
    mended === undefined ? undefined : opened(() => copyOf(mended, leftOut, lettering), whole !== undefined);
  if (other === undefined || (whole !== undefined && whole.broken <= other.broken)) {
    if (whole === undefined) throw new PdfError('broken_pages', 'The document has no pages that can be read');
    return safeCopy(whole);
  }
  return safeCopy(other);
}

/** What `open` gives; undefined for a file that is damaged, unless nothing else is `left` to try. */
function opened<T>(open: () => T, isLeft = true): T | undefined {
  try {
    return open();
  } catch (error) {
    if (isLeft && isDamage(error)) return undefined;
    throw error;
  }
}

const PROTECTED: ReadonlySet<PdfErrorCode> = new Set([
  'encrypted',
  'encrypted_mac',
  'restricted',
  'dynamic_xfa',
]);
const isDamage = (error: unknown): boolean => isBroken(error) && !PROTECTED.has(error.code);

interface CopyResult extends SafeCopy {
  /** How many parts of what is shown could not be read. */
  broken: number;
}

const safeCopy = ({ broken: _, ...copy }: CopyResult): SafeCopy => copy;

function copyOf(pdf: Pdf, leftOut: LeftOutList, lettering: Lettering | undefined): CopyResult {
  checkCopying(pdf.encrypted);
  tellSigners(pdf, leftOut);
  const layers = new Layers(pdf, 'View');
  const hidden = new HiddenRuns(pdf, pages(pdf), (value) => layers.state(value), leftOut);
  const copy = new Copying(pdf, writeContents, hidden, leftOut, lettering);
  const [catalog, root] = [copy.objects.allocate(), copy.objects.allocate()];
  const all = [...pages(pdf)];
  if (all.length === 0) throw new PdfError('broken_pages', 'The document has no pages');
  const numbers = numbersOf(all);
  const structure = Structure.of(copy, numbers);
  copy.structure = structure;
  const places = all.map(() => copy.objects.allocate());
  const kids = places.map((place) => `${place} 0 R`);
  const destinations = new Destinations(copy, numbers, kids);
  copy.destinations = destinations;
  for (const page of all) {
    const place = places[page.number - 1];
    if (place !== undefined) copy.put(place, pageText(copy, page, [['Parent', `${root} 0 R`]]));
  }
  copy.page = undefined;
  copy.objects.put(
    root,
    dictText([
      ['Type', '/Pages'],
      ['Count', String(kids.length)],
      ['Kids', arrayText(kids)],
    ]),
  );
  const tree = structure?.write(kids);
  const outline = outlineOf(copy, destinations);
  const labels = labelsOf(copy, kids.length);
  const bytes = finish(copy, { catalog, pages: root, tree, outline, labels });
  tellFindings(pdf, leftOut);
  return { bytes, leftOut: leftOut.list, letters: [...copy.letters].join(''), broken: copy.broken };
}

/** Of each page's object, its number; of one that stands there twice, the first. */
function numbersOf(all: readonly Page[]): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const { object, number } of all) if (!numbers.has(object)) numbers.set(object, number);
  return numbers;
}
