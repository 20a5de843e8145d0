import type { Canvas, LayerState, TextRun } from '../content/canvas.ts';
import { type Ambiguity, drawAnnotations, drawPage } from '../content/draw.ts';
import { drawOverlay } from '../inspect/hidden/overlay.ts';
import { HiddenText } from '../inspect/hidden/page.ts';
import { textAt } from '../inspect/structure/text.ts';
import type { Page } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfValue } from '../syntax/values.ts';
import type { LeftOutList } from './leftout.ts';

/** How often the strings of an operator are drawn, and how often nobody sees them. */
interface Drawn {
  all: number;
  unseen: number;
}

/** Which operators show text that nobody sees wherever it is drawn. */
export class HiddenRuns {
  readonly #drawn = new Map<string, Drawn>();

  /** Tells where such text stands, and what of the content readers read in two ways. `layer`: whether optional content is shown. */
  constructor(pdf: Pdf, pages: Iterable<Page>, layer: (value: PdfValue) => LayerState, leftOut: LeftOutList) {
    for (const page of pages) this.#look(pdf, page, layer, leftOut);
  }

  has(object: number | undefined, page: number | undefined, at: number): boolean {
    const drawn = this.#drawn.get(keyOf(object, page, at));
    return drawn !== undefined && drawn.unseen >= drawn.all;
  }

  #look(pdf: Pdf, page: Page, layer: (value: PdfValue) => LayerState, leftOut: LeftOutList): void {
    const own = contentsOf(pdf, page);
    const of = (run: TextRun): Drawn => {
      const { object } = run.maker;
      const isOwn = run.maker.annotation === undefined && (object === undefined || own.has(object));
      const key = isOwn ? keyOf(undefined, page.number, run.at) : keyOf(object, undefined, run.at);
      const drawn = this.#drawn.get(key) ?? { all: 0, unseen: 0 };
      this.#drawn.set(key, drawn);
      return drawn;
    };
    const text = new HiddenText(pdf, page, {
      heaps: true,
      unseen: (run) => {
        of(run).unseen++;
        const detail = run.font?.text(run.bytes) ?? '';
        leftOut.add('hidden_text', { page: page.number, box: run.box, detail });
      },
    });
    const canvas: Canvas = {
      text(run) {
        if (!run.glyph) of(run).all++;
        text.text(run);
      },
      paint: (painting) => text.paint(painting),
    };
    const ambiguous = ({ bytes, at }: Ambiguity) =>
      leftOut.add('ambiguous', { page: page.number, detail: textAt(bytes, at) });
    const options = { layer, ambiguous };
    drawPage(pdf, page, canvas, options);
    const annotations = drawAnnotations(pdf, page, canvas, options);
    for (const one of annotations) if (one.shown === 'blank') drawOverlay(pdf, page, one, text);
    text.finish(annotations);
  }
}

const keyOf = (object: number | undefined, page: number | undefined, at: number): string =>
  page === undefined ? `${object} ${at}` : `page ${page} ${at}`;

/** Numbers of the streams that are the page's own content. */
function contentsOf(pdf: Pdf, page: Page): ReadonlySet<number> {
  const value = page.dict.entries.get('Contents');
  const resolved = pdf.resolve(value);
  const items = resolved?.type === 'array' ? resolved.items : value === undefined ? [] : [value];
  return new Set(items.flatMap((item) => (item.type === 'ref' ? [item.number] : [])));
}
