import { displayable, type FontMetrics, measure, wrap } from '../stamp/index.ts';
import {
  A4,
  COLUMN,
  type Colour,
  type Element,
  type FontName,
  INK,
  MARGIN,
  type ReportPage,
  type Run,
} from './pages.ts';

/** Longer texts are cut by `displayable`; more lines than these no part has room for. */
const MOST_LINES = 40;

export interface Style {
  font: FontName;
  size: number;
  /** Baseline to baseline. */
  leading: number;
  colour?: Colour;
  /** From the left margin. */
  indent?: number;
  width?: number;
}

/** Sets lines down the pages, one after the other; a page that is full is followed by another. */
export class Flow {
  readonly pages: ReportPage[] = [];
  readonly #metrics: Readonly<Record<FontName, FontMetrics>>;
  /** Where the next line's top is. */
  #y = 0;

  constructor(metrics: Readonly<Record<FontName, FontMetrics>>) {
    this.#metrics = metrics;
  }

  get page(): ReportPage {
    const page = this.pages.at(-1);
    return page ?? this.newPage();
  }

  newPage(): ReportPage {
    const page: ReportPage = { runs: [], rules: [] };
    this.pages.push(page);
    this.#y = A4.height - MARGIN.top;
    return page;
  }

  /** Leaves a gap, unless a page has just begun. */
  gap(height: number): void {
    if (this.#y < A4.height - MARGIN.top) this.#y -= height;
  }

  /** Begins a new page where less than `height` is left. */
  keep(height: number): void {
    if (this.#y - height < MARGIN.bottom) this.newPage();
  }

  /** The lines that a text takes in a style. */
  lines(text: string, { font, size, indent = 0, width = COLUMN - indent }: Style): string[] {
    const metrics = this.#metrics[font];
    const shown = displayable(text, metrics);
    const { lines } = wrap(measure(shown, metrics), { width: width / size, most: MOST_LINES });
    // The space that a break swallows is there for who copies or listens; inside a word there was none.
    let at = 0;
    return lines.map((line) => {
      at += line.length;
      const spaced = shown[at] === ' ';
      while (shown[at] === ' ') at += 1;
      return spaced ? `${line} ` : line;
    });
  }

  /** Sets a text in the column. */
  text(text: string, style: Style, element: Element): void {
    for (const line of this.lines(text, style)) {
      this.keep(style.leading);
      this.put(line, style, element);
      this.#y -= style.leading;
    }
  }

  /** Sets texts beside each other, each in its own width; the row stays on one page. */
  row(cells: { text: string; style: Style; element: Element }[]): void {
    const set = cells.map((cell) => ({ ...cell, lines: this.lines(cell.text, cell.style) }));
    const height = Math.max(...set.map(({ lines, style }) => lines.length * style.leading));
    this.keep(height);
    for (const { lines, style, element } of set) {
      for (const [at, line] of lines.entries()) this.put(line, style, element, at * style.leading);
    }
    this.#y -= height;
  }

  /** A line of text below the present place, which stays. */
  put(text: string, style: Style, element: Element | undefined, below = 0): void {
    const { font, size, leading, colour = INK, indent = 0 } = style;
    const run: Run = {
      ...{ text, font, size, colour, element },
      x: MARGIN.x + indent,
      y: this.#y - below - (leading + size * 0.7) / 2,
    };
    this.page.runs.push(run);
  }

  /** A filled box of the given height, from the present place down. */
  rule(height: number, colour: Colour, { x = 0, width = COLUMN, below = 0 } = {}): void {
    this.page.rules.push({ x: MARGIN.x + x, y: this.#y - below - height, width, height, colour });
  }

  /** Advance width in points. */
  width(text: string, font: FontName, size: number): number {
    return measure(text, this.#metrics[font]).width * size;
  }
}
