import type { Canvas, Painting } from '../../content/canvas.ts';
import { type Ambiguity, drawAnnotations, drawPage, type Unreadable } from '../../content/draw.ts';
import type { Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { MOST_OF_A_KIND } from '../finding.ts';
import { EmptyFields } from '../forms/emptyfields.ts';
import type { Inspected, Report } from '../inspector.ts';
import { conceals } from '../occupancy/occupancy.ts';
import type { OccupiedPage } from '../occupancy/page.ts';
import { textAt } from '../structure/text.ts';
import { FlatAreas } from './flatareas.ts';
import { FontUses } from './fonts.ts';
import { MarkedContents } from './markedcontents.ts';
import { drawOverlay } from './overlay.ts';
import { HiddenText, type PageText } from './page.ts';
import type { Recognised } from './recognised.ts';
import { ReplacedText } from './replaced.ts';
import { type StructurePlace, structurePlaces } from './structureplaces.ts';

/** Pages whose recognised words are told: the thousandth says no more than the first. */
const TOLD = 20;
/** Letters of a page, on average, from which painted text behind its scan is what was recognised on it. */
const RECOGNISED_LETTERS = 100;
/** Pages with text behind a scan that are kept until all pages are known. */
const MOST_BEHIND = 5000;

/**
 * Text that is on a page and that nobody sees there (ISO 32000-2 §9.3.6, §11.3, §8.5.4), and what could not be read. `occupied`:
 * by their numbers, the pages of which is wanted where something stands.
 */
export function inspectHiddenText(
  { pdf, pages }: Inspected,
  report: Report,
  occupied: ReadonlyMap<number, OccupiedPage>,
): void {
  let told = 0;
  const tell = (words: Recognised, page: number): void => {
    const finding = words.finding('ocr_layer', page);
    if (finding !== undefined && told++ < TOLD) report(finding);
  };
  const fonts = new FontUses(pdf, report);
  const places = structurePlaces(pdf);
  const behind: { words: Recognised; page: number }[] = [];
  let covered = 0;
  for (const page of pages) {
    if (isBlank(page)) continue;
    // Text heaped on text is dear to look at, and past this many none is listed any more.
    const text = hiddenOn(pdf, page, {
      ...{ report, fonts, heaps: covered <= MOST_OF_A_KIND },
      places: places.get(page.object),
      occupied: occupied.get(page.number),
    });
    for (const finding of text.findings) {
      report(finding);
      if (finding.kind === 'covered_text') covered++;
    }
    tell(text.recognised, page.number);
    if (text.behind.letters > 0 && behind.length < MOST_BEHIND) {
      behind.push({ words: text.behind, page: page.number });
    }
  }
  fonts.finish();
  // One line behind a picture of the page is a trap (shadow attack "hide"); a page full of words is what was read off it.
  const letters = behind.reduce((sum, { words }) => sum + words.letters, 0);
  for (const { words, page } of behind) {
    if (letters >= RECOGNISED_LETTERS * behind.length) tell(words, page);
    else {
      const finding = words.finding('covered_text', page);
      if (finding !== undefined) report(finding);
    }
  }
}

/** Nothing is shown, so nothing is hidden: a file may have a hundred thousand such pages. */
const isBlank = ({ dict: { entries } }: Page): boolean => !entries.has('Contents') && !entries.has('Annots');

interface Look {
  report: Report;
  fonts: FontUses;
  /** Whether text painted over other text is looked for. */
  heaps: boolean;
  /** Where the structure tree has the page's contents, by their numbers. */
  places: ReadonlyMap<number, StructurePlace> | undefined;
  /** What wants to know where something stands, where anybody does. */
  occupied: OccupiedPage | undefined;
}

function hiddenOn(pdf: Pdf, page: Page, { report, fonts, places, heaps, occupied }: Look): PageText {
  const text = new HiddenText(pdf, page, { heaps });
  const replaced = new ReplacedText(pdf, page, places, report);
  const contents = places === undefined ? undefined : new MarkedContents(pdf, page, places);
  const empty = new EmptyFields(pdf, page);
  const flat = new FlatAreas(pdf);
  const canvas: Canvas = {
    text(run) {
      fonts.see(run, page.number);
      replaced.see(run);
      contents?.see(run);
      text.text(run);
      empty.text(run);
      flat.text(run);
      occupied?.text(run);
    },
    paint(painting) {
      replaced.paint(painting);
      text.paint(painting);
      empty.paint(painting);
      flat.paint(painting);
      occupied?.paint(painting);
    },
    begin(begun) {
      replaced.begin(begun);
      contents?.begin(begun);
    },
    end() {
      replaced.end();
      contents?.end();
    },
  };
  const options = {
    ambiguous: ({ object, bytes, at }: Ambiguity): void => {
      report({
        kind: 'ambiguous_syntax',
        page: page.number,
        ...(object === undefined ? {} : { object }),
        excerpt: textAt(bytes, at),
      });
    },
    unreadable: (what: Unreadable): void => {
      const { code, object } = what;
      if (conceals(what)) occupied?.unreadable();
      report({
        kind: code === 'unsupported_filter' ? 'unknown_filter' : 'unreadable_object',
        page: page.number,
        ...(object === undefined ? {} : { object }),
        excerpt: code,
      });
    },
  };
  drawPage(pdf, page, canvas, options);
  const annotations = drawAnnotations(pdf, page, canvas, options);
  replaced.finish();
  contents?.finish(report);
  occupied?.annotations(annotations);
  const overlay = (painting: Painting): void => {
    text.paint(painting);
    empty.paint(painting);
  };
  for (const annotation of annotations) {
    if (annotation.shown === 'blank') drawOverlay(pdf, page, annotation, { text: () => {}, paint: overlay });
  }
  empty.finish(page, report);
  const crossed = flat.crossed();
  if (crossed !== undefined)
    report({ kind: 'ambiguous_syntax', page: page.number, rect: crossed.box, excerpt: 'f' });
  return text.finish(annotations);
}
