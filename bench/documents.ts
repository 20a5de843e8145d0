import { randomBytes } from 'node:crypto';

/** A PDF of one page whose weight lies in a few streams of `streamBytes` each, incompressible. */
export function fewLargeStreams(totalBytes: number, streamBytes = 2 * 1024 * 1024): Buffer {
  const count = Math.max(1, Math.floor(totalBytes / streamBytes));
  const size = Math.floor((totalBytes - 2048) / count);
  return assemble([
    ...onePage,
    ...Array.from({ length: count }, () =>
      Buffer.concat([
        Buffer.from(`<</Length ${size}>>\nstream\n`),
        randomBytes(size),
        Buffer.from('\nendstream'),
      ]),
    ),
  ]);
}

/** A letter that was scanned: one page, filled by a grey image of about `bytes`. */
export function scannedLetter(bytes: number): Buffer {
  const width = 400;
  const height = Math.ceil(bytes / width);
  const content = 'q 595 0 0 842 0 0 cm /Scan Do Q';
  const image = `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Length ${width * height}>>`;
  const [catalog, tree] = onePage;
  return assemble([
    ...[catalog, tree].flatMap((object) => object ?? []),
    Buffer.from(
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</Scan 5 0 R>>>>>>',
    ),
    Buffer.from(`<</Length ${content.length}>>\nstream\n${content}\nendstream`),
    Buffer.concat([
      Buffer.from(`${image}\nstream\n`),
      randomBytes(width * height),
      Buffer.from('\nendstream'),
    ]),
  ]);
}

/** A PDF of one page with `count` small dictionaries, together `totalBytes` long. */
export function manySmallObjects(totalBytes: number, count = 100_000): Buffer {
  const filler = 'x'.repeat(Math.max(0, Math.floor(totalBytes / count) - 64));
  return assemble([
    ...onePage,
    ...Array.from({ length: count }, (_, index) =>
      Buffer.from(`<</Type/Small/Number ${index}/Filler(${filler})>>`),
    ),
  ]);
}

/** The same, but each object is reached from the page: lists of a hundred, below one list of them. */
export function manyLinkedObjects(totalBytes: number, count = 100_000): Buffer {
  const leaves = count - Math.ceil(count / FAN) - 1;
  const top = onePage.length + 1;
  const list = (first: number, many: number): Buffer =>
    Buffer.from(`[${Array.from({ length: many }, (_, index) => `${first + index} 0 R`).join(' ')}]`);
  const lists = Math.ceil(leaves / FAN);
  const firstLeaf = top + 1 + lists;
  const filler = 'x'.repeat(Math.max(0, Math.floor(totalBytes / count) - 75));
  const [catalog, tree] = onePage;
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>/PieceInfo<</Bench ${top} 0 R>>>>`;
  return assemble([
    ...[catalog, tree].flatMap((object) => object ?? []),
    Buffer.from(page),
    list(top + 1, lists),
    ...Array.from({ length: lists }, (_, index) =>
      list(firstLeaf + index * FAN, Math.min(FAN, leaves - index * FAN)),
    ),
    ...Array.from({ length: leaves }, (_, index) =>
      Buffer.from(`<</Type/Small/Number ${index}/Filler(${filler})>>`),
    ),
  ]);
}

const FAN = 100;

/** The catalog, the page tree and one empty page. */
const onePage = [
  Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
  Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
  Buffer.from('<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>>>'),
];

/** Numbers the objects from 1, the catalog's number, and writes a classic table. */
export function assemble(all: Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of all.entries()) {
    offsets.push(length);
    const written = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(written);
    length += written.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows}` +
        `trailer\n<</Size ${all.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
