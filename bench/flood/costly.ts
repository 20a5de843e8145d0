import { deflateSync } from 'node:zlib';
import { assemble } from '../documents.ts';

/** Words on a page, each with a grey ground that may cover others: every one is held against its neighbours. */
const WORDS = 2500;

/** A PDF of about 26 KB whose check takes about as long as a document may. */
export function costlyPage(): Buffer {
  const content = Array.from({ length: WORDS }, (_, at) => {
    const [x, y] = [20 + ((at * 37) % 550), 20 + ((at * 53) % 800)];
    return `BT /F1 7 Tf 1 0 0 1 ${x} ${y} Tm (word ${at % 10}) Tj ET 0.9 g ${(at * 7) % 590} ${(at * 11) % 840} 30 9 re f 0 g`;
  });
  const stream = deflateSync(Buffer.from(content.join('\n')));
  return assemble([
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from(
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    ),
    Buffer.concat([
      Buffer.from(`<</Filter/FlateDecode/Length ${stream.length}>>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>'),
  ]);
}
