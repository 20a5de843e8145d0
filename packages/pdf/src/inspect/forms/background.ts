import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';

const WHITE = 0xffffff;

/** 0xRRGGBB that a widget says to be its background (ISO 32000-2 Table 192); white where it says none. */
export function backgroundOf(pdf: Pdf, widget: PdfDict): number {
  const parts = pdf.array(pdf.dict(widget.entries.get('MK'))?.entries.get('BG'))?.items ?? [];
  return colourOf(parts.slice(0, 4).map((part) => pdf.number(part) ?? 0)) ?? WHITE;
}

/** 0xRRGGBB of shades of grey, of red, green and blue, or of what is printed with; undefined for none. */
export function colourOf(parts: readonly number[]): number | undefined {
  const [a = 0, b = 0, c = 0, key = 0] = parts;
  const tints: Record<number, number[]> = {
    1: [a, a, a],
    3: [a, b, c],
    4: [a, b, c].map((ink) => (1 - ink) * (1 - key)),
  };
  return tints[parts.length]?.reduce(
    (all, tint) => all * 256 + Math.round(255 * Math.min(1, Math.max(0, tint))),
    0,
  );
}
