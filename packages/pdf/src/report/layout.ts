import { displayable, type FontMetrics } from '../stamp/index.ts';
import type { Block, ReportSection, ReportText } from './face.ts';
import { Flow, type Style } from './flow.ts';
import {
  A4,
  COLUMN,
  type Element,
  element,
  type FontName,
  HAIR,
  MARGIN,
  QUIET,
  type ReportPage,
  TONES,
} from './pages.ts';

const TITLE: Style = { font: 'F1', size: 19, leading: 26 };
const HEADING: Style = { font: 'F1', size: 12, leading: 17 };
const LABEL: Style = { font: 'F1', size: 8.5, leading: 13 };
const BODY: Style = { font: 'F0', size: 10, leading: 14.5 };
const ITEM: Style = { font: 'F0', size: 9.5, leading: 13.5, indent: 14 };
const FACT: Style = { font: 'F0', size: 9.5, leading: 14, indent: 130 };
const FACT_LABEL: Style = { font: 'F0', size: 9.5, leading: 14, width: 122, colour: QUIET };
const FOOT: Style = { font: 'F0', size: 8, leading: 11, colour: QUIET };
/** A heading stays with what follows: label, itself, two lines. */
const TOGETHER = 80;

export interface Laid {
  pages: ReportPage[];
  root: Element;
}

/** Lays a report out on A4 pages, each section from a page of its own, with the structure that its parts have. */
export function layoutReport(report: ReportText, metrics: Readonly<Record<FontName, FontMetrics>>): Laid {
  const flow = new Flow(metrics);
  const root = element('Document');
  for (const section of report.sections) {
    const first = flow.pages.length;
    flow.newPage();
    const sect = element('Sect', root);
    sect.language = section.language;
    for (const block of section.blocks) set(flow, block, sect);
    foot(flow, section, first, metrics.F0);
  }
  return { pages: flow.pages, root };
}

function set(flow: Flow, block: Block, parent: Element): void {
  switch (block.type) {
    case 'title':
      flow.text(block.text, TITLE, element('H1', parent));
      flow.gap(6);
      flow.rule(1.2, TONES.plain);
      flow.gap(14);
      return;
    case 'heading':
      setHeading(flow, block, parent);
      return;
    case 'text':
      flow.text(block.text, BODY, element('P', parent));
      flow.gap(4);
      return;
    case 'facts':
      setFacts(flow, block.rows, parent);
      return;
    case 'list':
      setList(flow, block.items, parent);
  }
}

function setHeading(flow: Flow, { text, label }: Extract<Block, { type: 'heading' }>, parent: Element): void {
  flow.gap(14);
  flow.keep(TOGETHER);
  if (label !== undefined) {
    const colour = TONES[label.tone];
    flow.rule(2, colour, { width: 36 });
    flow.gap(5);
    flow.text(label.text, { ...LABEL, colour }, element('P', parent));
  }
  flow.text(text, HEADING, element('H2', parent));
  flow.gap(2);
}

function setFacts(flow: Flow, rows: Extract<Block, { type: 'facts' }>['rows'], parent: Element): void {
  flow.gap(6);
  const table = element('Table', parent);
  for (const { label, value, tone = 'plain' } of rows) {
    const row = element('TR', table);
    const style: Style = tone === 'plain' ? FACT : { ...FACT, font: 'F1', colour: TONES[tone] };
    flow.row([
      { text: label, style: FACT_LABEL, element: element('TH', row) },
      { text: value, style, element: element('TD', row) },
    ]);
    flow.gap(2);
  }
  flow.gap(8);
}

function setList(flow: Flow, items: readonly string[], parent: Element): void {
  const list = element('L', parent);
  for (const text of items) {
    const item = element('LI', list);
    flow.row([
      { text: '•', style: { ...ITEM, indent: 4, width: 10, colour: QUIET }, element: element('Lbl', item) },
      { text, style: ITEM, element: element('LBody', item) },
    ]);
    flow.gap(1);
  }
  flow.gap(4);
}

/** Once the section's pages are counted. */
function foot(flow: Flow, { footer }: ReportSection, first: number, metrics: FontMetrics): void {
  const pages = flow.pages.slice(first);
  pages.forEach((page, at) => {
    const text = footer.replace('{page}', String(at + 1)).replace('{pages}', String(pages.length));
    const y = MARGIN.bottom - 30;
    page.rules.push({ x: MARGIN.x, y: y + 14, width: COLUMN, height: 0.5, colour: HAIR });
    const shown = displayable(text, metrics);
    const x = A4.width - MARGIN.x - flow.width(shown, 'F0', FOOT.size);
    page.runs.push({ text: shown, font: 'F0', size: FOOT.size, colour: QUIET, x, y, element: undefined });
  });
}
