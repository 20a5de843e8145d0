import type { Page } from '../e2e/browser.ts';
import { assemble } from './documents.ts';

const line = 'The signer reads the first page while the rest of the document is still on its way. ';

/** A PDF of `count` small objects besides pages full of text, together `totalBytes` long. */
export function manyTextPages(totalBytes: number, count = 60_000): Buffer {
  const rows = Array.from({ length: 45 }, (_, row) => `(${row} ${line}) Tj T*`).join('\n');
  const content = Buffer.from(`BT /F1 11 Tf 50 790 Td 16 TL\n${rows}\nET`);
  const stream = Buffer.concat([
    Buffer.from(`<</Length ${content.length}>>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
  const small = 100;
  const pages = Math.floor((totalBytes - count * (small + 40)) / (stream.length + 160));
  const first = 4;
  const kids = Array.from({ length: pages }, (_, index) => `${first + 2 * index} 0 R`).join(' ');
  const page = (index: number) => {
    const contents = first + 2 * index + 1;
    return Buffer.from(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${contents} 0 R>>`,
    );
  };
  return assemble([
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Kids[${kids}]/Count ${pages}>>`),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
    ...Array.from({ length: pages }, (_, index) => [page(index), stream]).flat(),
    ...Array.from({ length: count }, (_, index) =>
      Buffer.from(`<</Number ${index}/Filler(${'x'.repeat(small - 30)})>>`),
    ),
  ]);
}

/** A4 at 300 dots an inch. */
const scan = { width: 2480, height: 3508 };

/** A scanned sheet as a JPEG, drawn by the browser: lines of text on paper with grain. */
async function scannedSheet(browser: Page): Promise<Buffer> {
  const bytes = await browser.evaluate(async ({ width, height }) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    const paper = context.createImageData(width, height);
    for (let at = 0; at < paper.data.length; at += 4) {
      const grain = 225 + ((at * 2654435761) >>> 27);
      paper.data.set([grain, grain, grain - 6, 255], at);
    }
    context.putImageData(paper, 0, 0);
    context.font = '50px sans-serif';
    for (let row = 0; row < 50; row += 1) {
      context.fillText('The signer reads the first page while the rest is on its way.', 200, 300 + row * 62);
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, scan);
  return Buffer.from(bytes);
}

/** What was recognised on a sheet: each word by itself, as such programs write it. */
const words = Array.from({ length: 50 }, (_, row) =>
  'The signer reads the first page while the rest is on its way.'
    .split(' ')
    .map((word, at) => `\nBT 3 Tr /F1 12 Tf 1 0 0 1 ${48 + at * 36} ${770 - row * 14.9} Tm (${word}) Tj ET`)
    .join(''),
).join('');

/** A scanned document of as many sheets as fit into `totalBytes`; `recognised`: with its words, invisible, on the scan. */
export async function scannedPages(browser: Page, totalBytes: number, recognised = false): Promise<Buffer> {
  const jpeg = await scannedSheet(browser);
  const pages = Math.max(1, Math.floor(totalBytes / (jpeg.length + 1024)));
  const first = 4;
  const kids = Array.from({ length: pages }, (_, index) => `${first + 3 * index} 0 R`).join(' ');
  const drawing = `q 595 0 0 842 0 0 cm /Im Do Q${recognised ? words : ''}`;
  const sheet = (index: number) => {
    const at = first + 3 * index;
    return [
      Buffer.from(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>/XObject<</Im ${at + 2} 0 R>>>>/Contents ${at + 1} 0 R>>`,
      ),
      Buffer.from(`<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`),
      Buffer.concat([
        Buffer.from(
          `<</Type/XObject/Subtype/Image/Width ${scan.width}/Height ${scan.height}/ColorSpace/DeviceRGB` +
            `/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>\nstream\n`,
        ),
        jpeg,
        Buffer.from('\nendstream'),
      ]),
    ];
  };
  return assemble([
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Kids[${kids}]/Count ${pages}>>`),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'),
    ...Array.from({ length: pages }, (_, index) => sheet(index)).flat(),
  ]);
}
