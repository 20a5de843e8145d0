import type { Area } from './geometry.ts';
import type { PDFDocumentProxy, PDFPageProxy } from './pdfjs.ts';
import { within } from './within.ts';

/** Pixels of four bytes each, row by row. */
interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Pixels of a cell's side: what differs is told by cells, not by pixels. */
const cell = 8;
/** Cells between two that still belong to one place: letters of a word, words of a line. */
const near = 2;
/** By how much a colour must differ; the same drawing is the same to the last bit. */
const threshold = 24;
/** Places of a page that are told one by one; of more, what holds them all. */
const most = 40;
/** A page is drawn this wide for being compared, with this many pixels at most. */
const widthPx = 800;
const mostPixels = 2_000_000;
/** Until a page must be drawn, in milliseconds. */
const drawingMs = 10_000;

type Cells = { left: number; top: number; right: number; bottom: number };

/** Where two drawings of one size differ, in pixels from the upper left corner. */
export function differingBoxes(one: Pixels, other: Pixels): Area[] {
  const columns = Math.ceil(one.width / cell);
  const rows = Math.ceil(one.height / cell);
  const marked = new Uint8Array(columns * rows);
  for (let y = 0; y < one.height; y += 1) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < one.width; x += 1) {
      const at = row + Math.floor(x / cell);
      if (marked[at] === 0 && differs(one.data, other.data, (y * one.width + x) * 4)) marked[at] = 1;
    }
  }
  const places: Cells[] = [];
  for (let at = 0; at < marked.length; at += 1)
    if (marked[at] === 1) places.push(gather(marked, columns, rows, at));
  return (places.length > most ? [around(places)] : places).map(({ left, top, right, bottom }) => ({
    x: left * cell,
    y: top * cell,
    width: Math.min(one.width, (right + 1) * cell) - left * cell,
    height: Math.min(one.height, (bottom + 1) * cell) - top * cell,
  }));
}

function differs(one: Uint8ClampedArray, other: Uint8ClampedArray, at: number): boolean {
  for (let channel = 0; channel < 3; channel += 1)
    if (Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > threshold) return true;
  return false;
}

/** The cells that hang together with `start`, taken out of `marked`. */
function gather(marked: Uint8Array, columns: number, rows: number, start: number): Cells {
  const box = { left: columns, top: rows, right: 0, bottom: 0 };
  const open = [start];
  marked[start] = 2;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const column = at % columns;
    const row = Math.floor(at / columns);
    box.left = Math.min(box.left, column);
    box.right = Math.max(box.right, column);
    box.top = Math.min(box.top, row);
    box.bottom = Math.max(box.bottom, row);
    for (let y = Math.max(0, row - near); y <= Math.min(rows - 1, row + near); y += 1)
      for (let x = Math.max(0, column - near); x <= Math.min(columns - 1, column + near); x += 1) {
        if (marked[y * columns + x] !== 1) continue;
        marked[y * columns + x] = 2;
        open.push(y * columns + x);
      }
  }
  return box;
}

const around = (places: readonly Cells[]): Cells => ({
  left: Math.min(...places.map(({ left }) => left)),
  top: Math.min(...places.map(({ top }) => top)),
  right: Math.max(...places.map(({ right }) => right)),
  bottom: Math.max(...places.map(({ bottom }) => bottom)),
});

async function draw(page: PDFPageProxy, scale: number): Promise<Pixels> {
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas, viewport });
  try {
    await within(drawingMs, task.promise);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no drawing to be read');
    return context.getImageData(0, 0, canvas.width, canvas.height);
  } finally {
    task.cancel();
    canvas.width = 0;
    canvas.height = 0;
  }
}

/**
 * Where a page looks another than before, in points from the lower left corner; the whole page where its size is
 * another. Rejects when one of the two cannot be drawn in time.
 */
export async function differences(before: PDFPageProxy, after: PDFPageProxy): Promise<Area[]> {
  const one = before.getViewport({ scale: 1 });
  const other = after.getViewport({ scale: 1 });
  if (Math.abs(one.width - other.width) > 1 || Math.abs(one.height - other.height) > 1)
    return [{ x: 0, y: 0, width: other.width, height: other.height }];
  const scale = Math.min(widthPx / one.width, Math.sqrt(mostPixels / (one.width * one.height)));
  const boxes = differingBoxes(await draw(before, scale), await draw(after, scale));
  return boxes.map(({ x, y, width, height }) => ({
    x: x / scale,
    y: one.height - (y + height) / scale,
    width: width / scale,
    height: height / scale,
  }));
}

/** Pages of a document that are compared in one search. */
const mostPages = 200;

/** Compares page by page and tells each that looks another, and those that only one of the two has. */
export async function searchDifferences(
  before: PDFDocumentProxy,
  after: PDFDocumentProxy,
  onFound: (page: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const shared = Math.min(before.numPages, after.numPages);
  for (let number = 1; number <= Math.min(shared, mostPages); number += 1) {
    const [one, other] = await Promise.all([before.getPage(number), after.getPage(number)]);
    signal.throwIfAborted();
    // A page that cannot be drawn may have changed: people are led to it, and the others are looked at.
    const found = await differences(one, other).catch(() => null);
    signal.throwIfAborted();
    if (found === null || found.length > 0) onFound(number);
  }
  for (let number = shared + 1; number <= Math.max(before.numPages, after.numPages); number += 1) {
    if (number > mostPages) return;
    onFound(number);
  }
}
