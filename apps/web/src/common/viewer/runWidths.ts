/** What PDF.js tells of a run of text and of its font. */
interface TextRun {
  str?: string;
  width?: number;
  height?: number;
  fontName?: string;
}
interface TextChunk {
  items: TextRun[];
  styles: Record<string, { vertical?: boolean }>;
}

let context: CanvasRenderingContext2D | null = null;

/** The width of `text` in times of the font's size, without rounding to pixels. */
function widthInEms(text: string, family: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = `100px ${family}`;
  context.textRendering = 'geometricPrecision';
  return context.measureText(text).width / 100;
}

/** Collects how long the runs of a page are, up to `most` of them, while they pass. */
export class RunWidths {
  readonly #lengths: number[] = [];

  /** The part of `source` that is laid out. */
  bounded(source: ReadableStream, most: number): ReadableStream {
    let passed = 0;
    return source.pipeThrough(
      new TransformStream<TextChunk, TextChunk>({
        transform: (chunk, controller) => {
          const items = chunk.items.slice(0, most - passed);
          passed += items.length;
          for (const { str, width = 0, height = 0, fontName = '' } of items) {
            if (str !== undefined) this.#lengths.push(chunk.styles[fontName]?.vertical ? height : width);
          }
          controller.enqueue({ ...chunk, items });
          if (passed >= most) controller.terminate();
        },
      }),
    );
  }

  /**
   * Makes every run exactly as long as its glyphs. PDF.js measures at one zoom, where a browser may round the
   * widths of letters; at another zoom the run would end beside its last letter.
   */
  apply(runs: readonly HTMLElement[]): void {
    for (const [index, { style, textContent }] of runs.entries()) {
      const size = Number.parseFloat(style.getPropertyValue('--font-height'));
      const length = this.#lengths[index] ?? 0;
      if (style.getPropertyValue('--scale-x') === '' || !(size > 0) || length <= 0) continue;
      const ems = widthInEms(textContent, style.fontFamily);
      if (ems > 0) style.setProperty('--scale-x', String(length / (ems * size)));
    }
  }
}
