import { streamBody, type TestObject, writePdf } from '@websign/testkit';
import type { Canvas, Painting, TextRun } from '../../src/content/canvas.ts';
import { type DrawnAnnotation, drawAnnotations, drawPage, type Unreadable } from '../../src/content/draw.ts';
import { type Limits, pageAt } from '../../src/index.ts';
import { open } from '../support.ts';

export interface TestDrawing {
  /** Entries of the page's resources beside the font /F1. */
  resources?: string;
  /** More entries of the page. */
  page?: string;
  catalog?: string;
  /** More objects, from 100 up. */
  more?: TestObject[];
  limits?: Partial<Limits>;
}

/** What a canvas was told, in order, and what of it was text and what was not. */
export interface Drawn {
  marks: (TextRun | Painting)[];
  texts: TextRun[];
  paintings: Painting[];
  unreadable: Unreadable[];
  annotations: DrawnAnnotation[];
}

const CONTENT = 20;

/** A file of one page of 200 × 100 that shows `content`, a stream or several. The font's object is 3. */
export function pageFile(content: string | readonly string[], drawing: TestDrawing = {}): Uint8Array {
  const streams = typeof content === 'string' ? [content] : content;
  const references = streams.map((_, index) => `${CONTENT + index} 0 R`).join(' ');
  return writePdf({
    kind: 'table',
    objects: [
      { number: 1, body: `<</Type/Catalog/Pages 2 0 R${drawing.catalog ?? ''}>>` },
      { number: 2, body: '<</Type/Pages/Kids[4 0 R]/Count 1>>' },
      { number: 3, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' },
      {
        number: 4,
        body:
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents ${typeof content === 'string' ? references : `[${references}]`}` +
          `/Resources<</Font<</F1 3 0 R>>${drawing.resources ?? ''}>>${drawing.page ?? ''}>>`,
      },
      ...streams.map((text, index) => ({ number: CONTENT + index, body: streamBody(text) })),
      ...(drawing.more ?? []),
    ],
  });
}

export function drawFile(bytes: Uint8Array, limits: Partial<Limits> = {}): Drawn {
  const pdf = open(bytes, limits);
  const drawn: Drawn = { marks: [], texts: [], paintings: [], unreadable: [], annotations: [] };
  const canvas: Canvas = {
    text: (run) => drawn.marks.push(run) + drawn.texts.push(run),
    paint: (painting) => drawn.marks.push(painting) + drawn.paintings.push(painting),
  };
  const options = { unreadable: (what: Unreadable) => void drawn.unreadable.push(what) };
  const page = pageAt(pdf, 1);
  drawPage(pdf, page, canvas, options);
  drawn.annotations = drawAnnotations(pdf, page, canvas, options);
  return drawn;
}

/** Draws a page and its annotations. */
export const draw = (content: string | readonly string[], drawing: TestDrawing = {}): Drawn =>
  drawFile(pageFile(content, drawing), drawing.limits);

/** The texts as they are copied. */
export const words = ({ texts }: Drawn): string[] =>
  texts.map(({ font, bytes }) => font?.text(bytes) ?? Buffer.from(bytes).toString('latin1'));

/** Rounded to a thousandth of a unit. */
export const rounded = (box: readonly number[] | undefined): number[] | undefined =>
  box?.map((value) => Math.round(value * 1000) / 1000 + 0);

export const form = (number: number, content: string, entries = '/BBox[0 0 200 100]'): TestObject => ({
  number,
  body: streamBody(content, `/Type/XObject/Subtype/Form${entries}`),
});
