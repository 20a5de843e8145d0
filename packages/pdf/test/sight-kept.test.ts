import { describe, expect, it } from 'vitest';
import type { Canvas, Painting, TextRun } from '../src/content/canvas.ts';
import { drawPage } from '../src/content/draw.ts';
import { Shown } from '../src/revisions/sight/page.ts';
import { revised } from './sight-support.ts';

/** Marks of a page that shows a string, an area and a picture, as it draws them. */
const marks = (() => {
  const found: { text: TextRun[]; paint: Painting[] } = { text: [], paint: [] };
  const canvas: Canvas = {
    text: (run) => found.text.push({ ...run, bytes: run.bytes.slice() }),
    paint: (painting) => found.paint.push(painting),
  };
  const content =
    'BT /F1 20 Tf 100 700 Td (A) Tj ET 100 600 m 110 600 l 105 610 l f q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID A EI Q';
  const { pdf, page } = revised(content, []);
  drawPage(pdf, page, canvas, { precise: true, unreadable: () => {} });
  const [text] = found.text;
  const [area, picture] = found.paint;
  if (text === undefined || area?.outline === undefined || picture === undefined) throw new Error('no marks');
  return { text, area, picture };
})();

function kept(count: number, tell: (shown: Shown) => void): boolean {
  const shown = new Shown();
  for (let at = 0; at < count; at++) tell(shown);
  return shown.isWhole;
}

describe('what is kept of a page', () => {
  const { text, area, picture } = marks;
  const long = { ...text, bytes: new Uint8Array(2 ** 20) };
  const edges = area.outline?.edgeCount ?? 0;

  it.each<[string, number, (shown: Shown) => void]>([
    ['strings', 20_000, (shown) => shown.text(text)],
    ['strings that are not painted', 20_000, (shown) => shown.text({ ...text, mode: 3 })],
    ['bytes of strings', 4, (shown) => shown.text(long)],
    ['pictures', 500, (shown) => shown.paint(picture)],
    ['drawings', 50_000, (shown) => shown.paint({ ...area, outline: undefined as never })],
  ])('MAP-8 is all of it up to so many %s: %d', (_, most, tell) => {
    expect(kept(most, tell)).toBe(true);
    expect(kept(most + 1, tell)).toBe(false);
  });

  it('MAP-8 and up to so many edges', () => {
    const outline = Object.create(area.outline ?? {}, { edgeCount: { value: 2 ** 19 } });
    const tell = (shown: Shown): void => shown.paint({ ...area, outline });
    expect(edges).toBe(3);
    expect(kept(2, tell)).toBe(true);
    expect(kept(3, tell)).toBe(false);
  });

  it('MAP-8 is kept as it was', () => {
    const shown = new Shown();
    const bytes = Uint8Array.of(65);
    shown.text({ ...text, bytes });
    bytes[0] = 66;
    expect(shown.written.map(({ run }) => run.bytes[0])).toEqual([65]);
  });

  it('MAP-8 is nothing of what is too faint, off, or drawn by a glyph', () => {
    const shown = new Shown();
    for (const painting of [
      { ...area, alpha: 0.02 },
      { ...area, glyph: true },
      { ...area, layer: 'off' as const },
      { ...area, clip: [0, 0, 1, 1] as [number, number, number, number] },
    ])
      shown.paint(painting);
    for (const run of [
      { ...text, alpha: 0.02 },
      { ...text, blank: true },
      { ...text, layer: 'off' as const },
    ])
      shown.text(run);
    expect([shown.drawings, shown.written]).toEqual([[], []]);
    shown.paint({ ...area, alpha: 0.03 });
    expect(shown.drawings).toHaveLength(1);
  });
});
