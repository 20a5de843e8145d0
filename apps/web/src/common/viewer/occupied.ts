import type { Area } from './geometry.ts';
import type { PDFPageProxy } from './pdfjs.ts';

/** Pieces of text and annotations that are looked at; past it a page counts as full anyway. */
const most = 5000;

type Point = [number, number];

/** The area that corner points of the view (scale 1, from the upper left) span on a page `height` high. */
export function spanned(points: Point[], height: number): Area {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  const bottom = Math.max(...ys);
  return { x: left, y: height - bottom, width: Math.max(...xs) - left, height: bottom - top };
}

/** Corners of a run of text from its text matrix, in the page's own coordinates. */
export function textCorners(matrix: number[], width: number, height: number): Point[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
  const along = Math.hypot(a, b) || 1;
  const up = Math.hypot(c, d) || 1;
  const run: Point = [(a / along) * width, (b / along) * width];
  const rise: Point = [(c / up) * height, (d / up) * height];
  return [
    [e, f],
    [e + run[0], f + run[1]],
    [e + rise[0], f + rise[1]],
    [e + run[0] + rise[0], f + run[1] + rise[1]],
  ];
}

/** Where text and annotations already stand on a page, in points as it is shown. */
export async function occupiedAreas(page: PDFPageProxy): Promise<Area[]> {
  const view = page.getViewport({ scale: 1 });
  const place = (corners: Point[]) =>
    spanned(
      corners.map(([x, y]) => view.convertToViewportPoint(x, y) as Point),
      view.height,
    );
  const [content, annotations] = await Promise.all([page.getTextContent(), page.getAnnotations()]);
  const texts = content.items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [place(textCorners(item.transform, item.width, item.height))]
      : [],
  );
  const notes = annotations.flatMap((annotation: { rect?: number[]; hidden?: boolean }) => {
    const [x1, y1, x2, y2] = annotation.rect ?? [];
    if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return [];
    return [
      place([
        [x1, y1],
        [x2, y2],
      ]),
    ];
  });
  return [...texts, ...notes].filter((area) => area.width > 0 && area.height > 0).slice(0, most);
}
