import type { Box } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { Canvas } from './canvas.ts';
import type { Font } from './font/font.ts';
import { Interpreter } from './interpreter.ts';
import { IDENTITY, type Matrix } from './matrix.ts';
import { Resources } from './resources.ts';
import { GraphicsState } from './state.ts';
import { drawGlyph, STRING } from './type3.ts';

const FAR = 1e9;
const EVERYWHERE: Box = [-FAR, -FAR, FAR, FAR];

/**
 * Draws the glyph of a code of a Type 3 font by itself, with all that its marks are; `matrix` leads there from text
 * space. Its colour is INHERITED where it has that of the string. Throws PdfError past a bound only.
 */
export function drawProcedure(
  pdf: Pdf,
  font: Font,
  code: number,
  canvas: Canvas,
  { matrix, unreadable }: { matrix: Matrix; unreadable: () => void },
): void {
  const it = new Interpreter(
    pdf,
    canvas,
    { precise: true, unreadable },
    {
      matrix: IDENTITY,
      clip: EVERYWHERE,
      resources: new Resources(pdf, undefined),
      maker: {},
    },
  );
  drawGlyph(it, font, code, () => {
    it.state = new GraphicsState(matrix, EVERYWHERE);
    it.state.fill = STRING;
    it.state.stroke = STRING;
  });
  it.settle();
}
