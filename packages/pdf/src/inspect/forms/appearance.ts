import type { Canvas, TextRun } from '../../content/canvas.ts';
import { drawForm } from '../../content/draw.ts';
import { intersect } from '../../revisions/boxes.ts';
import { acroForm } from '../../revisions/form.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { decodeText } from '../../syntax/strings.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { area } from './widgets.ts';

/** What an appearance shows. */
export interface Shown {
  /** The text that can be seen, in the order in which it is painted. */
  text: string;
  /** With what is cut off at the edges, as the last lines of a long value are. */
  whole: string;
  /** It shows pictures, or other things that may be letters. */
  pictures: boolean;
}

/** Characters of one appearance that are looked at. */
const LONGEST = 100_000;
/** Text that is smaller, in points, is not seen. */
const LEAST_SIZE = 1;

/** What can be seen of a form XObject. Throws PdfError past a bound only. */
export function shownBy(pdf: Pdf, form: PdfValue): Shown {
  const shown: Shown = { text: '', whole: '', pictures: false };
  const canvas: Canvas = {
    text(run) {
      if (!isDrawn(run) || shown.whole.length >= LONGEST) return;
      // Readers take some font of their own where the appearance names one that is not there.
      const text = run.font?.text(run.bytes) ?? decodeText(run.bytes);
      shown.whole += text;
      if (area(intersect(run.box, run.clip)) > 0) shown.text += text;
    },
    paint({ kind, alpha, clip, box, solid }) {
      if (alpha === 0 || area(intersect(box, clip)) <= 0) return;
      // Backgrounds and borders are rectangles and lines; what is not may be an outline of letters.
      if (kind === 'image' || kind === 'shading' || (kind === 'fill' && solid === undefined)) {
        shown.pictures = true;
      }
    },
  };
  drawForm(pdf, form, canvas, { resources: acroForm(pdf)?.entries.get('DR') });
  return shown;
}

function isDrawn({ mode, alpha, layer, size, glyph, blank }: TextRun): boolean {
  if (glyph || blank) return false;
  return mode !== 3 && mode !== 7 && alpha > 0 && layer !== 'off' && size >= LEAST_SIZE;
}
