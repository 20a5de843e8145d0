import type { Canvas } from '../../content/canvas.ts';
import type { DrawnAnnotation } from '../../content/draw.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';

/** What part of its /Rect an ellipse surely fills, in width and height. */
const INSCRIBED = Math.SQRT1_2;

/**
 * An annotation without an appearance that readers draw by themselves with a background: a filled square or circle,
 * a text box, a field (ISO 32000-2 §12.5.6, Table 192).
 */
export function drawOverlay(
  pdf: Pdf,
  page: Page,
  { object = 0, dict, subtype, rect }: DrawnAnnotation,
  canvas: Canvas,
): void {
  if (rect === undefined) return;
  const colour = rgb(pdf, background(pdf, subtype, dict));
  if (colour === undefined || (pdf.number(dict.entries.get('CA')) ?? 1) < 1) return;
  canvas.paint({
    kind: 'fill',
    box: rect,
    clip: page.mediaBox,
    clips: [],
    solid: subtype === 'Circle' ? inscribed(rect) : rect,
    colour,
    opaque: true,
    alpha: 1,
    masked: false,
    blend: 'Normal',
    grouped: false,
    porous: false,
    layer: 'on',
    glyph: false,
    maker: { annotation: object },
  });
}

function background(pdf: Pdf, subtype: string, { entries }: PdfDict): PdfValue | undefined {
  if (subtype === 'Square' || subtype === 'Circle') return entries.get('IC');
  if (subtype === 'FreeText') return entries.get('C');
  return subtype === 'Widget' ? pdf.dict(entries.get('MK'))?.entries.get('BG') : undefined;
}

/** One, three or four components as 0xRRGGBB; none: transparent. */
function rgb(pdf: Pdf, value: PdfValue | undefined): number | undefined {
  const items = pdf.array(value)?.items.slice(0, 5) ?? [];
  const parts = items.map((item) => Math.max(0, Math.min(1, pdf.number(item) ?? 0)));
  const [a = 0, b = 0, c = 0, k = 0] = parts;
  if (parts.length === 1) return mix(a, a, a);
  if (parts.length === 3) return mix(a, b, c);
  return parts.length === 4 ? mix((1 - a) * (1 - k), (1 - b) * (1 - k), (1 - c) * (1 - k)) : undefined;
}

const mix = (red: number, green: number, blue: number): number =>
  (Math.round(red * 255) << 16) | (Math.round(green * 255) << 8) | Math.round(blue * 255);

function inscribed([x0, y0, x1, y1]: Box): Box {
  const dx = ((x1 - x0) * (1 - INSCRIBED)) / 2;
  const dy = ((y1 - y0) * (1 - INSCRIBED)) / 2;
  return [x0 + dx, y0 + dy, x1 - dx, y1 - dy];
}
